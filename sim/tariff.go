package sim

import (
	"fmt"
	"strings"
)

// Tariff is the price list of one memory path.
type Tariff interface {
	Name() string
	// Bill is an error when the access is not one that the path can serve.
	Bill(Access) (Bill, error)
}

// Tariffs lists the paths whose rules are known, in the order in which they
// are shown.
func Tariffs() []Tariff { return []Tariff{Constant{}, Global{}, Shared{}} }

// FindTariff is the path of the given name: one of Tariffs, or the texture
// path, whose rule is not settled.
func FindTariff(name string) (Tariff, error) {
	var names []string
	for _, t := range append(Tariffs(), Texture{}) {
		if t.Name() == name {
			return t, nil
		}
		names = append(names, t.Name())
	}
	return nil, fmt.Errorf("there is no memory path %q: use one of %s", name, strings.Join(names, ", "))
}
