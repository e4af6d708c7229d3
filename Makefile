# Warpbill. Two commands matter: "make run" and "make test".
# Go 1.26, git and make are all that has to be there before; what else is
# needed is installed through apt, or named.

GO      ?= go
BUILD   := build
# X11 alone: the window then needs only libGL and libX11 to run, and shows
# under Wayland through XWayland.
TAGS    := x11
WINDOW  := gcc pkg-config libgl1-mesa-dev xorg-dev
CHECKS  := $(WINDOW) xvfb xdotool libgl1-mesa-dri clang-19 gcc-mingw-w64-x86-64 poppler-utils
PURE    := ./icons/... ./sim/... ./cuda/measure/... ./plots/... ./ui/...
GOLDEN  := ./plots ./plots/stage ./ui/cli
SYSTEM  := $(shell uname -s)

# A clone that belongs to somebody else, as in a container, builds all the same.
export GOFLAGS := $(GOFLAGS) -buildvcs=false

ifeq ($(SYSTEM),Linux)
SCREEN  := $(DISPLAY)$(WAYLAND_DISPLAY)
else
SCREEN  := its own
endif

.PHONY: help go run test window pictures headless windows kernels sass goldens bench screenshots clean

help:
	@echo "make run          build Warpbill and open its window (without a display: draw its pictures)"
	@echo "make test         run every check"
	@echo "make window       build $(BUILD)/warpbill"
	@echo "make headless     build $(BUILD)/warpbill-headless: every verb without the window, for a GPU computer without a display"
	@echo "make windows      cross-build $(BUILD)/warpbill.exe"
	@echo "make kernels      compile cuda/kernels/*.cu to PTX with clang-19"
	@echo "make sass         record the kernels' machine code (needs ptxas and cuobjdump of a CUDA toolkit, no GPU)"
	@echo "make goldens      write the expected pictures and texts of the tests anew"
	@echo "make bench        measure the speed that a user feels"
	@echo "make screenshots  photograph the window into docs/"
	@echo "make clean        remove $(BUILD)/"

go:
	@$(GO) version 2>/dev/null | grep -qE ' go(1\.(2[6-9]|[3-9][0-9])|[2-9])' || \
		{ echo "Go 1.26 or newer is needed (here: $$($(GO) version 2>/dev/null || echo none)): get it from https://go.dev/dl" >&2; exit 1; }

run: go
ifneq ($(SCREEN),)
	@$(MAKE) --no-print-directory window
	$(BUILD)/warpbill
else
	@echo "There is no display here (DISPLAY is not set): drawing what the window shows into $(BUILD)/ instead."
	@$(MAKE) --no-print-directory pictures
endif

window: go
	@.ci/install "build the window" $(WINDOW)
	@echo "building $(BUILD)/warpbill (the first time takes a few minutes)"
	@$(GO) build -tags $(TAGS) -o $(BUILD)/warpbill .

# Only measuring needs a C compiler here, so without one the rest is built.
headless: go
	@echo "building $(BUILD)/warpbill-headless (the first time takes a minute or two)"
	@CGO_ENABLED=$$(command -v gcc >/dev/null && echo 1 || echo 0) $(GO) build -tags headless -o $(BUILD)/warpbill-headless .
	@command -v gcc >/dev/null || echo "There is no gcc here: this build has every verb but cannot measure."

pictures: go
	@echo "building $(BUILD)/warpbill-headless (the first time takes a minute or two)"
	@CGO_ENABLED=0 $(GO) build -tags headless -o $(BUILD)/warpbill-headless .
	@$(BUILD)/warpbill-headless pictures $(BUILD)

test: go
	@.ci/install "run the checks" $(CHECKS)
	@GO="$(GO)" TAGS="$(TAGS)" PURE="$(PURE)" .ci/checks

windows: go
	@.ci/install "build for Windows" gcc-mingw-w64-x86-64
	CGO_ENABLED=1 GOOS=windows GOARCH=amd64 CC=x86_64-w64-mingw32-gcc \
		$(GO) build -tags migrated_fynedo -ldflags "-H=windowsgui -s -w" -o $(BUILD)/warpbill.exe .

kernels:
	@.ci/install "compile the kernels" clang-19
	$(GO) generate ./cuda/...

sass:
	cuda/kernels/sass

goldens: go
	CGO_ENABLED=0 $(GO) test $(GOLDEN) -args -update
	rm -rf ui/testdata/failed
	CGO_ENABLED=0 $(GO) test ./ui >/dev/null || { test -d ui/testdata/failed && cp -r ui/testdata/failed/. ui/testdata/; }
	rm -rf ui/testdata/failed

bench: go
	@.ci/install "measure" $(CHECKS)
	@mkdir -p $(BUILD)
	$(GO) test -tags $(TAGS) -run '^$$' -bench . -benchmem ./sim/... ./plots/... ./ui/... | tee $(BUILD)/bench.txt
	$(GO) test -tags $(TAGS) -run 'TestPartBudgets|TestWindowBudgets' -timeout 30m -v . -args -budgets -benchmarks $(BUILD)/bench.txt

screenshots: go
	@.ci/install "photograph the window" $(CHECKS)
	$(GO) test -tags $(TAGS) -run TestScreenshots -v . -args -screenshots docs

clean:
	rm -rf $(BUILD)
