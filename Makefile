# Two commands matter: `make verify` and `make test`. `make help` lists the rest.
CARGO ?= cargo
# The target folder of Cargo, from CARGO_TARGET_DIR, a configuration file or the default.
BUILT := $(shell $(CARGO) metadata --no-deps --offline --format-version 1 2>/dev/null | \
	sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')
BUILT := $(or $(patsubst $(CURDIR)/%,%,$(BUILT)),target)
# Quick to build, quick enough to run.
TRUTHSAYER := $(BUILT)/light/truthsayer
# With link-time optimisation, for `make dist`.
RELEASE := $(BUILT)/release/truthsayer
AUDIT := verification/seed-coverage.md --without seed-engine --out verification/seed-audit.md

# Fuzz targets, and the seconds for each. The code has no `unsafe`, so a sanitizer finds nothing; the dictionaries replace
# the tracing of comparisons.
TARGET ?= $(basename $(notdir $(wildcard fuzz/fuzz_targets/*.rs)))
SECONDS_EACH ?= 60
FUZZ = -max_total_time=$(SECONDS_EACH) -max_len=4096 -timeout=10 -rss_limit_mb=4096 -print_final_stats=1 -verbosity=0

.PHONY: always help verify check test test-browser test-bazel test-pipelines examples chess pig semver tax tariff deny book rooms lint bless report dist bench bench-peers fuzz judge-mutants prove-all

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16

verify: $(TRUTHSAYER) ## build, run the shipped suites, print coverage
	$(TRUTHSAYER) verify --quiet
	$(TRUTHSAYER) prove
	@echo
	@echo "Next: open verification/index.html, the rulebook with its evidence, or run"
	@echo "  $(TRUTHSAYER) explain dune/battle.md:23     show a rule line and its proof"
	@echo "  $(TRUTHSAYER) init my-game                  create a project"

check: ## check format, Clippy lints and the documentation of the source
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet

test: check ## run `check`, all unit and integration tests, and the shipped suites
	tests/run.sh $(CARGO) test --workspace
	CI=true $(BUILT)/debug/truthsayer lint
	CI=true $(BUILT)/debug/truthsayer verify
	CI=true $(BUILT)/debug/truthsayer prove
	CI=true $(BUILT)/debug/truthsayer report --check
	CI=true $(BUILT)/debug/truthsayer audit $(AUDIT) --check

test-browser: ## test the page in a browser; installs Chromium on Debian
	@command -v chromedriver >/dev/null || (apt-get update -qq && apt-get install -y -qq chromium chromium-driver)
	$(CARGO) test --workspace --test programs browser -- --ignored

chess: $(TRUTHSAYER) ## test two chess libraries; installs them, or replays recordings unless REPLAY=never
	examples/chess/show.sh $(TRUTHSAYER) $(REPLAY)

semver: $(TRUTHSAYER) ## test four version libraries; installs them, or replays recordings unless REPLAY=never
	examples/semver/show.sh $(TRUTHSAYER) $(REPLAY)

pig: $(TRUTHSAYER) ## test the engines of the dice game
	$(TRUTHSAYER) --project examples/pig verify --quiet
	$(TRUTHSAYER) --project examples/pig prove

tax: $(TRUTHSAYER) ## test the country template of OpenFisca; installs it, or replays a recording unless REPLAY=never
	examples/tax/show.sh $(TRUTHSAYER) $(REPLAY)

tariff: $(TRUTHSAYER) ## test a parcel tariff
	$(TRUTHSAYER) --project examples/tariff prove

examples: chess pig semver tax tariff ## run all examples

deny: ## check advisories, licences, bans and sources of all dependencies; installs cargo-deny
	@$(CARGO) deny --version >/dev/null 2>&1 || \
		$(CARGO) install --locked --profile dev --no-default-features --target-dir $(BUILT)/cargo-deny cargo-deny@0.20.2
	$(CARGO) deny --offline check bans licenses sources
	@if timeout 20 git ls-remote https://github.com/rustsec/advisory-db HEAD >/dev/null 2>&1; then \
		$(CARGO) deny check advisories; else echo "not checked: advisories, because github.com cannot be reached"; fi

# SINCE=main mutates only lines that differ from there, FILES="golden_diff gap" only these files.
SINCE ?=
FILES ?=
judge-mutants: ## mutate the judge and check that a test fails; SINCE=main: only changed lines
	$(CARGO) run --quiet --locked --manifest-path judge-mutants/Cargo.toml --target-dir $(BUILT)/judge-mutants/tool -- \
		$(if $(SINCE),--since $(SINCE)) $(FILES)

prove-all: ## run every scenario with every mutant and compare the grades with those of `prove`
	EVERY=1 $(CARGO) test --release --test shipped skipped_runs

book: ## build the documentation with mdBook into target/book; installs mdBook if it is missing
	@command -v mdbook >/dev/null || $(CARGO) install mdbook --locked
	mdbook build

rooms: ## print the imports between the rooms of the source
	$(CARGO) test --quiet --test repository every_room -- --nocapture

lint: $(TRUTHSAYER) ## check citations, catalogs, exclusions, goldens and switches
	$(TRUTHSAYER) lint

bless: $(TRUTHSAYER) ## accept the outcomes of all passing scenarios as goldens
	$(TRUTHSAYER) bless

report: $(TRUTHSAYER) ## write the verification documents, the page and the seed audit
	$(TRUTHSAYER) report
	$(TRUTHSAYER) audit $(AUDIT)

test-pipelines: ## check the pipelines of docs/how-to/run-in-ci.md against published schemas, and run their steps
	integrations/check-pipelines.sh $(BUILT)/pipelines
	$(CARGO) test --workspace --test programs pipelines

test-bazel: $(TRUTHSAYER) ## run three shards under Bazel and merge them; installs Bazel on Debian
	integrations/bazel/test.sh $(TRUTHSAYER)

dist: $(RELEASE) ## pack the program, completions, man pages, licences and a checksum; needs GNU tar
	CARGO="$(CARGO)" packaging/dist.sh $(RELEASE) $(BUILT)/dist

bench: $(RELEASE) ## print the table of speed and memory, as ratios within one run; needs Python
	python3 benches/table.py $(RELEASE)

bench-peers: $(RELEASE) ## run insta, pytest with syrupy, and vitest on the same cases; installs them if possible
	python3 benches/peers.py $(RELEASE) $(BUILT)/peers

fuzz: ## fuzz all readers, or TARGET=yaml, for SECONDS_EACH=60; needs nightly Rust
	@command -v cargo-fuzz >/dev/null || $(CARGO) install cargo-fuzz --locked
	@rustup toolchain list | grep -q ^nightly || rustup toolchain install nightly --profile minimal
	$(CARGO) run --quiet --manifest-path fuzz/Cargo.toml --example seeds
	@found=; folder=$$(mktemp -d); for each in $(TARGET); do \
		echo "fuzzing $$each for $(SECONDS_EACH) seconds"; \
		TMPDIR=$$folder $(CARGO) +nightly fuzz run --sanitizer none --no-trace-compares $$each -- \
			$(FUZZ) -dict=$(CURDIR)/fuzz/dictionaries/$$each.dict || found="$$found $$each"; \
	done; rm -rf "$$folder"; test -z "$$found" || { echo "found failures in:$$found; see fuzz/artifacts"; exit 1; }

# Always runs: Cargo decides what to rebuild.
$(TRUTHSAYER): always
	$(CARGO) build --profile light

$(RELEASE): always
	$(CARGO) build --release
