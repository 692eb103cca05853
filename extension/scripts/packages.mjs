/**
 * Builds the packages of all browsers:
 * `node scripts/packages.mjs` writes dist/<browser>/ and dist/karavan-<version>-<browser>.zip.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BROWSERS, copyFor, folder } from "./files.mjs";
import { zip } from "./zip.mjs";

const dist = join(folder, "dist");
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
for (const browser of BROWSERS) {
  const { version } = copyFor(browser, join(dist, browser));
  const file = `karavan-${version}-${browser}.zip`;
  const content = zip(join(dist, browser));
  writeFileSync(join(dist, file), content);
  process.stdout.write(`dist/${file}: ${(content.length / 1024).toFixed(1)} KB\n`);
}
