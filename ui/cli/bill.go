package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"warpbill/sim"
	"warpbill/sim/formula"
)

// billVerb prices one load of a warp, or predicts the counters of a launch.
// What has a default is a pointer, so that a launch, which has no use for it,
// can refuse it.
type billVerb struct {
	Path   *string     `xor:"path" placeholder:"PATH" help:"Memory path: constant, global, shared, texture or all (default: the first three)."`
	Width  *widthFlag  `xor:"width" placeholder:"BYTES" help:"Bytes that a lane reads: 1, 2, 4 (default), 8 or 16."`
	Active *maskFlag   `xor:"active" placeholder:"HEX" help:"The lanes that take part, as a hexadecimal mask; lane 0 is the lowest bit. All by default."`
	Index  *string     `xor:"what" placeholder:"LIST" help:"The 32 elements that lanes 0 to 31 ask for."`
	Lanes  *string     `xor:"what" placeholder:"FORMULA" help:"A formula of lane that gives the element."`
	Patt   *string     `name:"pattern" xor:"what" placeholder:"ID[:ARG]" help:"A pattern by name; the list is above."`
	Conv   *outputFlag `xor:"what,path,width,active" placeholder:"N" help:"Instead: the counters of a whole launch of both convolution kernels over N outputs."`
	Rot    *int        `name:"rot-mask" placeholder:"M" help:"With --conv: 0 puts every lane on the same tap, 31 each lane on another."`
	JSON   bool        `name:"json" help:"Print one JSON object a line."`
}

// Help is the longer text of the verb's help.
func (billVerb) Help() string {
	var b strings.Builder
	b.WriteString("The model's bill for one load instruction of a warp: 32 lanes, each asking for one element.\n\nPatterns:\n\n")
	for _, p := range sim.Patterns() {
		fmt.Fprintf(&b, "    %-20s %s\n", p.Usage(), p.Doc)
	}
	b.WriteString(`
A formula is made of lane, whole numbers, + - * / % and ** (power), comparisons, CONDITION ? A : B, min, max, abs, bitand, bitor, bitxor, bitnot, bitshl and bitshr.

Examples:

    warpbill bill --pattern per-lane
    warpbill bill --pattern distinct:8 --path constant --json
    warpbill bill --lanes "lane*2" --width 8
    warpbill bill --lanes "lane < 16 ? 0 : lane * 32" --active ffffff
    warpbill bill --conv 8388608 --rot-mask 31
`)
	return b.String()
}

// widthFlag is a width that a load can have.
type widthFlag int

// UnmarshalText refuses what no load has.
func (w *widthFlag) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err == nil {
		_, err = sim.Elements(sim.Indices{}, n)
	}
	if err != nil {
		return usagef("a load of %q bytes does not exist: use --width 1, 2, 4, 8 or 16", text)
	}
	*w = widthFlag(n)
	return nil
}

// maskFlag is a mask of lanes written in hexadecimal digits.
type maskFlag sim.Mask

// UnmarshalText reads up to eight digits, with or without 0x.
func (m *maskFlag) UnmarshalText(text []byte) error {
	digits := strings.TrimPrefix(strings.ToLower(string(text)), "0x")
	n, err := strconv.ParseUint(digits, 16, sim.WarpSize)
	if err != nil {
		return usagef("%q is no mask of 32 lanes: write --active as up to eight hexadecimal digits, such as ffff for lanes 0 to 15", text)
	}
	*m = maskFlag(n)
	return nil
}

// outputFlag is the number of outputs of a launch.
type outputFlag uint64

// UnmarshalText refuses what no launch can have.
func (o *outputFlag) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 10, 64)
	if err != nil || (sim.Convolution{N: n}).Check() != nil {
		return usagef("a launch of %q outputs is not possible: use --conv 1 to %d", text, uint64(sim.MaxOutputs))
	}
	*o = outputFlag(n)
	return nil
}

// Run prints the bill.
func (v *billVerb) Run(s *session) error {
	if v.Conv != nil {
		return v.counters(s)
	}
	if v.Rot != nil {
		return usagef("--rot-mask belongs to --conv: name the outputs too, such as --conv 8388608 --rot-mask %d", *v.Rot)
	}
	access, what, err := v.access()
	if err != nil {
		return usage(err)
	}
	bills, err := v.bills(access)
	if err != nil {
		return usage(err)
	}
	v.notes(s, bills)
	if v.JSON {
		return writeBillJSON(s.out, bills)
	}
	writeBillText(s.out, access, what, bills)
	return nil
}

