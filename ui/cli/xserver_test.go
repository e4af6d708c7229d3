package cli

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"testing"
)

func TestPlacesOfADisplay(t *testing.T) {
	for display, want := range map[string]string{
		":0":              "unix @/tmp/.X11-unix/X0, unix /tmp/.X11-unix/X0",
		":99.1":           "unix @/tmp/.X11-unix/X99, unix /tmp/.X11-unix/X99",
		"unix:7":          "unix @/tmp/.X11-unix/X7, unix /tmp/.X11-unix/X7",
		"localhost:10.0":  "tcp localhost:6010",
		"tcp/example:0":   "tcp example:6000",
		"[::1]:2":         "tcp [::1]:6002",
		"::1:2":           "tcp [::1]:6002",
		"/tmp/launch-x:0": "unix /tmp/launch-x:0, unix /tmp/launch-x",
		"0":               "names no display",
		":":               "names no display",
		":x":              "names no display",
		":-1":             "names no display",
		":59536":          "names no display",
		"host:59535":      "tcp host:65535",
	} {
		places, err := displayPlaces(display)
		var list []string
		for _, p := range places {
			list = append(list, p.network+" "+p.address)
		}
		got := strings.Join(list, ", ")
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", display, got, want)
		}
	}
}

// TestReachDisplay has something listen on sockets of both kinds, then leave.
func TestReachDisplay(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "x")
	for _, test := range []struct{ network, address string }{{"tcp", "127.0.0.1:0"}, {"unix", socket}} {
		l, err := net.Listen(test.network, test.address)
		if err != nil {
			t.Fatal(err)
		}
		display := socket + ":0"
		if port, ok := l.Addr().(*net.TCPAddr); ok {
			display = fmt.Sprintf("127.0.0.1:%d.0", port.Port-firstXPort)
		}
		if err := reachDisplay(t.Context(), display); err != nil {
			t.Errorf("%s: %v", display, err)
		}
		l.Close()
		if err := reachDisplay(t.Context(), display); err == nil || !strings.Contains(err.Error(), "nothing answers there") {
			t.Errorf("%s after its end: %v", display, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := reachDisplay(ctx, "192.0.2.1:0"); err == nil {
		t.Error("what was called off reached a display")
	}
}
