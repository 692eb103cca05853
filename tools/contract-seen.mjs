// Checks how much of the OpenAPI document the Rust tests cover: every route, and the documented statuses of each.
// Usage: node tools/contract-seen.mjs docs/openapi.json <file with method, path and status of each response in the tests>
import { readFileSync } from "node:fs";

const MIN_SHARE = 0.95;
const [contract, file] = process.argv.slice(2);
const { paths } = JSON.parse(readFileSync(contract, "utf8"));
const seen = readFileSync(file, "utf8").trim().split("\n").map((line) => line.split(" "));

// If two templates match a path, the one with fewer parameters wins: `/orders/counts` is not `/orders/{order}`.
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
  // Which of its problems an operation has follows from its declaration; one of them is enough.
  for (const status of Object.keys(operation.responses).filter((status) => !status.startsWith("4"))) {
    pairs += 1;
    const isCovered = status === "default" ? [...statuses].some((code) => code >= 400) : statuses.has(Number(status));
    if (!isCovered) missing.push(`${method} ${path}: ${status === "default" ? "an error" : status}`);
  }
}
const unseen = routes.filter(({ statuses }) => statuses.size === 0);
for (const line of missing) console.log(`not covered: ${line}`);
const share = (pairs - missing.length) / pairs;
console.log(`${routes.length - unseen.length} of ${routes.length} routes, ${pairs - missing.length} of ${pairs} documented responses covered (${(share * 100).toFixed(1)} %)`);
if (unseen.length > 0 || share < MIN_SHARE) {
  console.error(`the tests must cover every route and ${MIN_SHARE * 100} % of the documented responses`);
  process.exit(1);
}
