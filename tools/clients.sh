#!/usr/bin/env bash
# Generates clients of the API from docs/openapi.json with common generators, compiles them, and lets each do the main job against
# a server with the demo data: list orders, read one, create a draft, add an item, read a problem. Clients of MCP do the same by tools.
# Usage: tools/clients.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Two of the packages need Node.js 22.
export PATH="$TOOLS/node-22/bin:$PATH"
karavan=${KARAVAN_BIN:-$TARGET/debug/karavan}
document=$ROOT/docs/openapi.json
sources=$ROOT/tools/clients
bin=$sources/node_modules/.bin
venv=$(python_environment clients)
jar=$(echo "$venv"/lib/python3*/site-packages/openapi_generator_cli/openapi-generator.jar)
work=$(mktemp -d "$(scratch_root)/karavan-clients.XXXXXX")
trap 'rm -rf "$work"' EXIT
cp "$sources"/*.ts "$sources"/*.py "$sources"/*.mjs "$sources/tsconfig.json" "$work"
# The jobs in TypeScript run as CommonJS, because not all generators write imports with extensions.
echo '{}' >"$work/package.json"
ln -s "$sources/node_modules" "$work/node_modules"

# The generator for Python writes code that does not compile for `webhooks`: findings/openapi-generator-python-breaks-on-webhooks.sh
node -e 'const document = require(process.argv[1]); delete document.webhooks; console.log(JSON.stringify(document))' "$document" \
  >"$work/without-webhooks.json"

# Usage: openapi_generator <language> <folder> [options]
openapi_generator() {
  local language=$1 folder=$2 files=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false
  shift 2
  java -jar "$jar" generate -g "$language" -i "$work/without-webhooks.json" -o "$folder" --global-property "$files" "$@" >"$work/log" 2>&1 \
    || { cat "$work/log"; return 1; }
}

typescript() {
  cd "$work"
  "$bin/openapi-typescript" "$document" -o generated/schema.d.ts >/dev/null
  KARAVAN_DOCUMENT=$document "$bin/orval" --config orval.config.mjs >log.orval || { cat log.orval; return 1; }
  openapi_generator typescript-axios generated/axios
  "$bin/tsc"
}

python() {
  openapi_generator python "$work/generated-python"
  mv "$work/generated-python/openapi_client" "$work"
  PATH=$venv/bin:$PATH "$venv/bin/openapi-python-client" generate --path "$document" --config "$sources/openapi-python-client.json" \
    --output-path "$work/generated_opc" --meta none --fail-on-warning >"$work/log" 2>&1 || { cat "$work/log"; return 1; }
  "$venv/bin/python" -m compileall -q "$work/openapi_client" "$work/generated_opc"
}

# 135,000 lines compile for a minute or two, so that is done only if the document, the jobs or a version has changed.
rust() {
  local hash inputs=("$document" "$ROOT"/tools/versions.sh "$ROOT"/tools/python/clients.txt "$sources"/rust/{*.*,jobs/*})
  hash=$(cat "${inputs[@]}" | sha256sum | cut -c1-24)
  programs=$CACHE/clients/$hash
  [ ! -e "$programs/progenitor" ] || return 0
  say "the document or the jobs have changed: compiling the clients in Rust …"
  rm -rf "$CACHE/clients" && mkdir -p "$programs"
  cp -r "$sources/rust" "$work/rust"
  cd "$work/rust"
  openapi_generator rust openapi-generated --additional-properties=packageName=openapi-generated,packageVersion=0.0.0
  node progenitor-copy.mjs "$document" copy.json
  cargo progenitor -i copy.json -o progenitor-generated -n progenitor-generated -v 0.0.0 >"$work/log" 2>&1 || { cat "$work/log"; return 1; }
  RUSTFLAGS=-Awarnings CARGO_TARGET_DIR=$CACHE/clients-target cargo build --quiet --locked
  cp "$CACHE"/clients-target/debug/{openapi-generator,progenitor} "$programs"
}

typescript
python
rust
cd "$work"
PYTHONPATH=$work node "$sources/run.mjs" "$karavan" "$venv/bin/python" "$work/built" "$programs"
