package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"warpbill/cuda/measure"
)

// measureVerb runs a sweep on the GPU in this process.
type measureVerb struct {
	Plan    *string `xor:"plan" placeholder:"PLAN" help:"What to measure: course (default), full, or a plan file."`
	Device  *string `xor:"device" placeholder:"ID" help:"The GPU to use: its number or its UUID; the first by default."`
	On      *string `placeholder:"COMMAND" help:"Measure on another computer, through a command that runs warpbill there: \"ssh HOST\", \"srun --gpus=1\"."`
	Devices bool    `xor:"plan,device,output" help:"List the GPUs instead of measuring."`
	JSON    bool    `name:"json" help:"Print one JSON record a line while measuring."`
	Output  *string `short:"o" xor:"output" placeholder:"FILE" help:"Save the result with all its samples: FILE.json, or FILE.csv or FILE.txt for a table."`
	Marker  string  `name:"run" hidden:"" help:"Marker of a parent process that reads the records and holds standard input open."`
}

// Help is the longer text of the verb's help.
func (measureVerb) Help() string {
	return `Times the 32-tap convolution with its filter in constant and in global memory, all lanes on the same tap and each lane on another, over five sizes. Every result is compared with the CPU's before anything is timed. The course plan takes a few seconds; full takes more sizes, all lane patterns and longer samples.

Ctrl+C ends a sweep early and keeps the rows that are finished.

Examples:

    warpbill measure
    warpbill measure -o mine.json
    warpbill measure --plan full --device 1 -o full.json
    warpbill measure --on "ssh gpu.example.org" -o theirs.json
    warpbill measure --devices
`
}

// Run measures.
func (v *measureVerb) Run(ctx context.Context, s *session) error {
	plan, err := findPlan(given(v.Plan, "course"))
	if err != nil {
		return usage(err)
	}
	if v.On != nil && plan.Name != "course" && plan.Name != "full" {
		return usagef("a plan file stays on this computer: use --plan course or --plan full with --on, or start warpbill there")
	}
	if v.Device != nil {
		if plan.Device = *v.Device; plan.Device == "" {
			return usagef("--device names no GPU: give its number or its UUID, which warpbill measure --devices lists")
		}
	}
	var save *target
	if v.Output != nil {
		t, err := newTarget(*v.Output, "json", "csv", "txt")
		if err != nil {
			return err
		}
		save = &t
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if v.Marker != "" {
		ctx = measure.WatchParent(ctx, s.Stdin)
	}
	runner, letGo, err := v.runner(ctx, s)
	if err != nil {
		return err
	}
	if v.Devices {
		defer letGo()
		return v.list(ctx, s, runner)
	}
	run := &sweep{Runner: runner, letGo: letGo, grace: stopGrace}
	if v.JSON {
		err = measure.StreamRun(ctx, s.out, v.Marker, run, plan)
	} else {
		err = show(ctx, s, run, plan)
	}
	return errors.Join(err, keep(s, run.result(), save))
}

// runner is the GPU of this computer, or the command that leads to another.
func (v *measureVerb) runner(ctx context.Context, s *session) (measure.Runner, func(), error) {
	if v.On == nil {
		return s.card(ctx)
	}
	there, err := measure.Remote(*v.On)
	if err != nil {
		return nil, nil, usage(err)
	}
	return there, func() {}, nil
}

// card opens the GPU. A driver can take a minute for that, or for ever.
func (s *session) card(ctx context.Context) (measure.Runner, func(), error) {
	var (
		runner measure.Runner
		letGo  func()
		err    error
	)
	if stopped := await(ctx, func() { runner, letGo, err = s.Card() }); stopped != nil {
		return nil, nil, fmt.Errorf("%w: the GPU was still being opened", stopped)
	}
	return runner, letGo, err
}

// findPlan is a built-in plan or one read from a file.
func findPlan(name string) (measure.Plan, error) {
	switch name {
	case "course":
		return measure.CoursePlan(), nil
	case "full":
		return measure.FullPlan(), nil
	}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return measure.Plan{}, fmt.Errorf("there is no plan %q and no file of that name: use --plan course, --plan full or the name of a plan file", name)
	}
	return measure.LoadPlan(name)
}

// list prints the GPUs.
func (v *measureVerb) list(ctx context.Context, s *session, runner measure.Runner) error {
	if v.JSON {
		return measure.StreamDevices(ctx, s.out, v.Marker, runner)
	}
	devices, err := runner.Devices(ctx)
	if err != nil {
		return err
	}
	for _, d := range devices {
		fmt.Fprintf(s.out, "%d  %s  %s\n", d.Index, d.Name, d.UUID)
	}
	return nil
}

// show measures with a progress bar and prints the course's table.
func show(ctx context.Context, s *session, run *sweep, plan measure.Plan) error {
	bar, total := newProgress(s.Stderr), len(plan.Points())
	err := run.Run(ctx, plan, func(e measure.Event) {
		if started, ok := e.(measure.Started); ok {
			total = started.Total // without the sizes that the card has no room for
		}
		bar.show(e)
	})
	bar.close()
	result := run.result()
	for _, warning := range result.Warnings {
		s.note("%s", warning)
	}
	if len(result.Rows) > 0 {
		err = errors.Join(err, result.WriteTable(s.out))
	}
	if err != nil && ctx.Err() != nil && !errors.Is(err, errStuck) {
		return fmt.Errorf("stopped after %d of %d rows: run the same line again for all of them", len(result.Rows), total)
	}
	return err
}

// keep saves the rows measured so far; a result without rows is not saved.
func keep(s *session, r measure.Result, save *target) error {
	if save == nil || len(r.Rows) == 0 {
		return nil
	}
	var b bytes.Buffer
	write := r.WriteJSON
	switch save.format {
	case "csv":
		write = r.WriteCSV
	case "txt":
		write = r.WriteTable
	}
	if err := write(&b); err != nil {
		return err
	}
	if err := save.write(b.Bytes()); err != nil {
		return err
	}
	mark := ""
	if !r.Complete {
		mark = ", marked incomplete"
	}
	s.note("saved to %s%s", save.path, mark)
	return nil
}
