#!/usr/bin/env bash
# cyrillic-to-translit-js, version 3.2.1 (npm), writes Russian names in Latin letters, for instance on waybills. It has i for ы, as for и
# and й: Крылов becomes Krilov, and so does Крилов, another surname. A passport has Krylov, and so has each of the 27 tables of
# iuliia 0.8.2 (npm), so the name on the waybill and the one in the passport are two persons.
# Expected: Krylov. Fails if it is written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund cyrillic-to-translit-js@3.2.1 iuliia@0.8.2
node - <<'NODE'
const CyrillicToTranslit = require("cyrillic-to-translit-js");
const iuliia = require("iuliia");
const table = new CyrillicToTranslit({ preset: "ru" });
const others = Object.entries(iuliia).filter(([name, schema]) => /^[A-Z0-9_]+$/.test(name) && typeof schema === "object");
const spellings = new Set(others.map(([, schema]) => iuliia.translate("Крылов", schema).normalize("NFD").replace(/[^A-Za-z]/g, "")));
const seen = ["Крылов", "Крилов"].map((name) => table.transform(name));
console.log(`cyrillic-to-translit-js 3.2.1: Крылов and Крилов are ${seen.join(" and ")}`);
console.log(`iuliia 0.8.2: Крылов in ${others.length} tables, without accents: ${[...spellings].join(", ")}`);
process.exit(String(seen) === "Krilov,Krilov" && String([...spellings]) === "Krylov" && others.length > 20 ? 0 : 1);
NODE
