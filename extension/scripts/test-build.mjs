/**
 * A copy for browser tests: `node scripts/test-build.mjs <folder>`.
 * A popup opened as a tab has no activeTab right, so this copy may read the fixture hosts and takes its tab from `?tabId=`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { copyShipped } from "./files.mjs";

const target = resolve(process.argv[2]);
copyShipped(target);
const path = join(target, "manifest.json");
const manifest = JSON.parse(readFileSync(path, "utf8"));
manifest.host_permissions = ["https://*/*", "http://127.0.0.1/*", "http://*.example/*"];
writeFileSync(path, JSON.stringify(manifest, null, 2));
writeFileSync(
  join(target, "popup/tab.js"),
  `export async function tabToRead() {
  const id = Number(new URLSearchParams(location.search).get("tabId"));
  return Number.isInteger(id) && id > 0 ? chrome.tabs.get(id) : undefined;
}
`,
);
