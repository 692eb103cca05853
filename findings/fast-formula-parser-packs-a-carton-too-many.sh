#!/usr/bin/env bash
# fast-formula-parser, version 1.0.19 (npm), computes formulas of sheets. Its ROUNDUP adds one to every number that is whole already: 240
# pieces at 24 a carton are =ROUNDUP(240/24,0), ten cartons, and it says 11; no goods need a carton of minus one. A quotient with a rest
# is right, so 250 pieces have as many cartons as 240. Packing lists and freight by the carton or by the full kilogram are too high.
# Excel, ROUNDUP: rounds away from zero, a whole number stays. hyperformula 3.5.0 (npm) says 10.
# Expected: 10 and 0. Fails if one of them is computed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund fast-formula-parser@1.0.19 hyperformula@3.5.0
cat >cartons.cjs <<'JS'
const Parser = require("fast-formula-parser");
const { HyperFormula } = require("hyperformula");

const formulas = ["ROUNDUP(240/24,0)", "ROUNDUP(250/24,0)", "ROUNDUP(0/24,0)", "CEILING(240/24,1)"];
const seen = formulas.map((formula) => new Parser().parse(formula, { sheet: "S", row: 1, col: 1 }));
const sheet = HyperFormula.buildFromArray([formulas.map((formula) => `=${formula}`)], { licenseKey: "gpl-v3" });
const right = sheet.getSheetValues(0)[0];
formulas.forEach((formula, at) => console.log(`${formula}: fast-formula-parser 1.0.19 ${seen[at]}, hyperformula 3.5.0 ${right[at]}`));
process.exit(seen.join() === "11,11,-1,10" && right.join() === "10,11,0,10" ? 0 : 1);
JS
node cartons.cjs
