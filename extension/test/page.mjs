/** A stored page with its own scripts run, and our parsers injected as the popup injects them. */
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { join } from "node:path";
import { JSDOM, VirtualConsole } from "jsdom";
import { folder } from "../scripts/files.mjs";

/** The list as it stands in the popup script. */
export const parserFiles = () => {
  const source = readFileSync(join(folder, "popup/popup.js"), "utf8");
  return [
    ...source
      .slice(source.indexOf("PARSER_FILES = ["))
      .split("]")[0]
      .matchAll(/"([^"]+)"/g),
  ].map((match) => match[1]);
};

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

/** The page of a fixture; its address stands in its first line. */
export function open(html, { url, retailer = "https://www.zara.com" } = {}) {
  const address = url ?? /<!-- url: (\S+) -->/.exec(html)?.[1] ?? "https://example.com/";
  const page = new JSDOM(html, { url: address, runScripts: "dangerously", virtualConsole: new VirtualConsole() });
  page.window.__svcRetailer = retailer;
  return page.window;
}

/** Runs the parsers; the last file's value is the result. */
export function capture(window, files = parserFiles()) {
  let result;
  for (const file of files) result = window.eval(readFileSync(join(folder, file), "utf8"));
  // Objects of the page have prototypes of their own.
  return result === undefined ? undefined : JSON.parse(JSON.stringify(result));
}

export const captureFixture = (name) => capture(open(readFileSync(join(fixturesFolder, `${name}.html`), "utf8")));

/** A field of a capture; `skus.0.price` and `skus.length` lead into lists. */
export const valueAt = (item, field) => field.split(".").reduce((value, key) => value?.[key], item);
