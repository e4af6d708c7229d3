package measure

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"time"
)

// NoGPUStatus is the exit status of a measuring process that has found no
// usable GPU.
const NoGPUStatus = 3

// Child is a Runner that measures in another process, so that a dead driver
// or a hung kernel takes that process and not this one. The process is this
// program's own binary, called with "measure --json --run MARK", or anything
// that ends up there and passes its output back.
type Child struct {
	// Command makes the command for the arguments of warpbill; it must not
	// set Stdin, Stdout, Stderr or SysProcAttr.
	Command func(args ...string) *exec.Cmd
	// Log receives what the process writes beside the stream, line by line
	// and cleaned, from goroutines of the run. It may be nil.
	Log func(line string)
	// Silence is how long the process may say nothing, heartbeats included,
	// before it is taken for hung; 0 means 20 seconds. Before its first word
	// it has six times as long: a driver can take a minute to start.
	Silence time.Duration
	// Grace is how long the process may take to end by itself when it is
	// cancelled, before it is killed; 0 means half a second.
	Grace time.Duration

	remote bool // the process is on another computer: no file goes with it
}

var _ Runner = (*Child)(nil)

// Devices asks the process for its devices.
func (c *Child) Devices(ctx context.Context) ([]Device, error) {
	var devices []Device
	err := c.run(ctx, []string{"measure", "--devices", "--json"}, func(e Event) {
		if d, ok := e.(listed); ok {
			devices = append(devices, d.Device)
		}
	})
	return devices, err
}

// Run carries out the plan in the process. When ctx ends the process is told
// to end and, after the grace, killed with all it has started.
func (c *Child) Run(ctx context.Context, p Plan, emit func(Event)) error {
	if err := p.Check(); err != nil {
		return err
	}
	if c.remote {
		if err := checkRemote(p); err != nil {
			return err
		}
	}
	args, remove, err := planArgs(p)
	if err != nil {
		return err
	}
	defer remove()
	return c.run(ctx, args, func(e Event) {
		if _, ok := e.(listed); !ok {
			emit(e)
		}
	})
}

// planArgs says on the command line what to measure. A plan that has no name
// there goes into a file.
func planArgs(p Plan) (args []string, remove func(), err error) {
	args = []string{"measure", "--json"}
	if p.Device != "" {
		args = append(args, "--device", p.Device)
	}
	if name, ok := p.builtIn(); ok {
		return append(args, "--plan", name), func() {}, nil
	}
	f, err := os.CreateTemp("", "warpbill-plan-*.json")
	if err != nil {
		return nil, nil, fileError("write", "the plan for the measuring process", err)
	}
	remove = func() { _ = os.Remove(f.Name()) } // a leftover would be harmless
	err = json.NewEncoder(f).Encode(p)
	if err = errors.Join(err, f.Close()); err != nil {
		remove()
		return nil, nil, fileError("write", "the plan for the measuring process", err)
	}
	return append(args, "--plan", f.Name()), remove, nil
}

// builtIn is the name of the plan when it is a built-in one, for any device.
func (p Plan) builtIn() (name string, ok bool) {
	p.Device = ""
	for _, named := range []Plan{CoursePlan(), FullPlan()} {
		if reflect.DeepEqual(p, named) {
			return named.Name, true
		}
	}
	return "", false
}

// run starts the process, passes its events on and explains how it ended.
func (c *Child) run(ctx context.Context, args []string, emit func(Event)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	mark := rand.Text()
	p, err := c.start(c.Command(append(args, "--run", mark)...), mark)
	if err != nil {
		return err
	}
	p.remote = c.remote
	done := p.follow(ctx, c.silence(), c.grace(), emit)
	return p.verdict(ctx, done, emit)
}

func (c *Child) silence() time.Duration {
	if c.Silence > 0 {
		return c.Silence
	}
	return 20 * time.Second
}

func (c *Child) grace() time.Duration {
	if c.Grace > 0 {
		return c.Grace
	}
	return 500 * time.Millisecond
}

func (c *Child) start(cmd *exec.Cmd, mark string) (*process, error) {
	out, in, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("cannot start measuring: %w", err)
	}
	p := &process{cmd: cmd, out: out, tail: &tail{log: c.Log}, exited: make(chan error, 1), log: c.Log}
	cmd.Stdout, cmd.Stderr = in, p.tail
	// Descendants that live on with the pipe must not hold Wait.
	cmd.WaitDelay = c.grace()
	stdin, err := cmd.StdinPipe()
	if err == nil {
		p.stdin = stdin
		p.group, err = startGroup(cmd)
	}
	_ = in.Close() // ours; the process has its own
	if err != nil {
		_ = out.Close()
		return nil, fmt.Errorf("cannot start measuring: %w: check that the program file is still there", err)
	}
	p.decoder = NewDecoder(out, mark)
	p.decoder.Log = c.Log
	go func() { p.exited <- cmd.Wait() }()
	return p, nil
}

