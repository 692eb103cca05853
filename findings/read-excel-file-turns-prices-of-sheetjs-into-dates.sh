#!/usr/bin/env bash
# read-excel-file 9.3.17 (npm) tells dates from numbers by the number of the format, and takes 27-36, 50-58 and 71-81 for dates of Asia without a look
# at the formats that the file itself defines. SheetJS (xlsx 0.18.5, npm) gives its own formats the numbers from 60 on. So in a list of
# prices with a dozen formats the one with number 72 or so is a date: 250 in `0.0" kg"` becomes the 6th of September 1900.
# ECMA-376 part 1, 18.8.31: a format in numFmts has the code that is written there. openpyxl 3.1.5 (PyPI) reads 250.
# Expected: 250. Fails if it is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check openpyxl==3.1.5
npm init -y >/dev/null
npm install --silent --no-audit --no-fund read-excel-file@9.3.17 xlsx@0.18.5
cat >list.mjs <<'JS'
import { createRequire } from "node:module";
import readExcelFile from "read-excel-file/node";
const XLSX = createRequire(import.meta.url)("xlsx");
const units = ["元", "₽", "₸", "kg", "g", "cm", "m³", "шт.", "件", "箱", "双", "套", "рулон", "м²", "л", "пар"];
const cells = Object.fromEntries(units.map((unit, at) => [`A${at + 1}`, { t: "n", v: 250, z: `0.0" ${unit}"` }]));
XLSX.writeFile({ SheetNames: ["list"], Sheets: { list: { ...cells, "!ref": `A1:A${units.length}` } } }, "list.xlsx");
const [{ data }] = await readExcelFile("list.xlsx");
const dates = units.filter((_, at) => data[at][0] instanceof Date);
const numbers = units.filter((_, at) => data[at][0] === 250);
console.log(`read-excel-file 9.3.17: 250 is a number with ${numbers.join(", ")}`);
console.log(`read-excel-file 9.3.17: 250 is ${data.find(([value]) => value instanceof Date)?.[0].toISOString()} with ${dates.join(", ")}`);
process.exit(dates.length >= 4 && dates.length + numbers.length === units.length ? 0 : 1);
JS
node list.mjs
venv/bin/python -c 'import openpyxl
read = {row[0] for row in openpyxl.load_workbook("list.xlsx").active.iter_rows(values_only=True)}
print(f"openpyxl 3.1.5: {read}")
raise SystemExit(read != {250})'
