package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"warpbill/cuda/measure"
)

// Env is what the verbs need from the world around them.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	// Version is what --version prints after the program's name.
	Version string
	// Window opens the window, with a file in it unless the name is empty,
	// and returns once it is closed.
	Window func(file string) error
	// Picture draws the window at launch into a PNG file; nil when this build
	// has a real window instead.
	Picture func(path string) error
	// Card opens the GPU in this process; the function that comes with it
	// lets go of the GPU again.
	Card func() (measure.Runner, func(), error)
	// Inspect looks for a driver and its GPUs without failing.
	Inspect func() GPU
}

// GPU is what was found of the driver and its cards.
type GPU struct {
	Library string           // path of the driver's library
	Driver  string           // its version
	CUDA    string           // the highest CUDA version that it supports
	Devices []measure.Device // in the driver's order
	Problem string           // why nothing can be measured, and what to do
}

// grammar is the command line as the parser sees it.
type grammar struct {
	Help    helpFlag    `short:"h" help:"Show this help and end."`
	Version versionFlag `help:"Show the version and end."`

	Open     openVerb     `cmd:"" default:"withargs" hidden:"" help:"Open the window."`
	Bill     billVerb     `cmd:"" help:"What one load of a warp costs, without a GPU."`
	Measure  measureVerb  `cmd:"" help:"Run the kernels on this computer's GPU and time them."`
	Chart    chartVerb    `cmd:"" help:"Draw one chart of measured times into a file."`
	Pictures picturesVerb `cmd:"" hidden:"" help:"Draw what the program shows, without a display."`
	Doctor   doctorVerb   `cmd:"" help:"Say what the program found on this computer and what to do."`
}

const topHelp = `Usage: warpbill [FILE]
       warpbill VERB [flags]

Warpbill shows what a GPU warp of 32 lanes pays for memory, and measures it on
your own card. Constant memory charges for distinct addresses, global memory
charges for 32-byte sectors.

Without a verb it opens its window, with the result FILE in it if you name one.
Everything but "measure" works on a computer without a GPU.

Verbs:
  bill      what one load of a warp costs, without a GPU
  measure   run the kernels on this computer's GPU and time them
  chart     draw one chart of measured times into a file
  doctor    say what the program found on this computer and what to do

  -h, --help     show this help, or a verb's own after the verb
      --version  show the version

Examples:
  warpbill
  warpbill bill --pattern per-lane
  warpbill measure -o mine.json
  warpbill chart --data mine.json,t4 --figure ratio -o ratio.png

Exit status: 0 done, 1 failed, 2 wrong usage, 3 no usable GPU.
`

// Run carries out one command line, without the program's name, and returns
// the exit status.
func Run(ctx context.Context, args []string, env Env) int {
	out, errs := newSafeWriter(env.Stdout), newSafeWriter(env.Stderr)
	s := &session{Env: env, out: out, errs: errs}
	err := s.run(ctx, args)
	if lost := out.Flush(); lost != nil && (err == nil || errors.Is(err, lost)) {
		err = outputError(lost)
	}
	if err != nil && !errors.Is(err, syscall.EPIPE) { // a reader who has left, as head does, wants no comment
		fmt.Fprintf(errs, "warpbill: %s\n", oneLine(err.Error()))
	}
	if errs.Flush() != nil && err == nil {
		return exitFailed
	}
	return exitStatus(err)
}

// outputError says that what was printed did not arrive.
func outputError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("the output could not be written (%w): free some space, or send it elsewhere", err)
}

// session is one run of the program: the outside world, with everything that
// is printed made safe for a terminal.
type session struct {
	Env
	out, errs *safeWriter
}

// note tells the reader of standard error something that is no error.
func (s *session) note(format string, args ...any) {
	fmt.Fprintf(s.errs, "note: "+format+"\n", args...)
}

func (s *session) run(ctx context.Context, args []string) error {
	parser, err := kong.New(&grammar{},
		kong.Name("warpbill"),
		kong.Writers(s.out, s.errs),
		kong.NoDefaultHelp(),
		kong.WithHyphenPrefixedParameters(true),
		kong.ConfigureHelp(kong.HelpOptions{WrapUpperBound: 80}),
		kong.Help(printHelp),
		kong.Bind(s),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	if err != nil {
		return err
	}
	parsed, err := parser.Parse(args)
	switch {
	case errors.Is(err, errAnswered):
		return nil
	case s.out.err != nil:
		return s.out.err // the help could not be printed
	case err != nil:
		return wrongUsage(err)
	}
	return parsed.Run()
}

// wrongUsage turns what the parser says into a sentence with a next step.
func wrongUsage(err error) error {
	var own *usageError
	if errors.As(err, &own) {
		return own
	}
	verb, sentence := "warpbill", err.Error()
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context != nil {
		sentence = withoutHidden(sentence, parse.Context)
		if node := parse.Context.Selected(); node != nil && !node.Hidden {
			verb += " " + node.Name
		}
	}
	return usagef("%s: run %q to see what there is", strings.TrimSuffix(sentence, "."), verb+" --help")
}

// withoutHidden takes flags that no help shows out of what the parser suggests
// for a mistyped one.
func withoutHidden(sentence string, ctx *kong.Context) string {
	const suggests = ", did you mean "
	at := strings.LastIndex(sentence, suggests)
	if at < 0 {
		return sentence
	}
	said, list := sentence[:at], strings.TrimSuffix(strings.TrimPrefix(sentence[at+len(suggests):], "one of "), "?")
	var hidden []string
	for _, step := range ctx.Path {
		for _, flag := range step.Flags {
			if flag.Hidden {
				hidden = append(hidden, strconv.Quote("--"+flag.Name))
			}
		}
	}
	shown := slices.DeleteFunc(strings.Split(list, ", "), func(name string) bool { return slices.Contains(hidden, name) })
	switch len(shown) {
	case 0:
		return said
	case 1:
		return said + suggests + shown[0] + "?"
	}
	return said + suggests + "one of " + strings.Join(shown, ", ") + "?"
}

func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	if node := ctx.Selected(); node != nil && !node.Hidden {
		return kong.DefaultHelpPrinter(options, ctx)
	}
	_, err := io.WriteString(ctx.Stdout, topHelp)
	return err
}

// errAnswered ends the parsing of a command line that asked for help or for
// the version and has got it.
var errAnswered = errors.New("answered")

type helpFlag bool

// BeforeReset prints the help before the parser finds anything missing.
func (helpFlag) BeforeReset(ctx *kong.Context) error {
	if err := ctx.PrintUsage(false); err != nil {
		return err
	}
	return errAnswered
}

type versionFlag bool

// BeforeReset prints the version before the parser finds anything missing.
func (versionFlag) BeforeReset(s *session) error {
	fmt.Fprintf(s.out, "warpbill %s\n", s.Env.Version)
	return errAnswered
}
