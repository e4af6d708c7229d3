package measure

import (
	"fmt"
	"os/exec"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a process with all that it has started: a job object, which ends
// its processes when its last handle is closed, and so with this program.
type group struct {
	job  windows.Handle
	once *sync.Once
}

// startGroup starts the command in a job of its own, without a console
// window.
func startGroup(cmd *exec.Cmd) (group, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return group{}, fmt.Errorf("create a job object: %w", err)
	}
	g := group{job: job, once: &sync.Once{}}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{
			LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
		},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err != nil {
		g.kill()
		return group{}, fmt.Errorf("limit a job object: %w", err)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.CREATE_NO_WINDOW}
	if err := cmd.Start(); err != nil {
		g.kill()
		return group{}, err
	}
	if err := g.add(uint32(cmd.Process.Pid)); err != nil {
		g.kill()
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // releases the process; how it ended does not matter
		return group{}, err
	}
	return g, nil
}

func (g group) add(pid uint32) error {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err != nil {
		return fmt.Errorf("open the measuring process: %w", err)
	}
	defer windows.CloseHandle(process)
	if err := windows.AssignProcessToJobObject(g.job, process); err != nil {
		return fmt.Errorf("put the measuring process into its job: %w", err)
	}
	return nil
}

// kill ends every process of the job.
func (g group) kill() {
	g.once.Do(func() {
		_ = windows.TerminateJobObject(g.job, 1)
		_ = windows.CloseHandle(g.job)
	})
}
