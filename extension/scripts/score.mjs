/**
 * The score of the parsers over all stored pages, field by field: `npm run score`, in a real Chromium `npm run score -- --chromium`.
 * Right: what the page says. Unread: the page says it in a way that no parser reads, as its expectation admits. Missing: the page
 * says it and the capture is empty. Wrong: another value.
 * Invented: the page says nothing, or has no product, and the capture has a value. Certain: wrong without a mark of uncertainty.
 */
import { captureFixture, expectedOf, fixtures, isAsExpected, listRows, saysNothing, valueAt } from "../test/page.mjs";

const GROUPS = {
  skus: "SKUs",
  axes: "options",
  images: "images",
  tiers: "price steps",
  size_mm: "size",
  weight_grams: "weight",
  min_quantity: "minimum",
  image_url: "picture",
  external_id: "product id",
  sku_id: "SKU id",
  url: "link",
  sold_out: "sold out",
  price_uncertain: "mark of the price",
  uncertain: "marks",
};
const groupOf = (field) => GROUPS[field.split(".")[0]] ?? field.split(".")[0];

/** Judges one page: `[field, verdict, expected, seen, isCertain]`. */
export function judge(expected, result) {
  if (expected.code) {
    if (!result.ok)
      return [["refusal", result.code === expected.code ? "right" : "wrong", expected.code, result.code, true]];
    return [
      ["refusal", "wrong", expected.code, "a product", true],
      ...["title", "price", "currency", "variant", "shop"]
        .filter((field) => !saysNothing(field, result.item[field]))
        .map((field) => [field, "invented", "", result.item[field], true]),
    ];
  }
  const { unread = {}, ...fields } = expected;
  return Object.entries(fields).map(([field, value]) => {
    const seen = result.ok ? valueAt(result.item, field) : undefined;
    const isCertain = !(result.item?.uncertain ?? []).includes(field);
    const judged = (verdict, truth = value) => [groupOf(field), verdict, truth, seen, isCertain];
    // A field that the page shows and no parser reads is missing, and known.
    if (isAsExpected(field, value, seen)) return field in unread ? judged("unread", unread[field]) : judged("right");
    return judged(saysNothing(field, seen) ? "missing" : saysNothing(field, value) ? "invented" : "wrong");
  });
}

/** The value that the page says, read or not. */
const truthOf = (expected, field) => expected.unread?.[field] ?? expected[field];
/**
 * How one value was read: "right", "marked" (right, and the person is asked), "refused" (empty), "doubtful" (wrong, and the person is
 * asked) or "wrong"; nothing for a page without the value.
 */
export function reading(expected, result, field) {
  const truth = expected.code ? null : truthOf(expected, field);
  const seen = result.ok ? result.item[field] : "";
  const isMarked = (result.item?.uncertain ?? []).includes(field);
  if (saysNothing(field, truth)) return saysNothing(field, seen) ? null : isMarked ? "doubtful" : "wrong";
  if (saysNothing(field, seen)) return "refused";
  if (isAsExpected(field, truth, seen)) return isMarked ? "marked" : "right";
  return isMarked ? "doubtful" : "wrong";
}
/** Precision, recall and F1 of a field's readings. */
export function rates(readings) {
  const count = (...kinds) => readings.filter((kind) => kinds.includes(kind)).length;
  const right = count("right", "marked");
  const precision = right / (count("right", "marked", "doubtful", "wrong") || 1);
  const recall = right / (readings.length || 1);
  const sure = count("right") / (count("right", "wrong") || 1);
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall || 1), sure, count };
}

/** The readings of the rows of all stored lists; a row that the page does not have is wrong. */
export function listReadings(lists = listRows()) {
  const readings = { "title in lists": [], "price in lists": [] };
  const keyOf = ({ url, variant }) => `${url} ${variant}`;
  for (const { expected, seen } of lists) {
    const rows = new Map(seen.map((row) => [keyOf(row), row]));
    for (const [name, all] of Object.entries(readings)) {
      const field = name.split(" ")[0];
      for (const truth of expected) {
        const row = rows.get(keyOf(truth));
        const kind = reading(truth, { ok: Boolean(row), item: row }, field);
        if (kind) all.push(kind);
      }
      const known = new Set(expected.map(keyOf));
      all.push(...seen.filter((row) => !known.has(keyOf(row))).map(() => "wrong"));
    }
  }
  return readings;
}

