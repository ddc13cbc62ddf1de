# kubegap-lint: `make help` lists what there is.
GO ?= go
TOOL = $(GO) tool -modfile=.tools/go.mod
FUZZTIME ?= 60s
BENCH ?= .
BENCHCOUNT ?= 10
BASE ?= origin/main
IMAGE ?= kubegap-lint
VERSION ?= 0.0.0
# What the linter remembers names files by their full path: two checkouts that share
# its memory would get each other's findings.
export GOLANGCI_LINT_CACHE ?= $(CURDIR)/bin/golangci-lint

.DEFAULT_GOAL := help

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-15s %s\n", $$1, $$2}' Makefile

.PHONY: build
build: ## Build the program into bin/
	$(GO) build -o bin/kubegap-lint ./cmd/kubegap-lint

.PHONY: check
check: format-check vet lint docs-check test race ## Everything that CI runs

.PHONY: test
test: ## Run all tests: Go, Rego, fixtures, scripts, README
	$(GO) test -timeout 30m ./...
	$(GO) -C .tools test ./release

.PHONY: race
race: ## Run the tests of what runs in parallel with the race detector
	$(GO) test -timeout 30m -race -short ./render/... ./lint/...

.PHONY: format-check
format-check: ## Fail where gofmt would change a file
	@unformatted=$$(gofmt -l cmd lint policies render .tools); \
	if [ -n "$$unformatted" ]; then echo "gofmt would change:"; echo "$$unformatted"; exit 1; fi

.PHONY: format
format: ## Format Go and Rego
	gofmt -w cmd lint policies render .tools
	$(GO) run ./cmd/kubegap-lint test --fix --run '/rego$$' policies

.PHONY: vet
vet: ## Run go vet
	$(GO) vet ./...
	$(GO) -C .tools vet ./release

.PHONY: lint
lint: ## Run the linters
	$(TOOL) golangci-lint run ./...
	cd .tools && $(GO) tool golangci-lint run ./release

.PHONY: docs
docs: ## Write the generated pages and the outputs in the README
	$(GO) run ./cmd/kubegap-lint docs .
	$(GO) test ./cmd/kubegap-lint -run TestReadme -update

.PHONY: docs-check
docs-check: ## Fail where a generated page is out of date
	$(GO) run ./cmd/kubegap-lint docs --check .

.PHONY: golden
golden: ## Rewrite the expected outputs of the tests
	$(GO) test ./lint/format ./cmd/kubegap-lint ./cmd/kubegap-lint/agent -update

.PHONY: fuzz
fuzz: ## Fuzz each target for FUZZTIME
	@for target in $$(grep -rhoE '^func Fuzz[A-Za-z]+' --include='*_test.go' . | awk '{print $$2}' | sort -u); do \
		dir=$$(dirname $$(grep -rlE "^func $$target\(" --include='*_test.go' . | head -n 1)); \
		echo "$$target in $$dir"; \
		$(GO) test $$dir -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) || exit 1; \
	done

.PHONY: bench
bench: ## Run the benchmarks BENCHCOUNT times
	$(GO) test ./... -run '^$$' -bench '$(BENCH)' -benchmem -count $(BENCHCOUNT)

.PHONY: bench-diff
bench-diff: ## Compare the benchmarks with those of BASE
	@set -e; base=$$(mktemp -d); trap 'git worktree remove --force $$base' EXIT; \
	git worktree add --quiet --detach $$base $$(git merge-base HEAD $(BASE)); \
	(cd $$base && $(GO) test ./... -run '^$$' -bench '$(BENCH)' -benchmem -count $(BENCHCOUNT)) > $$base.txt; \
	$(GO) test ./... -run '^$$' -bench '$(BENCH)' -benchmem -count $(BENCHCOUNT) > $$base-new.txt; \
	$(TOOL) benchstat $$base.txt $$base-new.txt

.PHONY: release-dry-run
release-dry-run: ## Build the files of a release into dist/, and prove them
	$(GO) -C .tools run ./release -dir .. -out ../dist

.PHONY: image
image: ## Build the container image IMAGE of what release-dry-run has built
	@-buildah manifest rm $(IMAGE) 2>/dev/null
	buildah build --platform linux/amd64,linux/arm64 --timestamp $$(git log -1 --format=%ct) \
		--build-arg VERSION=$(VERSION) --build-arg REVISION=$$(git rev-parse HEAD) \
		--manifest $(IMAGE) --file .container/Dockerfile dist/build

.PHONY: clean
clean: ## Remove what was built
	rm -rf bin dist
