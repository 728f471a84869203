# Two commands matter: `make verify` and `make test`. `make help` lists the rest.
CARGO ?= cargo
TRUTHSAYER := target/release/truthsayer
# Engines written in Python and JavaScript are tested where both interpreters are at hand; `.ci/run` installs them.
INTERPRETERS := $(shell command -v python3 >/dev/null && command -v node >/dev/null && echo --features interpreters)
AUDIT := docs/seed-coverage.md --without seed-engine --out docs/seed-audit.md

.PHONY: help verify test test-browser lint bless report bench

help: ## list these targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

verify: $(TRUTHSAYER) ## build, play the shipped suites, turn off every clause, print coverage
	$(TRUTHSAYER) verify --quiet
	$(TRUTHSAYER) prove

test: ## every test: format, clippy, documentation, unit and integration tests, the shipped suites
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --all-features -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet
	$(CARGO) test --workspace $(INTERPRETERS)
	@test -n "$(INTERPRETERS)" || echo "left out: tests of engines in Python and JavaScript, as python3 or node is missing"
	CI=true target/debug/truthsayer lint
	CI=true target/debug/truthsayer verify
	CI=true target/debug/truthsayer prove
	CI=true target/debug/truthsayer report --check
	CI=true target/debug/truthsayer audit $(AUDIT) --check

test-browser: ## the page in a real browser; installs Debian's Chromium where it is missing
	@command -v chromedriver >/dev/null || (apt-get update -qq && apt-get install -y -qq chromium chromium-driver)
	$(CARGO) test --features browser --test browser

lint: $(TRUTHSAYER) ## check citations, catalog, exclusions, goldens and switches
	$(TRUTHSAYER) lint

bless: $(TRUTHSAYER) ## accept the outcomes of all conforming scenarios as goldens
	$(TRUTHSAYER) bless

report: $(TRUTHSAYER) ## write the verification documents, the page and the audit of the seed documents
	$(TRUTHSAYER) report
	$(TRUTHSAYER) audit $(AUDIT)

bench: ## measure speed as ratios within one run
	$(CARGO) bench

$(TRUTHSAYER): Cargo.toml Cargo.lock $(shell find src crates -name '*.rs')
	$(CARGO) build --release
	@touch $@
