//go:build !unix && !windows

package measure

import "os/exec"

// group is a process; this system has no way to end what it has started.
type group struct{ cmd *exec.Cmd }

func startGroup(cmd *exec.Cmd) (group, error) { return group{cmd: cmd}, cmd.Start() }

func (g group) kill() { _ = g.cmd.Process.Kill() }
