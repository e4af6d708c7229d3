package words

import "strings"

// Term is a word of the trade and the sentence that explains it.
type Term struct{ Word, Text string }

// Glossary lists the words that explain themselves where they stand, in the
// order in which the help shows them.
func Glossary() []Term {
	return []Term{
		{"warp", "A warp is 32 lanes that carry out one instruction together."},
		{"lane", "A lane is one of the 32 threads of a warp; it names one address in each load."},
		{"tap", "A tap is one of the 32 numbers of the convolution's filter, 4 bytes each."},
		{"element", "An element is one number of the table that the lanes read."},
		{"address", "Lanes that ask for the same element name the same address, and constant memory serves them together."},
		{"pass", "A pass is one trip of constant memory: it reads one address and serves every lane that asked for it."},
		{"sector", "A sector is 32 bytes in a row, the smallest piece that global memory moves and charges."},
		{"request", "A request is one load of a whole warp from global memory, whatever the lanes ask for."},
		{"line", "A line is 128 bytes in a row: four sectors that the cache keeps under one name."},
		{"wavefront", "A wavefront is one step of the load pipe; data that clash in its banks or tags need more, counted here as on an NVIDIA H200."},
		{"bank", "A bank is one of 32 parts of shared memory, each 4 bytes wide; it reads one word in a wavefront."},
		{"operand", "An operand is a number that an instruction takes without a load: from a register, from constant memory or from itself."},
		{"texel", "A texel is one element of a texture, read by way of the texture unit."},
		{"register", "A register holds one number of one lane, without any charge to read it."},
		{"bill", "The bill counts what one load of one warp is charged; it is not a time."},
		{"SM", "An SM is one of the processors of a GPU; each has its own load pipe and its own constant cache."},
		{"n", "n is the number of outputs that the convolution computes in one launch."},
		{"Ki", "Ki is 1024 and Mi is 1024 × 1024: 4 Ki is 4096, 8 Mi is 8388608."},
		{"ratio", "The ratio is the constant kernel's time divided by the global kernel's; above 1× constant memory is slower."},
		{"interval", "A median's 95 % interval holds the true median in 95 of 100 such measurements; the chart draws it as whiskers."},
		{"launch-bound", "A size is launch-bound when starting the kernel takes so much of its time that the rest says nothing about memory."},
		{"L2", "L2 is the cache that all SMs share; from the dashed line on, the chart's data no longer fit in it."},
		{"card", "The card is the GPU on which the times were measured; another card has other prices."},
	}
}

// FindTerm is the entry for a word as it stands in a text: in the plural,
// with a capital letter or with a stop behind it.
func FindTerm(word string) (Term, bool) {
	word = strings.Trim(word, ".,;:·()")
	if word == "N" || word == "" {
		return Term{}, false
	}
	lower := strings.ToLower(word)
	switch lower {
	case "passes":
		lower = "pass"
	case "addresses":
		lower = "address"
	}
	for _, t := range Glossary() {
		name := strings.ToLower(t.Word)
		if lower == name || len(name) > 1 && lower == name+"s" {
			return t, true
		}
	}
	return Term{}, false
}
