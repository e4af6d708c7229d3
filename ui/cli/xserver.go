package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"
)

// displayPatience is how long an X server may take to accept a connection.
const displayPatience = 2 * time.Second

// reachDisplay says why no X server can be there, nil when something takes the
// connection. Whether it lets the program in is for the window to find out.
func reachDisplay(ctx context.Context, display string) error {
	places, err := displayPlaces(display)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, displayPatience)
	defer cancel()
	for _, place := range places {
		var dialer net.Dialer
		conn, err := dialer.DialContext(ctx, place.network, place.address)
		if err == nil {
			return conn.Close()
		}
	}
	return fmt.Errorf("nothing answers there (%s)", places[len(places)-1].address)
}

// displayPlace is where an X server listens, as net.Dial has it.
type displayPlace struct{ network, address string }

// displayPlaces are where the server of a DISPLAY such as ":0", "unix:0.0",
// "host:10" or "/path/of/a/socket:0" may listen.
func displayPlaces(display string) ([]displayPlace, error) {
	at := strings.LastIndexByte(display, ':')
	if at < 0 {
		return nil, errors.New("that names no display, as :0 does")
	}
	host, screen := display[:at], display[at+1:]
	number, _, _ := strings.Cut(screen, ".")
	n, err := strconv.ParseUint(number, 10, 16)
	if err != nil || n > maxDisplay {
		return nil, errors.New("that names no display, as :0 does")
	}
	if strings.HasPrefix(host, "/") { // XQuartz
		return []displayPlace{{"unix", display}, {"unix", host}}, nil
	}
	if host == "" || host == "unix" {
		socket := "/tmp/.X11-unix/X" + strconv.FormatUint(n, 10)
		return []displayPlace{{"unix", "@" + socket}, {"unix", socket}}, nil // a leading @ is Linux's abstract name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(host, "tcp/"), "["), "]")
	return []displayPlace{{"tcp", net.JoinHostPort(host, strconv.FormatUint(firstXPort+n, 10))}}, nil
}

// The server of display N listens on port 6000+N.
const (
	firstXPort = 6000
	maxDisplay = 1<<16 - 1 - firstXPort
)
