//go:build unix

package measure

import (
	"os/exec"
	"syscall"
)

func kill(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) }

// leaveGroup starts the command where a kill of the group does not reach it.
func leaveGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
