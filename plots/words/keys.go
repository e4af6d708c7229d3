package words

// Key is one entry of the keyboard list.
type Key struct{ Keys, Action string }

// Keys lists the keyboard, in the order in which the help shows it.
func Keys() []Key {
	return []Key{
		{"Space", "play or pause"},
		{"Right, Page Down", "one pass forward"},
		{"Left, Page Up", "one pass back"},
		{"Home, End", "to the start, to the end"},
		{"+ and -", "faster, slower"},
		{"Up, Down", "the parameter: tap k, stride, offset or seed"},
		{"1, 2, 4, 8, 6", "broadcast, 2, 4, 8 or 16 distinct"},
		{"L, S, O, V, R, P", "per-lane, stride, offset, reverse, random, paint"},
		{"Enter", "in Paint: give the lane at the cursor the current tap"},
		{"F5, Esc", "present, leave"},
		{"F11", "full screen"},
		{"B or .", "blank the screen while presenting"},
		{"C", "chart or stage"},
		{"T", "light or dark"},
		{"G", "Ratio or Time"},
		{"Ctrl+R", "measure on this GPU"},
		{"Ctrl+.", "cancel the run"},
		{"Ctrl+O", "open a result file"},
		{"Ctrl+S", "save the results"},
		{"Ctrl+E", "export what is shown"},
		{"Ctrl+Q", "quit"},
		{"F1", "this list"},
	}
}
