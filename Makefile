# Everything a person does here. `make` alone says what there is.

SWIFT ?= swift
HOMEROOM = .build/release/homeroom
PORT ?= 8080
DATA ?= .data

.DEFAULT_GOAL := help
.PHONY: help setup setup-check run build test check bench browser format tour faults mutants model powercut schema routes clean

help: ## what there is
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' Makefile | while IFS='|' read -r a b; do printf '%-16s %s\n' "$$a" "$$b"; done

setup: ## install what building and serving needs (apt)
	@scripts/setup.sh run

setup-check: ## install what testing needs as well: browsers, PostgreSQL, .venv
	@scripts/setup.sh check

run: build ## the demo school at http://localhost:8080, with sign-ins printed
	@$(HOMEROOM) demo --data $(DATA) --port $(PORT)

build: setup ## .build/release/homeroom, and what browsers run without a network: .build/browser/homeroom.wasm
	@$(SWIFT) build -c release --product homeroom
	@scripts/browser.sh || [ -e .build/browser/homeroom.wasm ] || echo "Without .build/browser/homeroom.wasm pages need a network; all else works."

test: setup-check ## every test, browsers included
	@python3 scripts/check.py test

check: setup-check ## what CI runs: format, names, words, builds, tests, schema, routes
	@python3 scripts/check.py

bench: setup-check build ## the figures of design.md §7, as ratios; writes docs/benchmarks.md
	@.venv/bin/python Benchmarks/bench.py

browser: setup-check ## all that a browser runs, as one WebAssembly module
	@scripts/browser.sh

format: ## formats the Swift sources and the catalogues of words
	@$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Features Tests
	@python3 scripts/check-words.py --format

tour: setup-check build ## twelve pictures of real pages with a sentence each: docs/tour.md
	@.venv/bin/python scripts/tour.py

faults: setup-check build ## kills, full disks, wrong clocks, slow clients against a ledger of promises; LONG=1 takes an hour
	@.venv/bin/python scripts/faults.py $(if $(LONG),--long)

mutants: setup-check ## small wrong changes, one at a time, and whether a test notices; COUNT=40 ONLY='Grades|Rules' SEED=7
	@python3 scripts/mutants.py $(if $(COUNT),--count $(COUNT)) $(if $(ONLY),--only '$(ONLY)') $(if $(SEED),--seed $(SEED))

model: ## a million histories of the sync protocol's model, optimized; COUNT=10000 FIRST=0
	@$(SWIFT) build -q -c release --package-path Benchmarks/Model
	@Benchmarks/Model/.build/release/Model $(or $(COUNT),1000000) $(or $(FIRST),0)

powercut: setup-check build ## pulls the plug of a loop-mounted disk (needs root)
	@scripts/powercut.sh

schema: build ## writes schema.sql
	@$(HOMEROOM) migrate --print-schema > schema.sql.new && mv schema.sql.new schema.sql

routes: build ## writes docs/api/routes.txt
	@mkdir -p docs/api && $(HOMEROOM) routes > docs/api/routes.txt.new && mv docs/api/routes.txt.new docs/api/routes.txt

clean: ## forgets what was built, not the data
	@rm -rf .build .venv screens
