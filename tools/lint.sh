#!/usr/bin/env bash
# All static checks. Warnings are errors only here.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

spas=(frontend-ui frontend-gallery frontend-client frontend-agent)
# The sources of shared-types once more, without the needs of its tests.
excluded=("${spas[@]/#/--exclude=}" --exclude=documented-types)
included=("${spas[@]/#/-p=}")

# With the pages inside, whose folder may be empty.
clippy_server() {
  mkdir -p dist
  cargo clippy --quiet --workspace "${excluded[@]}" --features platform/embedded-pages --all-targets -- -D warnings
}
clippy_pages() { cargo clippy --quiet "${included[@]}" --target wasm32-unknown-unknown -- -D warnings; }

# Without access to the advisory database the other three checks still run.
dependencies() {
  local checks=(bans licenses sources)
  if timeout 60 cargo deny --log-level off fetch db >/dev/null 2>&1; then
    checks=(advisories "${checks[@]}")
  else
    say "the advisory database can't be fetched: advisories are not checked"
  fi
  cargo deny --log-level error check "${checks[@]}"
}

documents() {
  node --test --test-reporter=dot tools/check-readme.test.mjs tools/check-security.test.mjs tools/{contract-breaks,guide}.test.mjs \
    && node tools/check-docs.mjs && node tools/check-contract.mjs
}
extension() { npm --prefix extension run --silent lint; }
peers() { extension/node_modules/.bin/eslint --config bench/peers/eslint.config.mjs bench/{peers/fastify,lighthouse} tools/bench-{answers,peers,programs}.mjs; }
browser_tests() { npm --prefix e2e run --silent lint; }

shell_scripts() {
  local script
  for script in tools/*.sh .ci/run; do
    bash -n "$script" || return 1
  done
}

stage "format" cargo fmt --all --check
stage "format of views" format_views --check
stage "spelling" typos
stage "shell scripts" shell_scripts
stages "documents" documents \
  "deployment files" tools/check-deploy.sh \
  "extension - eslint, types, web-ext" extension \
  "browser tests - types" browser_tests \
  "programs of other stacks - eslint" peers
stage "clippy: server" clippy_server
stage "clippy: pages" clippy_pages
stage "dependencies" dependencies
stage "unused dependencies" cargo machete
