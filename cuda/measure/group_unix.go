//go:build unix

package measure

import (
	"os/exec"
	"syscall"
)

// group is a process with all that it has started.
type group struct{ id int }

// startGroup starts the command as the leader of a process group.
func startGroup(cmd *exec.Cmd) (group, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return group{}, err
	}
	return group{id: cmd.Process.Pid}, nil
}

// kill ends every process of the group; it may have ended already.
func (g group) kill() { _ = syscall.Kill(-g.id, syscall.SIGKILL) }
