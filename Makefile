# Everything a person needs: `make run`. The rest is listed by `make`.

# A toolchain that is installed in a usual place but not on the PATH is found as well.
swift_found := $(firstword $(wildcard \
  $(HOME)/.local/share/swiftly/bin/swift $(HOME)/.swiftly/bin/swift \
  /usr/share/swift/usr/bin/swift /usr/local/swift*/usr/bin/swift /opt/*/usr/bin/swift \
  $(HOME)/swift*/usr/bin/swift /usr/libexec/swift/*/bin/swift /usr/lib/swift*/bin/swift))
export PATH := $(PATH)$(if $(swift_found),:$(patsubst %/,%,$(dir $(swift_found))))

SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=

bindir = $(DESTDIR)$(PREFIX)/bin
helperdir = $(DESTDIR)$(PREFIX)/libexec/trolley
sharedir = $(DESTDIR)$(PREFIX)/share
man_page = $(sharedir)/man/man1/trolley.1
bash_completion = $(sharedir)/bash-completion/completions/trolley
zsh_completion = $(sharedir)/zsh/site-functions/_trolley
fish_completion = $(sharedir)/fish/vendor_completions.d/trolley.fish

program = .build/release/trolley
# Started by the program when it needs the network or much memory.
worker = .build/release/trolley-worker
bootstrap = sh Sources/bootstrap.sh

tinfo = $(if $(filter Linux,$(shell uname -s)),-ltinfo)

# All release builds are compiled alike, so that `run`, `bench` and `install` share one build, and
# both programs what they have in common.
# glibc's remarks about static programs concern calls that Trolley does not make.
release = set -o pipefail; $$($(bootstrap) release) 2>&1
without_remarks = { grep --line-buffered -v \
  -e 'in statically linked applications requires' -e 'the use of .mktemp. is dangerous' \
  -e '^\[.*\] \(Planning build\|Write \)' || true; }

.PHONY: help run build test lint format bench install uninstall clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo '  make run ARGS="list --json"    the program with arguments'
	@echo '  make test ARGS="--filter Cart" some of the tests'
	@echo '  make install PREFIX=~/.local   into another place; DESTDIR is honoured'

run: build ## Build the program and start it
	@exec $(program) $(ARGS)

build: ## Build the program as it is installed (release)
	@$(bootstrap) build
	@$(release) --product trolley | $(without_remarks)
	@$(release) --product trolley-worker | $(without_remarks)

test: ## Build and run all tests
	@$(bootstrap) test
	swift test --disable-xctest --no-parallel $(ARGS)

lint: ## Check the source's format
	@$(bootstrap) lint
	swift format lint --strict -r -p Package.swift Sources Tests

format: ## Rewrite the source in the project's format
	@$(bootstrap) lint
	swift format -i -r -p Package.swift Sources Tests

bench: build ## Measure the program beside others; see docs/BENCHMARKS.md
	@$(release) --product trolley-bench | $(without_remarks)
	@mkdir -p .build/bench
	@cc=$$(command -v clang || command -v cc) && to=$(CURDIR)/.build/bench && \
	cd Sources/trolley-bench/Limits && \
	$$cc -O2 -o $$to/argon2 argon2.c -lsodium && \
	$$cc -O2 -o $$to/pixbuf pixbuf.c $(if $(filter Linux,$(shell uname -s)),-ldl) && \
	$$cc -O2 -o $$to/grid grid.c -lncursesw $(tinfo) && \
	{ $$cc -O2 -static -o $$to/raw raw.c || $$cc -O2 -o $$to/raw raw.c; } && \
	{ $$cc -O2 -static -o $$to/grid-static grid.c -lncursesw $(tinfo) || true; }
	@.build/release/trolley-bench --trolley $(program) --limits .build/bench $(ARGS)

# Under sudo the build is made by the person who asked, not by root.
install: ## Install programs, manual page and completions under PREFIX
	@if [ "$$(id -u)" = 0 ] && [ -n "$${SUDO_USER:-}" ] && [ "$$SUDO_USER" != root ]; then \
	  sudo -H -u "$$SUDO_USER" $(MAKE) --no-print-directory build; \
	else $(MAKE) --no-print-directory build; fi
	@mkdir -p $(bindir) $(helperdir) $(dir $(man_page) $(bash_completion) $(zsh_completion) $(fish_completion))
	install -m 755 $(program) $(bindir)/trolley
	install -m 755 $(worker) $(helperdir)/trolley-worker
	@if [ "$$(uname -s)" = Linux ]; then strip $(bindir)/trolley $(helperdir)/trolley-worker; fi
	install -m 644 docs/trolley.1 $(man_page)
	@set -e; \
	$(program) --generate-completion-script bash > $(bash_completion); \
	$(program) --generate-completion-script zsh > $(zsh_completion); \
	$(program) --generate-completion-script fish > $(fish_completion); \
	chmod 644 $(bash_completion) $(zsh_completion) $(fish_completion)
	@echo "Installed $(bindir)/trolley. Try: trolley"

uninstall: ## Remove what install put there; lists and orders stay
	rm -f $(bindir)/trolley $(man_page) $(bash_completion) $(zsh_completion) $(fish_completion)
	rm -f $(helperdir)/trolley-worker
	@rmdir $(helperdir) 2>/dev/null || true

clean: ## Remove everything that was built
	rm -rf .build
