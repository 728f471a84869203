# Two commands matter: `make verify` and `make test`. `make help` lists the rest.
CARGO ?= cargo
# Where Cargo builds, whoever says so: CARGO_TARGET_DIR, a configuration, or nobody.
BUILT := $(shell $(CARGO) metadata --no-deps --offline --format-version 1 2>/dev/null | \
	sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')
BUILT := $(or $(patsubst $(CURDIR)/%,%,$(BUILT)),target)
TRUTHSAYER := $(BUILT)/release/truthsayer
# Engines written in Python and JavaScript are tested where both interpreters are at hand; `.ci/run` installs them.
INTERPRETERS := $(shell command -v python3 >/dev/null && command -v node >/dev/null && echo --features interpreters)
AUDIT := docs/seed-coverage.md --without seed-engine --out docs/seed-audit.md

# What is fuzzed, and for how long each. Our own code has no unsafe part, so a sanitizer would only cost speed; and with
# a dictionary of the words that seeds are made of, so would following every comparison.
TARGET ?= $(basename $(notdir $(wildcard fuzz/fuzz_targets/*.rs)))
SECONDS_EACH ?= 60
FUZZ = -max_total_time=$(SECONDS_EACH) -max_len=4096 -timeout=10 -rss_limit_mb=4096 -print_final_stats=1 -verbosity=0

.PHONY: asked-every-time help verify test test-browser test-bazel test-pipelines chess lint bless report dist bench fuzz mutants prove-all

help: ## list these targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

verify: $(TRUTHSAYER) ## build, play the shipped suites, turn off every clause, print coverage
	$(TRUTHSAYER) verify --quiet
	$(TRUTHSAYER) prove
	@echo
	@echo "next: open verification/index.html for the rulebook with its evidence, or try"
	@echo "  $(TRUTHSAYER) explain dune/battle.md:23     a rule line and what proves it"
	@echo "  $(TRUTHSAYER) init my-game                  a project of your own"

test: ## every test: format, clippy, documentation, unit and integration tests, the shipped suites
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --all-features -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet
	tests/run.sh $(CARGO) test --workspace $(INTERPRETERS)
	@test -n "$(INTERPRETERS)" || echo "left out: tests of engines in Python and JavaScript, as python3 or node is missing"
	CI=true $(BUILT)/debug/truthsayer lint
	CI=true $(BUILT)/debug/truthsayer verify
	CI=true $(BUILT)/debug/truthsayer prove
	CI=true $(BUILT)/debug/truthsayer report --check
	CI=true $(BUILT)/debug/truthsayer audit $(AUDIT) --check

test-browser: ## the page in a real browser; installs Debian's Chromium where it is missing
	@command -v chromedriver >/dev/null || (apt-get update -qq && apt-get install -y -qq chromium chromium-driver)
	$(CARGO) test --features browser --test browser

chess: $(TRUTHSAYER) ## two real chess libraries under the oracle; installs them, or replays them (not with REPLAY=never)
	examples/chess/show.sh $(TRUTHSAYER) $(REPLAY)

# What is broken: everything, or with SINCE=main only lines that differ from there, or with FILES="drift gap" only those.
SINCE ?=
FILES ?=
mutants: ## break the judge in every place, or in what SINCE=main changed, and see that a test notices
	$(CARGO) run --quiet --locked --manifest-path mutants/Cargo.toml --target-dir $(BUILT)/mutants/tool -- \
		$(if $(SINCE),--since $(SINCE)) $(FILES)

prove-all: ## play every scenario without every switch, and compare the grades with those of `prove`
	EVERY=1 $(CARGO) test --release --test economy

lint: $(TRUTHSAYER) ## check citations, catalog, exclusions, goldens and switches
	$(TRUTHSAYER) lint

bless: $(TRUTHSAYER) ## accept the outcomes of all conforming scenarios as goldens
	$(TRUTHSAYER) bless

report: $(TRUTHSAYER) ## write the verification documents, the page and the audit of the seed documents
	$(TRUTHSAYER) report
	$(TRUTHSAYER) audit $(AUDIT)

test-pipelines: ## the pipelines of docs/ci.md: against the published schemas, and step by step
	integrations/check-pipelines.sh $(BUILT)/pipelines
	$(CARGO) test --features interpreters --test pipelines

test-bazel: $(TRUTHSAYER) ## three shards under Bazel, put together again; installs Debian's Bazel where it is missing
	integrations/bazel/test.sh $(TRUTHSAYER)

dist: $(TRUTHSAYER) ## pack the program with completions, man pages and licences, and a checksum; needs GNU tar
	CARGO="$(CARGO)" packaging/dist.sh $(TRUTHSAYER) $(BUILT)/dist

bench: ## measure speed as ratios within one run
	$(CARGO) bench

fuzz: ## look for inputs that break a reader: all targets, or TARGET=yaml, for SECONDS_EACH=60; needs nightly Rust
	@command -v cargo-fuzz >/dev/null || $(CARGO) install cargo-fuzz --locked
	@rustup toolchain list | grep -q ^nightly || rustup toolchain install nightly --profile minimal
	$(CARGO) run --quiet --manifest-path fuzz/Cargo.toml --example seeds
	@found=; folder=$$(mktemp -d); for each in $(TARGET); do \
		echo "fuzzing $$each for $(SECONDS_EACH) seconds"; \
		TMPDIR=$$folder $(CARGO) +nightly fuzz run --sanitizer none --no-trace-compares $$each -- \
			$(FUZZ) -dict=$(CURDIR)/fuzz/dictionaries/$$each.dict || found="$$found $$each"; \
	done; rm -rf "$$folder"; test -z "$$found" || { echo "findings in:$$found; see fuzz/artifacts"; exit 1; }

# Cargo knows what has to be built anew; a list of files kept here would only know less.
$(TRUTHSAYER): asked-every-time
	$(CARGO) build --release
