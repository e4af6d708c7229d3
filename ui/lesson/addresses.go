package lesson

// oneOrThirtyTwo is the question that opens the course: why the memory that
// is called fast was ten times slower.
func oneOrThirtyTwo() Lesson {
	return Lesson{
		ID:    "one-or-thirty-two",
		Title: "One address or thirty-two",
		Steps: []Step{
			{
				Title: "A puzzle from 2009",
				Text: "On NVIDIA's forum somebody tried the same program with three memories. Global memory was quite fast, shared memory a bit faster, " +
					"and constant memory took about ten times as long as global. It is the memory that tutorials call fast. What happened?",
				Choice: "broadcast:0", Figure: "ratio", Source: "t4",
			},
			{
				Title: "One address",
				Text: "All 32 lanes of the warp ask for the same tap. Constant memory charges for distinct addresses, and here there is one: " +
					"one pass serves everybody. A filter is used like this, tap after tap.",
				Choice: "broadcast:0", Figure: "ratio", Play: true,
			},
			{
				Title: "Thirty-two addresses",
				Text: "Now each lane asks for its own tap, as in the forum post, where each thread read another element. Watch the upper till: " +
					"one pass for each address, 32 in all. That the taps lie side by side in 128 bytes helps nobody there.",
				Choice: "per-lane", Figure: "ratio", Play: true,
			},
			{
				Title: "The other till",
				Text: "Global memory has another price list. It charges for 32-byte sectors: 32 neighbouring taps are four sectors in one request, " +
					"however many addresses that is. Same lanes, same data, another bill.",
				Choice: "per-lane", Figure: "ratio",
			},
			{
				Title: "In between",
				Text: "With 8 distinct addresses constant memory needs 8 passes, and all 8 taps lie in one sector. The price follows " +
					"the number of addresses, so a few of them can still be a fair deal.",
				Choice: "distinct:8", Figure: "ratio", Play: true,
			},
			{
				Title: "What the clock says",
				Text: "The chart times whole kernels on a Tesla T4. At 8 Mi outputs constant memory takes 0.68 of global's time when the lanes share an address, " +
					"and 15 times as long when they do not; with CUDA 13.0 it was 30 times. The direction stayed, the size did not.",
				Choice: "per-lane", Figure: "ratio", Source: "t4",
			},
			{
				Title: "What to take along",
				Text: "Before you move data into a memory, ask what that memory charges for. A filter read in step belongs in constant memory. " +
					"A table looked up by each lane on its own does not. With an NVIDIA GPU, Run shows what your own card says.",
				Choice: "broadcast:0", Figure: "time",
			},
		},
		Sources: []Source{
			{"Forum post of December 2009: really slow constant memory", "https://forums.developer.nvidia.com/t/really-slow-constant-memory-random-access-to-constant-memory/13568"},
			{"CUDA C++ Best Practices Guide, section 10.2.6, constant memory", "https://docs.nvidia.com/cuda/cuda-c-best-practices-guide/index.html"},
		},
	}
}
