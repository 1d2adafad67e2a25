# To build and start the program: `make run`. `make` lists the other targets.

# Also finds a toolchain in one of the usual places that is not on the PATH.
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
zsh_completions ?= $(PREFIX)/share/zsh/site-functions
docdir = $(sharedir)/doc/trolley
man_page = $(sharedir)/man/man1/trolley.1
bash_completion = $(sharedir)/bash-completion/completions/trolley
zsh_completion = $(DESTDIR)$(zsh_completions)/_trolley
fish_completion = $(sharedir)/fish/vendor_completions.d/trolley.fish

program = .build/release/trolley
# The program starts it for work that needs the network or much memory.
worker = .build/release/trolley-worker
# It carries shared lists to and from PostgreSQL.
sync = .build/release/trolley-sync
bootstrap = sh .make/bootstrap.sh
version = $(shell sed -n 's/.*let text = "\(.*\)"/\1/p' Sources/*/Version.swift Sources/*/*/Version.swift 2>/dev/null)

# All release builds use the same flags, so that `run`, `bench` and `install` share one build, and
# all programs share their common modules.
# The filtered warnings of glibc are about calls that Trolley does not make.
release = set -o pipefail; $$($(bootstrap) release) 2>&1
without_remarks = { grep --line-buffered -v \
  -e 'in statically linked applications requires' -e 'the use of .mktemp. is dangerous' \
  -e '^\[.*\] \(Planning build\|Write \)' || true; }

# An import against an arrow of Package.swift is refused, also where its module happens to be built.
tests_build = swift build --build-tests --explicit-target-dependency-import-check error

# What failed is repeated at the end, where it is found among thousands of lines; the summary is the
# last of them.
repeat_failures = { rc=$$?; echo; grep -a -A 6 -E '^✘ Test .* recorded an issue|^✘ Test run' .build/tests.log; exit $$rc; }

.PHONY: help deps run debug build test goldens docs lint format bench order install uninstall deb dist clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo '  make run ARGS="list --json"    the program with arguments'
	@echo '  make test ARGS="--filter Cart" some of the tests'
	@echo '  make install PREFIX=~/.local   into another place; DESTDIR is honoured'

deps: ## Name the packages that build and tests need, and install what is missing
	@$(bootstrap) deps

run: build ## Build the program and start it
	@exec $(program) $(ARGS)

debug: ## Build the program quickly, with debug information, and start it
	@$(bootstrap) build
	@for p in trolley trolley-worker trolley-sync; do swift build --product $$p || exit 1; done
	@exec .build/debug/trolley $(ARGS)

build: ## Build the program as it is installed (release)
	@$(bootstrap) build
	@$(release) --product trolley | $(without_remarks)
	@$(release) --product trolley-worker | $(without_remarks)
	@$(release) --product trolley-sync | $(without_remarks)

test: ## Build and run all tests
	@$(bootstrap) test
	@$(tests_build)
	@set -o pipefail; swift test --disable-xctest --skip-build $(ARGS) 2>&1 | tee .build/tests.log || $(repeat_failures)

goldens: ## Write the approved screens of the tests anew; look at what git says then
	@$(bootstrap) test
	rm -f Tests/TrolleyUITests/Goldens/*.txt
	@$(tests_build)
	TROLLEY_RECORD=1 swift test --disable-xctest --skip-build --filter TrolleyUITests
	@git --no-pager diff --stat -- Tests/TrolleyUITests/Goldens

docs: ## Write the tables of keys and of goals in README, manual and BENCHMARKS
	@$(bootstrap) test
	@$(tests_build)
	TROLLEY_RECORD=1 swift test --disable-xctest --skip-build --filter "KeyTablesTests|SettingsDocumentTests|BenchmarkGoalsTests"

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
	$$cc -O2 -o $$to/pixbuf pixbuf.c -ldl && \
	$$cc -O2 -o $$to/grid grid.c -lncursesw -ltinfo && \
	{ $$cc -O2 -static -o $$to/raw raw.c || $$cc -O2 -o $$to/raw raw.c; } && \
	{ $$cc -O2 -static -o $$to/grid-static grid.c -lncursesw -ltinfo || true; }
	@.build/release/trolley-bench --trolley $(program) --limits .build/bench $(ARGS)

order: build ## Note anew which functions run at every start: the linker puts them together
	sh .make/order.sh $(program)

# Under sudo, the user who called it runs the build, not root.
install: ## Install programs, documents and completions under PREFIX
	@if [ "$$(id -u)" = 0 ] && [ -n "$${SUDO_USER:-}" ] && [ "$$SUDO_USER" != root ]; then \
	  sudo -H -u "$$SUDO_USER" $(MAKE) --no-print-directory build; \
	else $(MAKE) --no-print-directory build; fi
	@mkdir -p $(bindir) $(helperdir) $(docdir)/docs $(dir $(man_page) $(bash_completion) $(zsh_completion) $(fish_completion))
	install -m 755 $(program) $(bindir)/trolley
	install -m 755 $(worker) $(helperdir)/trolley-worker
	install -m 755 $(sync) $(helperdir)/trolley-sync
	@strip $(bindir)/trolley $(helperdir)/trolley-worker $(helperdir)/trolley-sync
	sed 's/^\.Os$$/.Os Trolley $(version)/' docs/trolley.1 > $(man_page)
	@chmod 644 $(man_page)
	install -m 644 README.md $(docdir)
	install -m 644 docs/SERVER.md docs/DATA.md $(docdir)/docs
	@set -e; \
	$(program) --generate-completion-script bash > $(bash_completion); \
	$(program) --generate-completion-script zsh > $(zsh_completion); \
	$(program) --generate-completion-script fish > $(fish_completion); \
	chmod 644 $(bash_completion) $(zsh_completion) $(fish_completion)
	@echo "Installed $(bindir)/trolley. Try: trolley"

uninstall: ## Remove what install put there; lists and orders stay
	rm -f $(bindir)/trolley $(man_page) $(bash_completion) $(zsh_completion) $(fish_completion)
	rm -f $(helperdir)/trolley-worker $(helperdir)/trolley-sync
	rm -f $(docdir)/README.md $(docdir)/docs/SERVER.md $(docdir)/docs/DATA.md
	@rmdir $(helperdir) $(docdir)/docs $(docdir) 2>/dev/null || true

deb: build ## Make a Debian package in .build
	@$(bootstrap) deb
	@sh .make/deb.sh $(version)

# Timestamps are those of the last commit, so that the archive is reproducible.
archive = trolley-$(version)-$(shell uname -s | tr A-Z a-z)-$(shell uname -m)
dist: build ## Make an archive of the programs, documents and completions in .build
	@rm -rf .build/$(archive)
	@$(MAKE) --no-print-directory install DESTDIR=$(CURDIR)/.build/$(archive) PREFIX= >/dev/null
	@cp README.md LICENSE docs/CHANGELOG.md docs/THIRD-PARTY.md .build/$(archive)
	@tar -C .build --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rw,go+rX,go-w \
	  --mtime=@$$(git log -1 --format=%ct 2>/dev/null || date +%s) -c $(archive) | gzip -9n > .build/$(archive).tar.gz
	@rm -rf .build/$(archive)
	@echo .build/$(archive).tar.gz

clean: ## Remove everything that was built
	rm -rf .build
