package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"warpbill/sim"
)

// billLine is a bill as scripts read it: the fields that apply to its path,
// in this order.
type billLine struct {
	Path              string   `json:"path"`
	Width             int      `json:"width"`
	ActiveLanes       int      `json:"active_lanes"`
	DistinctAddresses int      `json:"distinct_addresses"`
	Passes            *int     `json:"passes,omitempty"`
	Replays           *int     `json:"replays,omitempty"`
	Requests          *int     `json:"requests,omitempty"`
	Sectors           *int     `json:"sectors,omitempty"`
	Lines             *int     `json:"lines,omitempty"`
	Wavefronts        *int     `json:"wavefronts,omitempty"`
	BankConflicts     *int     `json:"bank_conflicts,omitempty"`
	BytesRequested    int      `json:"bytes_requested"`
	BytesMoved        *int     `json:"bytes_moved,omitempty"`
	Efficiency        *float64 `json:"efficiency,omitempty"`
	Steps             int      `json:"steps"`
}

func newBillLine(b *sim.Bill) billLine {
	l := billLine{
		Path: b.Path, Width: b.Access.Width, ActiveLanes: b.Access.Active.Count(),
		DistinctAddresses: b.Access.DistinctAddresses(), BytesRequested: b.BytesRequested(), Steps: b.StepCount(),
	}
	switch b.Path {
	case sim.Constant{}.Name():
		l.Passes, l.Replays = new(b.Units()), new(b.Replays())
	case sim.Global{}.Name(), sim.Texture{}.Name():
		l.Requests, l.Sectors, l.Lines = new(b.Instructions), new(b.Units()), new(b.Lines)
		l.BytesMoved = new(b.BytesMoved())
		if !b.Unverified {
			l.Wavefronts = new(b.Wavefronts())
		}
		if b.BytesMoved() > 0 { // of nothing there is no part
			l.Efficiency = new(b.Efficiency())
		}
	case sim.Shared{}.Name():
		l.Wavefronts = new(b.Wavefronts())
		if !b.Unverified { // beyond 4 bytes a load has several wavefronts without any conflict
			l.BankConflicts = new(conflicts(b))
		}
	}
	return l
}

// conflicts is how many wavefronts a shared load takes beyond its first.
func conflicts(b *sim.Bill) int { return max(0, b.Wavefronts()-1) }

func writeBillJSON(w io.Writer, bills []sim.Bill) error {
	for i := range bills {
		line, err := jsonLine(newBillLine(&bills[i]))
		if err != nil {
			return err
		}
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}

// writeBillText is the bill for a reader: what was asked, one line a path,
// and the two rules.
func writeBillText(w io.Writer, access sim.Access, what string, bills []sim.Bill) {
	fmt.Fprintf(w, "%s: %s of %s each, %s\n\n", what, count(access.Active.Count(), "lane"),
		count(access.Width, "byte"), count(access.DistinctAddresses(), "distinct address"))
	for i := range bills {
		b := &bills[i]
		charged, detail := billWords(b)
		fmt.Fprintf(w, "  %-10s %-16s %s\n", b.Path, charged, detail)
	}
	fmt.Fprintln(w, "\nConstant memory charges for distinct addresses, global memory for 32-byte sectors.")
}

// billWords is what a path charges, and what stands behind it.
func billWords(b *sim.Bill) (charged, detail string) {
	switch b.Path {
	case sim.Constant{}.Name():
		each := "one for each distinct address"
		if b.Instructions > 1 {
			each = "two for each distinct address: a 16-byte load is two loads"
		}
		return count(b.Units(), "pass"), fmt.Sprintf("%s; %s", each, count(b.Replays(), "replay"))
	case sim.Texture{}.Name():
		return count(b.Units(), "sector"), fmt.Sprintf("in %s; unverified: charged like global memory, which no counter has confirmed", count(b.Lines, "line"))
	case sim.Global{}.Name():
		moved := "no bytes moved"
		if b.BytesMoved() > 0 {
			moved = fmt.Sprintf("%d of %d bytes moved were asked for (%s %%)", b.BytesRequested(), b.BytesMoved(), percent(b.Efficiency()))
		}
		return count(b.Units(), "sector"), fmt.Sprintf("in %s; %s, %s; %s",
			count(b.Instructions, "request"), count(b.Lines, "line"), count(b.Wavefronts(), "wavefront"), moved)
	}
	detail = count(conflicts(b), "bank conflict")
	if b.Unverified {
		detail = "unverified: this rule is not settled for loads of 8 and 16 bytes"
	}
	return count(b.Units(), "wavefront"), detail
}

// percent is a part as a percentage with the decimal that it needs: one float
// of a sector is 12.5 % of it, neither 12 nor 13.
func percent(part float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(100*part, 'f', 1, 64), ".0")
}

// count is a number with its noun: "1 pass", "32 passes".
func count(n int, noun string) string {
	if n != 1 {
		if strings.HasSuffix(noun, "s") {
			noun += "e"
		}
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// writeCountersJSON is one kernel's predicted counters as an object whose
// fields are the names of the metrics, in the model's order.
func writeCountersJSON(w io.Writer, k sim.KernelCounters) error {
	var b strings.Builder
	name, err := json.Marshal(k.Kernel)
	if err != nil {
		return err
	}
	fmt.Fprintf(&b, `{"kernel":%s`, name)
	for _, m := range k.Metrics {
		key, err := json.Marshal(m.Name)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, `,%s:%d`, key, m.Value)
	}
	b.WriteString("}\n")
	_, err = io.WriteString(w, b.String())
	return err
}
