//go:build cgo && (linux || windows)

package cuda

// #include "driver.h"
import "C"

import (
	"fmt"
	"strconv"
	"strings"

	"warpbill/cuda/measure"
)

// card is a device and the driver's handle for it.
type card struct {
	measure.Device
	handle C.driver_device
}

// cards lists all devices in the driver's order.
func (d *driver) cards() ([]card, error) {
	list := make([]card, 0, d.devices)
	for i := range d.devices {
		var f C.struct_device_facts
		if err := d.check(C.driver_device_facts(&d.c, C.int(i), &f)); err != nil {
			return nil, fmt.Errorf("GPU %d: %w", i, err)
		}
		list = append(list, card{Device: d.describe(i, &f), handle: f.handle})
	}
	return list, nil
}

// choose finds the card that want names by identifier or number; the first
// when it names none.
func (d *driver) choose(want string) (card, error) {
	list, err := d.cards()
	if err != nil {
		return card{}, err
	}
	if want == "" {
		return list[0], nil
	}
	for _, c := range list {
		if strings.EqualFold(c.UUID, want) || strings.EqualFold(c.PCI, want) || strconv.Itoa(c.Index) == want {
			return c, nil
		}
	}
	return card{}, fmt.Errorf("%w: this computer has no GPU %q; `warpbill doctor` lists those it has", measure.ErrNoGPU, want)
}

func (d *driver) describe(index int, f *C.struct_device_facts) measure.Device {
	device := measure.Device{
		Index:           index,
		Name:            strings.TrimSpace(C.GoString(&f.name[0])),
		Major:           int(f.major),
		Minor:           int(f.minor),
		SMs:             int(f.sms),
		ClockMHz:        int(f.clock_khz) / 1000,
		MemoryBytes:     uint64(f.memory),
		L2Bytes:         positive(f.l2),
		PersistingL2Max: positive(f.persisting_l2),
		PolicyWindowMax: positive(f.policy_window),
		ConstantBytes:   positive(f.constant),
		Watchdog:        f.watchdog != 0,
		CUDA:            versionText(d.host.cuda),
		Driver:          d.host.driver,
	}
	if f.pci_domain >= 0 && f.pci_bus >= 0 && f.pci_device >= 0 {
		device.PCI = fmt.Sprintf("%04x:%02x:%02x.0", int(f.pci_domain), int(f.pci_bus), int(f.pci_device))
	}
	if f.has_uuid != 0 {
		var id [16]byte
		for i := range id {
			id[i] = byte(f.uuid[i])
		}
		device.UUID = uuidText(id, device.Name)
	}
	return device
}

// uuidText writes an identifier as nvidia-smi does. The driver tells a MIG
// slice from a whole card only in its name: "NVIDIA H200 MIG 1g.18gb".
func uuidText(id [16]byte, name string) string {
	kind := "GPU"
	if strings.Contains(name, " MIG ") {
		kind = "MIG"
	}
	return fmt.Sprintf("%s-%x-%x-%x-%x-%x", kind, id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

func positive(v C.int) uint64 { return uint64(max(v, 0)) }
