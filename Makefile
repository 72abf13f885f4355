# Hitscan's front door. The building itself is CMake's: see CMakeLists.txt and CMakePresets.json.
PREFIX ?= /usr/local
SUITE ?=
ARGS ?=
SECONDS ?= 20
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
MAKEFLAGS += --no-print-directory

# The front door builds in folders of its own (presets lean and bench), with a C compiler and cmake only; build/release
# is that of the tests.
CONFIGURE = @cmake --preset $(1) >build/$(1).log 2>&1 || { cat build/$(1).log; exit 1; }
BUILD_LEAN = @cmake --build build/lean -j $(JOBS) --target

.DEFAULT_GOAL := all
.PHONY: all demo test test-full cluster-test
.PHONY: bare check format bench profile meshes san soak fuzz coverage docs golden install
.PHONY: clean help corpus python wheels

all: ## build the library and the command into build/lean (JOBS=1 for one compiler at a time)
	@scripts/setup build
	@mkdir -p build
	$(call CONFIGURE,lean)
	$(BUILD_LEAN) hitscan_static hitscan_shared hitscan_io_static hitscan_io_shared hitscan_tool hitscan_manual

demo: ## draw a town, and select in it by a click, a rectangle, a lasso and a cone (build/demo)
	@scripts/setup demo
	@mkdir -p build/demo
	$(call CONFIGURE,lean)
	@echo "Building build/lean/bin/hitscan"
	$(BUILD_LEAN) hitscan_tool >build/lean.log 2>&1 || { cat build/lean.log; exit 1; }
	@build/lean/bin/hitscan demo --out build/demo

test: ## build, and run every test on a share of its random cases (some 5 minutes)
	@scripts/setup test
	@scripts/venv || test $$? = 77
	@scripts/test quick

test-full: ## run all cases, sanitizers, other builds, golden hashes, fuzzers, install, Python, MPI (some 30 minutes)
	@scripts/setup test cluster
	@scripts/venv || test $$? = 77
	@scripts/test $(ARGS) full

cluster-test: ## run the library and the command on several ranks of MPI (some 5 minutes); HIT_KILLS=50 kills so many
	@scripts/setup cluster
	@scripts/venv cluster || test $$? = 77
	@scripts/test cluster dask

python: ## build the Python package for this machine into build/python/dist, and run all of its tests
	@scripts/setup python
	@scripts/venv
	@scripts/wheels --here
	@scripts/test python

wheels: ## make wheels of the Python package for Linux, macOS and Windows, where they compile, into build/wheels/dist
	@scripts/setup python
	@scripts/wheels

bare: ## run make demo on a bare Debian in a chroot (root; some minutes)
	@scripts/test-bare

check: ## check formatting, columns, links, clang-tidy, types of Python, and that each header stands alone
	@scripts/setup check
	@scripts/venv || test $$? = 77
	@scripts/check

format: ## rewrite the sources as clang-format wants them
	@scripts/setup check
	@scripts/check --format

bench: ## measure; SUITE=tree measures one suite, ARGS=--quick passes options (--help lists them); writes build/bench
ifeq ($(SUITE),python)
	@scripts/setup bench-python
	@scripts/meshes dragon
	@bindings/python/bench/run $(ARGS)
else ifeq ($(SUITE),cluster)
	@scripts/setup cluster bench
	@mkdir -p build/bench
	$(call CONFIGURE,bench)
	@cmake --build build/benchmark -j $(JOBS) --target hitscan_tool
	@cmake --build build/benchmark -j $(JOBS) --target hitscan_measure_ranks hitscan_simulate_ranks
	@scripts/bench-cluster $(ARGS)
else
	@scripts/setup bench
	@case "$(SUITE)" in ''|tree|scene|cli) scripts/meshes bunny dragon || echo "going on without these meshes" ;; esac
	@mkdir -p build/bench
	$(call CONFIGURE,bench)
	@cmake --build build/benchmark -j $(JOBS) --target hitscan_bench
	@build/benchmark/bench/hitscan_bench $(if $(SUITE),--suite "$(SUITE)") $(ARGS)
endif

profile: ## show where the time goes in all that missed a target in the last make bench: docs/profiles.md
	@scripts/setup profile
	@scripts/meshes bunny dragon
	@scripts/profile --out docs/profiles.md

corpus: ## give every model of the public packages to the command and to Assimp: docs/mesh-io-compared.md
	@scripts/setup build
	@scripts/meshes --originals || echo "going on with the models that are there"
	@$(MAKE) all >build/corpus.log 2>&1 || { cat build/corpus.log; exit 1; }
	@scripts/corpus

meshes: ## fetch the real meshes of the tests and benchmarks into build/meshes
	@scripts/meshes

san: ## run the tests under ASan + UBSan, then under TSan
	@scripts/setup test
	@scripts/test san

soak: ## run oracle and property tests on 1e9 cases each, fuzzers and random use of Python for an hour each (hours)
	@scripts/setup test
	@scripts/test soak

fuzz: ## run the fuzzers; SECONDS=20 each
	@scripts/setup test
	@scripts/fuzz $(SECONDS)

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
	@test -n "$(PREFIX)" || \
		{ echo "make install: PREFIX is empty; name a folder, as in PREFIX=$$HOME/.local" >&2; exit 2; }
	@cmake --install build/lean --prefix "$$(realpath -m -- "$(PREFIX)")"
	@scripts/install-hints "$$(realpath -m -- "$(PREFIX)")" build/lean

clean: ## remove build/
	@rm -rf build

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name text; do \
		printf 'make %-12s %s\n' "$$name" "$$text"; done
