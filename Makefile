# Karavan. `make` lists the targets; each one installs the tools that it needs.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run demo-reset check test release fresh lint fmt setup bench bench-quick bench-peers bench-lighthouse fuzz soak

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Build changed sources, migrate, load demo data into a new database, serve on http://127.0.0.1:8080
	@tools/run.sh serve

demo-reset: ## Delete data/ and load the demo data again
	@tools/run.sh demo-reset

check: ## Format, clippy, unit tests, and the tests on SQLite of the features that differ from main
	@tools/check.sh

test: ## Everything that CI runs: lints, Rust on SQLite and PostgreSQL, extension, browser
	@tools/test.sh

release: ## One optimised program with the pages inside: target/release/karavan
	@tools/release.sh

fresh: ## Both commands in a clean clone with an empty home and cache, with the seconds of each stage
	@tools/fresh.sh

lint: ## Format, spelling, clippy, dependencies, extension; warnings are failures
	@tools/setup.sh lint
	@tools/lint.sh

bench: ## Measure sizes, start, memory, speed and parsing against their budgets
	@tools/bench.sh

bench-quick: ## Measure speed alone, on less data, within three minutes
	@tools/bench.sh --quick

bench-peers: ## Compare with FastAPI and Fastify on one database (about eight minutes); QUICK=1 takes less than three
	@tools/bench-peers.sh $(if $(QUICK),--quick)

bench-lighthouse: ## Scores of Lighthouse for logins, lists and orders (about ten minutes); DESKTOP=1 for the desktop profile
	@tools/bench-lighthouse.sh $(if $(DESKTOP),--desktop)

fuzz: ## Send valid and invalid requests by the API contract as each kind of caller, on both databases
	@tools/fuzz.sh

soak: ## The long forms: money under load in full, the server killed 50 times, replicas replaced behind proxies
	@tools/soak.sh

fmt: ## Format the Rust code and its views
	@tools/fmt.sh

setup: ## Install the tools for run and test only
	@tools/setup.sh test
