/**
 * Creates a fixture from a report of a user: `npm run fixture -- report.json <site>/<case>`;
 * the expected capture is then corrected by hand.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { captureFixture, fixturesFolder } from "../test/page.mjs";

const [file, name] = process.argv.slice(2);
if (!file || !/^[\w-]+\/[\w-]+$/.test(name ?? ""))
  throw new Error("usage: npm run fixture -- <report.json> <site>/<case>");
const report = JSON.parse(readFileSync(file, "utf8"));
const path = join(fixturesFolder, `${name}.html`);
if (existsSync(path)) throw new Error(`${name} is there already`);
if (!/^<!-- url: https?:\/\/\S+ -->/.test(report.snapshot)) throw new Error("the report has no snapshot of a page");
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, `${report.snapshot}\n`);
const result = captureFixture(name);
const fields = ["title", "price", "currency", "variant", "external_id", "price_uncertain", "shop"];
const expected = result.ok
  ? Object.fromEntries(fields.map((field) => [field, result.item[field]]))
  : { code: result.code };
writeFileSync(path.replace(/html$/, "expected.json"), `${JSON.stringify(expected, null, 2)}\n`);
process.stdout.write(
  `${path}\nThe person wrote: ${report.wrong || "nothing"}\nCorrect the expected capture beside it.\n`,
);