export function score(names = fixtures(), capture = captureFixture) {
  const table = new Map();
  const faults = [];
  const readings = { title: [], price: [] };
  for (const name of names) {
    const result = capture(name);
    for (const [field, all] of Object.entries(readings)) {
      const kind = reading(expectedOf(name), result, field);
      if (kind) all.push(kind);
    }
    for (const [field, verdict, expected, seen, isCertain] of judge(expectedOf(name), result)) {
      const row = table.get(field) ?? { right: 0, unread: 0, missing: 0, wrong: 0, invented: 0, certain: 0 };
      row[verdict] += 1;
      if (verdict === "wrong" && isCertain) row.certain += 1;
      table.set(field, row);
      if (verdict !== "right" && verdict !== "unread")
        faults.push(`${name}: ${field} ${verdict}: ${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`);
    }
  }
  return { table, faults, readings: { ...readings, ...listReadings() }, pages: names.length };
}

/** Values that are wrong without a mark. */
const sureFaults = (readings) =>
  Object.values(readings)
    .flat()
    .filter((kind) => kind === "wrong").length;

export function print({ table, faults, readings, pages }, out = process.stdout) {
  const columns = ["right", "unread", "missing", "wrong", "invented", "certain"];
  const line = (name, row) =>
    `${name.padEnd(20)}${columns.map((column) => String(row[column]).padStart(10)).join("")}\n`;
  const heading = (column) => (column === "certain" ? "wrong, sure".padStart(12) : column.padStart(10));
  out.write(`${pages} pages\n${"field".padEnd(20)}${columns.map(heading).join("")}\n`);
  const total = { right: 0, unread: 0, missing: 0, wrong: 0, invented: 0, certain: 0 };
  for (const [name, row] of [...table].sort(([one], [other]) => one.localeCompare(other))) {
    out.write(line(name, row));
    for (const column of columns) total[column] += row[column];
  }
  out.write(line("all", total));
  const kinds = ["right", "marked", "refused", "doubtful", "wrong"];
  for (const [field, all] of Object.entries(readings)) {
    const { precision, recall, f1, sure, count } = rates(all);
    const shares = Object.entries({ precision, recall, F1: f1, "precision where sure": sure });
    out.write(`${field}: ${shares.map(([name, share]) => `${name} ${share.toFixed(3)}`).join(", ")}; `);
    out.write(`${kinds.map((kind) => `${kind === "wrong" ? "wrong and sure" : kind} ${count(kind)}`).join(", ")}\n`);
  }
  for (const fault of faults) out.write(`${fault}\n`);
  total.certain = Math.max(total.certain, sureFaults(readings));
  return total;
}

/** Captures every page in a real Chromium, where layout counts. */
async function captureInChromium(names) {
  const { existsSync, readFileSync } = await import("node:fs");
  const { join } = await import("node:path");
  const { chromium } = await import("playwright-core");
  const { fixturesFolder, parserFiles } = await import("../test/page.mjs");
  const { folder } = await import("./files.mjs");
  const sources = parserFiles().map((file) => readFileSync(join(folder, file), "utf8"));
  const executablePath =
    process.env.KARAVAN_CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const page = await browser.newPage({ bypassCSP: true });
  const results = new Map();
  let html = "";
  await page.route("**/*", (route) =>
    route.request().resourceType() === "document"
      ? route.fulfill({ contentType: "text/html; charset=utf-8", body: html })
      : route.abort(),
  );
  for (const name of names) {
    html = readFileSync(join(fixturesFolder, `${name}.html`), "utf8");
    await page.goto(/<!-- url: (\S+) -->/.exec(html)[1]);
    results.set(
      name,
      await page.evaluate((all) => {
        window.__svcH = { retailer: "https://www.zara.com" };
        let result;
        for (const source of all) result = (0, eval)(source);
        return result;
      }, sources),
    );
  }
  await browser.close();
  return (name) => results.get(name);
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const names = fixtures();
  const total = print(
    process.argv.includes("--chromium") ? score(names, await captureInChromium(names)) : score(names),
  );
  process.exitCode = total.invented + total.certain > 0 ? 1 : 0;
}
