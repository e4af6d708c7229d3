// Package cli is the command line: the verbs, their help, their exit status
// and what they print. It opens no window and loads no driver itself; whoever
// calls Run hands both in.
//
// Exit status: 0 done, 1 failed, 2 wrong usage, 3 no usable GPU. An error is
// one plain sentence on standard error that says what to do next.
package cli
