# Hitscan's front door. The building itself is CMake's: see CMakeLists.txt and CMakePresets.json.
PREFIX ?= /usr/local
SUITE ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
MAKEFLAGS += --no-print-directory

# The leanest configuration: the library and the command need a C compiler and cmake only. A build directory that is
# there already stays as it is.
LEAN = -DHITSCAN_BUILD_TESTS=OFF -DHITSCAN_BUILD_EXAMPLES=OFF -DHITSCAN_BUILD_BENCH=OFF -DHITSCAN_WERROR=OFF
CONFIGURE_RELEASE = @test -f build/release/Makefile || cmake --preset release $(LEAN) >build/release.log || { cat build/release.log; exit 1; }
BUILD_RELEASE = @cmake --build build/release -j $(JOBS) --target

.DEFAULT_GOAL := all
.PHONY: all demo test bare check format bench san soak coverage docs golden install clean help

all: ## build the library and the command into build/release
	@scripts/setup build
	@mkdir -p build
	$(CONFIGURE_RELEASE)
	$(BUILD_RELEASE) hitscan_static hitscan_shared hitscan_tool

demo: ## draw a scene, and list what its centre ray hits (build/demo)
	@scripts/setup demo
	@mkdir -p build/demo
	$(CONFIGURE_RELEASE)
	@echo "Building build/release/bin/hitscan"
	$(BUILD_RELEASE) hitscan_tool >build/release.log 2>&1 || { cat build/release.log; exit 1; }
	@build/release/bin/hitscan demo --out build/demo/hitscan-demo.png

test: ## run every test: release, sanitizers, golden hashes, other builds, installation
	@scripts/setup test
	@scripts/test all

bare: ## run make demo on a bare Debian in a chroot (root; some minutes)
	@scripts/test-bare

check: ## check formatting, clang-tidy, and that each header stands alone in C17 and C++17
	@scripts/setup check
	@scripts/check

format: ## rewrite the sources as clang-format wants them
	@scripts/setup check
	@scripts/check --format

bench: ## measure; SUITE=ray measures one suite; writes build/bench/bench.json
	@scripts/setup bench
	@mkdir -p build/bench
	@cmake --preset release -DHITSCAN_BUILD_BENCH=ON >build/release.log || { cat build/release.log; exit 1; }
	$(BUILD_RELEASE) hitscan_bench
	@build/release/bench/hitscan_bench $(if $(SUITE),--suite $(SUITE))

san: ## run the tests under ASan + UBSan, then under TSan
	@scripts/setup test
	@scripts/test san

soak: ## run the oracle and property tests on 1e9 cases each (hours)
	@scripts/setup test
	@scripts/test soak

coverage: ## print the line coverage of src/; fails under 95 %
	@scripts/setup coverage
	@scripts/coverage

golden: ## compare the golden hashes: gcc and clang, -O0 -O2 -O3, every kernel
	@scripts/setup test
	@scripts/golden

docs: ## make the figures and tables of docs/ again
	@scripts/setup docs
	@scripts/docs

install: all ## install below PREFIX=/usr/local
	@cmake --install build/release --prefix $(PREFIX)

clean: ## remove build/
	@rm -rf build

help: ## list these targets
	@sed -n 's/^\([a-z]*\):[^#]*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name text; do \
		printf 'make %-9s %s\n' "$$name" "$$text"; done