// process is one running child.
type process struct {
	cmd     *exec.Cmd
	group   group // it and all it has started
	out     *os.File
	stdin   io.Closer
	decoder *Decoder
	tail    *tail
	log     func(string)
	exited  chan error
	remote  bool

	exit   error // what Wait said
	silent error // why the watchdog has ended it
	broken error // why the stream was given up
}

// follow passes events on until the stream has ended and the process is
// gone. It holds back the Finished event, which counts only when the process
// ends well, and returns it.
func (p *process) follow(ctx context.Context, silence, grace time.Duration, emit func(Event)) (done *Finished) {
	events := p.read()
	exited, cancelled := p.exited, ctx.Done()
	watchdog := time.NewTicker(silence)
	defer watchdog.Stop()
	guard := guard{beats: &p.decoder.beats}
	killed := false
	deadline := newAlarm()
	defer deadline.stop()
	for events != nil || exited != nil {
		select {
		case e, ok := <-events:
			switch finished, is := e.(Finished); {
			case !ok:
				events = nil
			case is:
				done = &finished
			default:
				emit(e)
			}
		case p.exit = <-exited:
			exited = nil
			deadline.set(grace) // for what is still in the pipe
		case <-watchdog.C:
			if p.silent = cmp.Or(p.silent, guard.look()); p.silent != nil {
				p.end()
			}
		case <-cancelled:
			cancelled = nil
			_ = p.stdin.Close() // asks the process to end
			deadline.set(grace)
		case <-deadline.c():
			// What is in the pipe is still read: its end comes once all that
			// could write to it is dead, except for what has left the group.
			if p.group.kill(); killed {
				p.end()
			}
			killed = true
			deadline.set(2 * grace)
		}
	}
	p.end()
	return done
}

// read decodes the stream in a goroutine that ends with it. The channel is
// closed at the end of the stream; a stream without end is cut.
func (p *process) read() <-chan Event {
	events := make(chan Event)
	go func() {
		defer close(events)
		for {
			e, err := p.decoder.Next()
			if err != nil {
				if errors.Is(err, errFlood) {
					p.broken = err
					p.end()
				}
				return
			}
			events <- e
		}
	}()
	return events
}

// end kills the process and all it has started, and lets go of the stream.
// It may be called again and from several goroutines.
func (p *process) end() {
	p.group.kill()
	_ = p.out.Close()
	_ = p.stdin.Close()
}

// verdict turns the end of the process into the run's result.
func (p *process) verdict(ctx context.Context, done *Finished, emit func(Event)) error {
	if n := p.decoder.Counts(); p.log != nil && n != (Counts{}) {
		p.log(fmt.Sprintf("beside the stream: %d other lines, %d overlong, %d unknown, %d impossible, %d repeated and %d missing records",
			n.Noise, n.Overlong, n.Unknown, n.Invalid, n.Repeated, n.Missing))
	}
	var exit *exec.ExitError
	errors.As(p.exit, &exit)
	last := p.tail.sentence()
	switch {
	case done != nil && done.Err == "":
		if exit != nil {
			emit(Warned{Text: "all points were measured, but then the measuring process ended badly: " + exit.Error()})
		}
		emit(*done)
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("the measurement was cancelled: %w", ctx.Err())
	case p.broken != nil:
		return p.broken
	case p.silent != nil:
		return p.silent
	case exit != nil && exit.ExitCode() == NoGPUStatus:
		return &sentence{text: firstOf(last, reason(done), "no usable GPU was found"), cause: ErrNoGPU}
	case reason(done) != "":
		return errors.New(reason(done))
	case exit != nil:
		return p.early(exit, last)
	}
	return fmt.Errorf("the measuring process ended without saying that it was done: %s",
		firstOf(last, "what it had measured is kept, measure again"))
}

// early says why the process ended with a status of its own, and what to do.
func (p *process) early(exit *exec.ExitError, last string) error {
	if advice := remoteAdvice(exit.ExitCode()); p.remote && advice != "" {
		return fmt.Errorf("%s (%s)", advice, firstOf(last, exit.Error()))
	}
	return fmt.Errorf("the measuring process ended early (%s): %s", exit.Error(),
		firstOf(last, "it gave no reason; what it had measured is kept, measure again"))
}

func reason(done *Finished) string {
	if done == nil {
		return ""
	}
	return done.Err
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" {
			return text
		}
	}
	return ""
}
