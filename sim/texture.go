package sim

// Texture is the path of a load through a texture object over linear memory.
// It goes through the same cache as global memory and is charged here by the
// same rule, the distinct 32-byte sectors. No counter has confirmed that, so
// every Bill is marked Unverified.
type Texture struct{}

// Name is "texture".
func (Texture) Name() string { return "texture" }

// Bill charges the sectors of the load.
func (Texture) Bill(a Access) (Bill, error) {
	b, err := Global{}.Bill(a)
	if err != nil {
		return Bill{}, err
	}
	b.Path, b.Unverified = Texture{}.Name(), true
	return b, nil
}
