// Holds what the Rust suite has seen against the contract: every route answered as it should and refused as it may.
// Usage: node tools/contract-seen.mjs docs/openapi.json <file of the suite>
import { readFileSync } from "node:fs";

const LEAST = 0.95;
const [contract, file] = process.argv.slice(2);
const { paths } = JSON.parse(readFileSync(contract, "utf8"));
const seen = readFileSync(file, "utf8").trim().split("\n").map((line) => line.split(" "));

// Where two templates fit, the one with fewer parameters is meant: `/orders/counts` is no `/orders/{order}`.
const routes = Object.entries(paths)
  .flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })))
  .map((route) => ({
    ...route,
    parameters: route.path.split("{").length - 1,
    fits: new RegExp(`^${route.path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[^}]+\}/g, "[^/]+")}$`),
    statuses: new Set(),
  }))
  .sort((a, b) => a.parameters - b.parameters);

for (const [method, path, status] of seen) {
  routes.find((route) => route.method === method && route.fits.test(path))?.statuses.add(Number(status));
}

const missing = [];
let pairs = 0;
for (const { method, path, operation, statuses } of routes) {
  for (const status of Object.keys(operation.responses)) {
    pairs += 1;
    const met = status === "default" ? [...statuses].some((code) => code >= 400) : statuses.has(Number(status));
    if (!met) missing.push(`${method} ${path}: ${status === "default" ? "a refusal" : status}`);
  }
}
const unseen = routes.filter(({ statuses }) => statuses.size === 0);
for (const line of missing) console.log(`not seen: ${line}`);
const share = (pairs - missing.length) / pairs;
console.log(`${routes.length - unseen.length} of ${routes.length} routes, ${pairs - missing.length} of ${pairs} documented answers seen (${(share * 100).toFixed(1)} %)`);
if (unseen.length > 0 || share < LEAST) {
  console.error(`every route and ${LEAST * 100} % of the documented answers are to be seen`);
  process.exit(1);
}
