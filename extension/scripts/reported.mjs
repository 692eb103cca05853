/** Fixtures of reported pages. A report comes from outside: nothing in it may run on the machine of a developer. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { JSDOM } from "jsdom";
import { CORE_FIELDS, captureFixture, fixturesFolder } from "../test/page.mjs";

const FIELDS = [...CORE_FIELDS, "price_uncertain"];

/** Throws if a snapshot has anything but text and data; the extension writes nothing else. */
function checkInert(snapshot) {
  const { document } = new JSDOM(snapshot).window;
  const isData = (script) => !script.hasAttribute("src") && /^text\/plain$|json$/.test(script.type);
  const elements = [...document.querySelectorAll("*")];
  const active = elements.find(
    (element) =>
      (element.localName === "script" && !isData(element)) ||
      /^(iframe|object|embed|base|style|frame|template)$/.test(element.localName) ||
      [...element.attributes].some(
        ({ name, value }) => /^on|^style$|^srcdoc$/i.test(name) || /^\s*(javascript|data):/i.test(value),
      ),
  );
  if (active) throw new Error(`the snapshot has a <${active.localName}> that does not come from the extension`);
}

/**
 * Writes the page of a report with what the parsers read from it; the expected capture is then corrected by hand.
 * @param {{snapshot: string}} report
 * @param {string} name `site/case`
 */
export function writeFixture(report, name, folder = fixturesFolder) {
  if (!/^[\w-]+\/[\w-]+$/.test(name ?? "")) throw new Error("the name of a fixture is <site>/<case>");
  const path = join(folder, `${name}.html`);
  if (existsSync(path)) throw new Error(`${name} is there already`);
  if (!/^<!-- url: https?:\/\/\S+ -->/.test(report.snapshot)) throw new Error("the report has no snapshot of a page");
  checkInert(report.snapshot);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${report.snapshot}\n`);
  const result = captureFixture(name, folder);
  const expected = result.ok
    ? Object.fromEntries(FIELDS.map((field) => [field, result.item[field]]))
    : { code: result.code };
  writeFileSync(path.replace(/html$/, "expected.json"), `${JSON.stringify(expected, null, 2)}\n`);
  return { path, expected };
}
