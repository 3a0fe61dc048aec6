# Every target sets up what it needs; `make setup` alone is never required.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TOOLS := $(VENV)/.tools
INSTALLED := $(VENV)/.installed
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

CORE_SOURCES := $(shell find core -name '*.?pp' -o -name CMakeLists.txt) CMakeLists.txt
# A folder is as new as its list of files: a new module must be made known to the editable install.
PACKAGE_FOLDERS := $(shell find src -type d -not -name __pycache__)
CORE_TEST_SOURCES := $(shell find core/tests -name '*.cpp')
BUILD_TOOLS := cmake ninja nanobind scikit-build-core

.PHONY: setup test test-slow check format sanitize fuzz-boundary train play bench pictures clean native-test-tools browser page-types

setup: $(INSTALLED)

$(TOOLS): constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tengen needs Python 3.11 or newer")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet $(BUILD_TOOLS)
	@touch $@

# Editable, with the build tools of the venv, so that a change in C++ recompiles only what it touches.
$(INSTALLED): $(TOOLS) pyproject.toml $(PACKAGE_FOLDERS) $(filter-out $(CORE_TEST_SOURCES),$(CORE_SOURCES))
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[dev]'
	@touch $@

test: $(INSTALLED) browser
	$(BIN)/python -m pytest -n $(JOBS) -m 'not slow'

test-slow: $(INSTALLED)
	$(BIN)/python -m pytest -n $(JOBS) -m slow

check: $(INSTALLED)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/clang-format --dry-run --Werror $$(find core -name '*.?pp')
	$(BIN)/python -m nanobind.stubgen -q -m tengen._core -o build/_core.pyi
	diff -u src/tengen/_core.pyi build/_core.pyi
	$(BIN)/python scripts/write_settings_page.py build/settings.md
	diff -u docs/settings.md build/settings.md
	$(BIN)/python scripts/write_nets_page.py build
	diff -u docs/nets.md build/nets.md
	for curve in build/pictures/curve-*.svg; do diff -u docs/pictures/$$(basename $$curve) $$curve || exit 1; done
	$(BIN)/python scripts/write_studio_messages.py build
	diff -u docs/studio-messages.md build/studio-messages.md
	diff -u docs/studio-messages.schema.json build/studio-messages.schema.json
	$(BIN)/python scripts/write_studio_types.py build/messages.d.ts
	diff -u src/tengen/studio/static/js/messages.d.ts build/messages.d.ts
	$(MAKE) --no-print-directory page-types

# Rewrites what `check` only complains about.
format: $(INSTALLED)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/clang-format -i $$(find core -name '*.?pp')
	$(BIN)/python -m nanobind.stubgen -q -m tengen._core -o src/tengen/_core.pyi
	$(BIN)/python scripts/write_settings_page.py
	$(BIN)/python scripts/write_nets_page.py
	$(BIN)/python scripts/write_studio_messages.py
	$(BIN)/python scripts/write_studio_types.py

# The types of the page. Users need no Node; where it cannot be had, this says so and checks nothing.
PAGE := tests/studio/browser
page-types:
	@command -v npm > /dev/null || (apt-get update -qq && apt-get install -qq -y nodejs npm) > /dev/null 2>&1 || true
	@test -x $(PAGE)/node_modules/.bin/tsc || npm ci --prefix $(PAGE) --silent --no-audit --no-fund || true
	@if test -x $(PAGE)/node_modules/.bin/tsc; then $(PAGE)/node_modules/.bin/tsc -p $(PAGE)/tsconfig.json; \
	  else echo "the types of the page were NOT checked: they need npm (Node 18 or newer) and TypeScript"; fi

# The browser for the page's tests. Without one they are skipped, and this says so.
browser:
	@command -v chromium > /dev/null || command -v chromium-browser > /dev/null || command -v google-chrome > /dev/null \
	  || (apt-get update -qq && apt-get install -qq -y chromium) > /dev/null 2>&1 \
	  || echo "the tests of the page will be skipped: install the package chromium"
	@test -f $(PAGE)/node_modules/axe-core/axe.min.js || npm ci --prefix $(PAGE) --silent --no-audit --no-fund 2> /dev/null \
	  || echo "the page will not be tested with axe: it needs npm (Node 18 or newer) and axe-core"

native-test-tools: $(TOOLS)
	@test -f /usr/include/doctest/doctest.h || test -f /opt/homebrew/include/doctest/doctest.h \
	  || (apt-get update -qq && apt-get install -qq -y doctest-dev) \
	  || { echo "the core's tests need doctest: install the package doctest-dev (Debian) or doctest (Homebrew)"; exit 2; }

# The core's own tests under AddressSanitizer + UndefinedBehaviorSanitizer, then ThreadSanitizer.
sanitize: native-test-tools
	for kind in address,undefined thread; do \
	  $(BIN)/cmake -S . -B build/sanitize-$$kind -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DTENGEN_PYTHON=OFF \
	    -DTENGEN_TESTS=ON -DCMAKE_BUILD_TYPE=Debug -DTENGEN_SANITIZE=$$kind && \
	  $(BIN)/cmake --build build/sanitize-$$kind && \
	  build/sanitize-$$kind/core/tests/core_tests || exit 1; \
	done

# Misuse of the Python module, case by case from a seed, with the module under AddressSanitizer. It lives in an
# environment of its own that borrows the tools of the usual one, but not its editable install.
CASES ?= 20000
ASAN := $(CURDIR)/build/asan
fuzz-boundary: $(INSTALLED)
	$(BIN)/python -m venv --without-pip $(ASAN)
	packages=$$($(ASAN)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))') && \
	  $(BIN)/python -c 'import numpy, pathlib; print(pathlib.Path(numpy.__file__).parents[1])' > $$packages/tools.pth && \
	  $(BIN)/python -m pip install --quiet --no-build-isolation --no-deps --upgrade --target $$packages . \
	    --config-settings=build-dir=build/asan-objects --config-settings=install.strip=false \
	    --config-settings=cmake.define.TENGEN_SANITIZE=address
	LD_PRELOAD="$$($${CXX:-c++} -print-file-name=libasan.so) $$($${CXX:-c++} -print-file-name=libstdc++.so.6)" ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
	  $(ASAN)/bin/python -m tests.boundary.fuzz 0 $(CASES)

# The product's main job: a player from nothing but the rules, how strong it is, and what to type next.
# Any game: make train GAME=gomoku:7x7/4 MINUTES=30
GAME ?= connect4
MINUTES ?= 5
train: $(INSTALLED)
	$(BIN)/tengen train '$(GAME)' --minutes $(MINUTES)

# The studio in the browser, at once, with the nets that come with Tengen; `tengen play` is the game in the terminal.
play: $(INSTALLED)
	$(BIN)/tengen studio

bench: $(INSTALLED)
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[dev,bench,oracle]'
	for script in benchmarks/[a-z]*.py; do $(BIN)/python $$script || exit 1; done

# The pictures of the README, from what the program shows.
pictures: $(INSTALLED) browser
	$(BIN)/python scripts/make_pictures.py
	$(BIN)/python scripts/make_studio_pictures.py --readme

clean:
	rm -rf build $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
