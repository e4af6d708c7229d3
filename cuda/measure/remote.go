package measure

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// remoteSilence leaves time for a job that waits in a queue: half an hour
// before the first word, since a process has six times as long for that.
const remoteSilence = 5 * time.Minute

var (
	// plainWord is a word that means itself to every shell.
	plainWord = regexp.MustCompile(`^[A-Za-z0-9@%+=:,./_\[\]-]+$`)
	// hostName is a host as ssh takes it, with a user and an IPv6 address in
	// brackets perhaps; it cannot be taken for an option.
	hostName = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9._-]*@)?[A-Za-z0-9\[][A-Za-z0-9._:\]-]*$`)
	// deviceName is a device's number or its UUID.
	deviceName = regexp.MustCompile(`^[A-Za-z0-9-]*$`)
)

// Remote is a Child that measures where a command prefix leads, such as
// "ssh HOST" or "srun --gpus=1": the words of the prefix stand before
// "warpbill measure ...", and the records come back on its standard output.
// The program has to be installed there and be found by its name.
//
// The words are passed on as they are and not through a shell here; one that
// a shell at the other end could take for more than a word is refused.
func Remote(prefix string) (*Child, error) {
	words := strings.Fields(prefix)
	if len(words) == 0 {
		return nil, fmt.Errorf("there is no command to measure with: name one, such as \"ssh HOST\"")
	}
	for _, word := range words {
		if !plainWord.MatchString(word) {
			return nil, fmt.Errorf("the word %q of the command has characters that a shell might act on: use plain words, such as \"ssh HOST\"", CleanText(word, 40))
		}
	}
	if filepath.Base(words[0]) == "ssh" {
		host := words[len(words)-1]
		if len(words) < 2 || !hostName.MatchString(host) {
			return nil, fmt.Errorf("%q does not end with the name of a host: write \"ssh HOST\" or \"ssh USER@HOST\"", CleanText(prefix, 80))
		}
		// No password or host key is asked for: nobody could answer. What
		// follows -- is never an option.
		options := append([]string{words[0], "-o", "BatchMode=yes", "-o", "ConnectTimeout=10"}, words[1:len(words)-1]...)
		words = append(options, "--", host)
	}
	return &Child{
		Command: func(args ...string) *exec.Cmd {
			line := append(append(append([]string{}, words[1:]...), "warpbill"), args...)
			return exec.Command(words[0], line...)
		},
		Silence: remoteSilence,
		Grace:   2 * time.Second, // the end has a way to go
		remote:  true,
	}, nil
}

// checkRemote says why a plan cannot be carried out elsewhere, if it cannot:
// only names travel.
func checkRemote(p Plan) error {
	if _, ok := p.builtIn(); !ok {
		return fmt.Errorf("a plan of your own stays on this computer: measure the course or the full plan elsewhere, or start warpbill there with the plan's file")
	}
	if !deviceName.MatchString(p.Device) {
		return fmt.Errorf("%q is not a GPU's number or UUID: use one that warpbill measure --devices lists there", CleanText(p.Device, 60))
	}
	return nil
}

// remoteAdvice is what to do when the command itself failed, by its exit
// status: 255 is ssh's own, 127 and 126 are a shell's.
func remoteAdvice(status int) string {
	switch status {
	case 255:
		return "the other computer was not reached: log in there once by hand, with a key instead of a password, then measure again"
	case 126, 127:
		return "warpbill was not found there: install it on the other computer, in a folder of its PATH"
	}
	return ""
}
