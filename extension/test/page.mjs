/** A stored page with its own scripts run, and our parsers injected as the popup injects them. */
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { join } from "node:path";
import { JSDOM, VirtualConsole } from "jsdom";
import { validateList } from "../popup/reader.js";
import { folder } from "../scripts/files.mjs";

/** A list of files as it stands in the popup script. */
const filesOf = (name) => {
  const source = readFileSync(join(folder, "popup/popup.js"), "utf8");
  return [
    ...source
      .slice(source.indexOf(`${name} = [`))
      .split("]")[0]
      .matchAll(/"([^"]+)"/g),
  ].map((match) => match[1]);
};
export const parserFiles = () => filesOf("PARSER_FILES");
const sharedFiles = () => parserFiles().slice(0, 8);
export const listFiles = () => [...sharedFiles(), ...filesOf("LIST_FILES")];
const snapshotFiles = () => filesOf("SNAPSHOT_FILES");

export const fixturesFolder = join(folder, "test/fixtures");

/** Every fixture: `site/case`. */
export const fixtures = () =>
  readdirSync(fixturesFolder).flatMap((site) =>
    readdirSync(join(fixturesFolder, site))
      .filter((file) => file.endsWith(".html"))
      .map((file) => `${site}/${file.slice(0, -5)}`),
  );

export const expectedOf = (name) => JSON.parse(readFileSync(join(fixturesFolder, `${name}.expected.json`), "utf8"));
export const hasExpected = (name) => existsSync(join(fixturesFolder, `${name}.expected.json`));

export const listsFolder = join(folder, "test/lists");
/** Every page with many products: carts, order lists, searches. */
export const listPages = () =>
  readdirSync(listsFolder)
    .filter((file) => file.endsWith(".html"))
    .map((file) => file.slice(0, -5));

/** Every stored list with its expected rows and the rows that are read. */
export const listRows = () =>
  listPages().map((name) => ({
    name,
    expected: JSON.parse(readFileSync(join(listsFolder, `${name}.expected.json`), "utf8")),
    seen: validateList(capture(open(readFileSync(join(listsFolder, `${name}.html`), "utf8")), listFiles())),
  }));

/** The page of a fixture; its address stands in its first line. */
export function open(html, { url, retailer = "https://www.zara.com" } = {}) {
  const address = url ?? /<!-- url: (\S+) -->/.exec(html)?.[1] ?? "https://example.com/";
  const page = new JSDOM(html, { url: address, runScripts: "dangerously", virtualConsole: new VirtualConsole() });
  page.window.__svcH = { retailer };
  return page.window;
}

/** Runs the parsers; the last file's value is the result. */
export function capture(window, files = parserFiles()) {
  let result;
  for (const file of files) result = window.eval(readFileSync(join(folder, file), "utf8"));
  // Objects of the page have prototypes of their own.
  return result === undefined ? undefined : JSON.parse(JSON.stringify(result));
}

export const captureFixture = (name, folder = fixturesFolder) =>
  capture(open(readFileSync(join(folder, `${name}.html`), "utf8")));
/** The redacted structure of a page, as a report has it. */
export const snapshotOf = (html) => capture(open(html), snapshotFiles());

/** The fields that every expected product has: null if its page does not say them. */
export const CORE_FIELDS = [
  "title",
  "price",
  "currency",
  "variant",
  "shop",
  "external_id",
  "sku_id",
  "url",
  "image_url",
  "min_quantity",
  "sold_out",
  "weight_grams",
];
/** The value of a capture for a field that the page lacks: nothing, or one piece, or "not known to be sold out". */
export const saysNothing = (field, value) =>
  value === undefined ||
  value === null ||
  value === "" ||
  value === 0 ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (field === "min_quantity" && value === 1);
/** Whether a capture has what the page says. */
export const isAsExpected = (field, expected, seen) =>
  expected === null ? saysNothing(field, seen) : JSON.stringify(seen) === JSON.stringify(expected);

/** A field of a capture; `skus.0.price` and `skus.length` lead into lists. */
export const valueAt = (item, field) => field.split(".").reduce((value, key) => value?.[key], item);
