// Writes .br and .gz siblings for the files of a built SPA and holds its first load to a budget.
// Usage: node tools/precompress.mjs [--report] <folder> <name> <budget in KB>
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const reportOnly = process.argv[2] === "--report";
const [folder, name, budgetKb] = process.argv.slice(reportOnly ? 3 : 2);

const COMPRESSIBLE = /\.(html|js|css|wasm|svg|json|webmanifest|txt)$/;
const WORTH_COMPRESSING = 1024;
// Fetched when a page is first opened, so no part of the first load.
const LAZY = /\/(lazy\/|split_|chunk_)/;

function* filesBelow(path) {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const below = join(path, entry.name);
    if (entry.isDirectory()) yield* filesBelow(below);
    else yield below;
  }
}

function compress(path) {
  const bytes = readFileSync(path);
  if (!COMPRESSIBLE.test(path) || bytes.length <= WORTH_COMPRESSING) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}

function sizeOnTheWire(path) {
  const sibling = statSync(`${path}.br`, { throwIfNoEntry: false });
  return (sibling ?? statSync(path)).size;
}

const originals = [...filesBelow(folder)].filter((path) => !/\.(br|gz)$/.test(path) && !path.endsWith("/.stamp"));
if (originals.length === 0) throw new Error(`${folder} holds nothing to serve`);
if (!reportOnly) originals.forEach(compress);

const bytes = originals.filter((path) => !LAZY.test(path)).reduce((sum, path) => sum + sizeOnTheWire(path), 0);
const kb = bytes / 1024;
console.log(`${name} SPA: first load ${kb.toFixed(1)} KB in brotli, budget ${budgetKb} KB`);
if (kb > Number(budgetKb)) {
  console.error(`karavan: the ${name} SPA outgrew its budget by ${(kb - Number(budgetKb)).toFixed(1)} KB`);
  process.exit(1);
}
