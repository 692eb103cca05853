#!/usr/bin/env bash
# openapi-generator 7.26.0, Python: an operation under `webhooks` of OpenAPI 3.1 with a body or a parameter becomes a method whose
# arguments have no type, `event: ,`, so the package does not compile. Expected: a type, as below `paths`, or no method.
# Fails if the package compiles. Needs Java.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check openapi-generator-cli==7.26.0
cat >"$folder/openapi.json" <<'JSON'
{
  "openapi": "3.1.0",
  "info": { "title": "Events", "version": "1" },
  "webhooks": {
    "created": {
      "post": {
        "operationId": "receive_created",
        "requestBody": { "required": true, "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Event" } } } },
        "responses": { "200": { "description": "Received" } }
      }
    }
  },
  "components": { "schemas": { "Event": { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" } } } } }
}
JSON
cd "$folder"
venv/bin/openapi-generator-cli generate -g python -i openapi.json -o client >log 2>&1
if python3 -m compileall -q client/openapi_client >errors; then exit 1; fi
grep -m1 "event: ," errors
