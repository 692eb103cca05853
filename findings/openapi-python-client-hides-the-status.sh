#!/usr/bin/env bash
# openapi-python-client 0.29.1 warns about a response that it can't generate, and prints the address of an object where the status
# should be: "Cannot parse response for status code <…UntrustedString object at 0x7f…>". Expected: the status, 200.
# Fails if the warning names the status.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check openapi-python-client==0.29.1
cat >"$folder/openapi.json" <<'JSON'
{
  "openapi": "3.1.0",
  "info": { "title": "Files", "version": "1" },
  "paths": {
    "/file.pdf": {
      "get": {
        "operationId": "read_file",
        "responses": {
          "200": { "description": "A file", "content": { "application/pdf": { "schema": { "type": "string", "format": "binary" } } } }
        }
      }
    }
  }
}
JSON
cd "$folder"
venv/bin/openapi-python-client generate --path openapi.json --output-path client --meta none >warnings 2>&1
grep "Cannot parse response" warnings
if grep -q "status code 200" warnings; then exit 1; fi
grep -q "status code <.*UntrustedString object at 0x" warnings