// access is the load that the command line describes, and how to call it.
func (v *billVerb) access() (access sim.Access, what string, err error) {
	var x sim.Indices
	switch {
	case v.Index != nil:
		what = "painted"
		x, err = sim.ParseIndices(*v.Index)
	case v.Lanes != nil:
		what = "element " + *v.Lanes
		x, err = formula.Parse(*v.Lanes)
	case v.Patt != nil:
		var c sim.Choice
		if c, err = sim.ParseChoice(*v.Patt); err == nil {
			what = c.String()
			x, err = c.Indices()
		}
	default:
		err = errors.New("say which elements the lanes ask for: use one of --pattern per-lane, --lanes \"lane*2\" or --index \"0 1 2 ...\"")
	}
	if err != nil {
		return sim.Access{}, "", err
	}
	access, err = sim.Elements(x, int(given(v.Width, 4)))
	access.Active = sim.Mask(given(v.Active, maskFlag(sim.AllLanes)))
	return access, what, err
}

// given is what a flag says, or what holds without it.
func given[T any](flag *T, otherwise T) T {
	if flag == nil {
		return otherwise
	}
	return *flag
}

// path is the memory path asked for, "all" without one.
func (v *billVerb) path() string { return given(v.Path, "all") }

// bills are those of the paths asked for. A path that cannot serve the load
// is an error when it was named, and left out when all were meant.
func (v *billVerb) bills(access sim.Access) ([]sim.Bill, error) {
	tariffs := sim.Tariffs()
	if v.path() != "all" {
		t, err := sim.FindTariff(v.path())
		if err != nil {
			return nil, fmt.Errorf("%w, or all", err)
		}
		tariffs = []sim.Tariff{t}
	}
	var bills []sim.Bill
	for _, t := range tariffs {
		bill, err := t.Bill(access)
		switch {
		case err == nil:
			bills = append(bills, bill)
		case v.path() != "all":
			return nil, err
		}
	}
	return bills, nil
}

// notes says on standard error what limits a bill.
func (v *billVerb) notes(s *session, bills []sim.Bill) {
	for i := range bills {
		b := &bills[i]
		if b.Path == "constant" && furthest(&b.Access) > sim.ConstantBytes {
			s.note("constant memory holds 64 KiB (%d bytes) on every card, so no card can hold this table; the bill is what it would cost", sim.ConstantBytes)
		}
		switch {
		case !b.Unverified || !v.JSON:
		case b.Path == sim.Texture{}.Name():
			s.note("what a texture load charges has not been settled with hardware counters yet; take its bill, which is that of global memory, as unverified")
		default:
			s.note("the rule for shared loads of 8 and 16 bytes has not been settled with hardware counters yet; take the wavefronts as unverified")
		}
	}
	if v.path() == "all" && len(bills) < len(sim.Tariffs()) {
		s.note("shared memory is left out: a block has at most 227 KiB of it, and this load reaches beyond")
	}
}

// furthest is the end of the last byte that an active lane asks for.
func furthest(a *sim.Access) uint64 {
	end := uint64(0)
	for _, lane := range a.Active.Lanes() {
		end = max(end, a.Addr[lane]+uint64(a.Width))
	}
	return end
}

// counters prints the predicted counters of both convolution kernels.
func (v *billVerb) counters(s *session) error {
	if v.Rot == nil {
		return usagef("--conv needs the lanes' pattern too: add --rot-mask 0 for the same tap in every lane, up to --rot-mask 31 for another tap in each")
	}
	kernels, err := sim.Convolution{N: uint64(*v.Conv), RotMask: *v.Rot}.Counters()
	if err != nil {
		return usage(err)
	}
	for i, k := range kernels {
		if v.JSON {
			if err := writeCountersJSON(s.out, k); err != nil {
				return err
			}
			continue
		}
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		fmt.Fprintf(s.out, "%s\n", k.Kernel)
		for _, m := range k.Metrics {
			fmt.Fprintf(s.out, "  %-58s %16d\n", m.Name, m.Value)
		}
	}
	return nil
}

// jsonLine is v as one line of JSON without escaped angle brackets.
func jsonLine(v any) ([]byte, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return []byte(b.String()), err
}
