/** The contract of every adapter, and the permissions of the shipped extension. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { RULES } from "../lib/errors.js";
import { folder } from "../scripts/files.mjs";
import { judge } from "../scripts/score.mjs";
import { CORE_FIELDS, capture, expectedOf, fixtures, open, parserFiles, saysNothing } from "./page.mjs";

const product =
  '<script type="application/ld+json">{"@type":"Product","name":"Чайник","offers":{"price":"10.00","priceCurrency":"CNY"}}</script>';

test("adapters register once, have the contract's members and a total match", () => {
  const window = open("<title>x</title>");
  capture(window);
  capture(window);
  const adapters = Object.values(window.__SVC_ADAPTERS);
  assert.deepEqual(adapters.map((adapter) => adapter.id).sort(), [
    "1688",
    "aliexpress",
    "goofish",
    "jd",
    "pinduoduo",
    "poizon",
    "retailer",
    "taobao",
    "weidian",
  ]);
  for (const adapter of adapters) {
    assert.equal(typeof adapter.label, "string");
    for (const address of ["", "nonsense", "https://", "javascript:1", "https://example.com/?id=1"])
      assert.equal(adapter.match(address), false, adapter.id + address);
  }
});

test("every adapter file is in the list, in the document of adapters, and has fixtures", () => {
  const rows = readFileSync(join(folder, "../docs/adapters.md"), "utf8").split("\n");
  const sites = new Set(fixtures().map((name) => name.split("/")[0]));
  for (const file of readdirSync(join(folder, "content/adapters"))) {
    assert.ok(parserFiles().includes(`content/adapters/${file}`), file);
    const cells = rows.find((row) => row.startsWith(`| \`${file}\` |`))?.split(" | ") ?? [];
    assert.equal(cells.filter((cell) => cell.trim()).length, 6, file);
    assert.match(cells[5] ?? "", /^\d{4}-\d{2} \|$/, file);
    assert.ok(sites.has(file.slice(0, -3)), `${file} has no fixtures`);
  }
});

test("every expected product says each core field, or that its page does not say it", () => {
  for (const name of fixtures()) {
    const expected = expectedOf(name);
    if (expected.code) {
      assert.deepEqual(Object.keys(expected), ["code"], name);
      continue;
    }
    const missing = CORE_FIELDS.filter((field) => !(field in expected));
    assert.deepEqual(missing, [], `${name} has no ${missing.join(", ")}`);
    // The page also shows fields that no parser reads.
    for (const [field, value] of Object.entries(expected.unread ?? {})) {
      assert.ok(CORE_FIELDS.includes(field) && !saysNothing(field, value), `${name}: unread ${field}`);
      assert.ok(saysNothing(field, expected[field]), `${name}: ${field} is read and unread`);
    }
  }
});

test("a value of which the page says nothing is counted as invented", () => {
  const expected = Object.fromEntries(CORE_FIELDS.map((field) => [field, null]));
  const invented = { variant: "Red", shop: { name: "Shop" }, min_quantity: 2, sold_out: true, weight_grams: 5 };
  const item = { title: "", sku_id: "", images: [], uncertain: ["variant"], ...invented };
  const verdicts = judge(expected, { ok: true, item }).filter(([, verdict]) => verdict !== "right");
  assert.equal(verdicts.length, 5);
  for (const [, verdict] of verdicts) assert.equal(verdict, "invented");
});

test("an adapter that throws loses only its own fields", () => {
  const window = open(product, { url: "https://shop.example/p/1" });
  window.__SVC_ADAPTERS = {
    broken: {
      id: "broken",
      label: "x",
      match: () => true,
      parse: () => {
        throw new Error("boom");
      },
    },
  };
  const result = capture(window);
  assert.equal(result.ok && result.item.title, "Чайник");
});

test("a reading leaves the two globals of the contract in the page, and no others", () => {
  const window = open(product, { url: "https://shop.example/p/1" });
  const before = new Set(Object.getOwnPropertyNames(window));
  capture(window);
  const left = Object.getOwnPropertyNames(window).filter((name) => !before.has(name) && /svc/i.test(name));
  assert.deepEqual([...left, "__svcH"].sort(), ["__SVC_ADAPTERS", "__svcH"]);
});

test("a page that overrides built-ins affects only its own result", () => {
  const window = open(
    `<script>JSON.parse = () => { throw 1 }; Object.defineProperty(document, "title", { get() { throw 2 } });</script>${product}`,
    { url: "https://shop.example/p/1" },
  );
  assert.doesNotThrow(() => capture(window));
});

test("all content scripts together stay under 72 KB gzip", () => {
  const bytes = gzipSync(
    parserFiles()
      .map((file) => readFileSync(join(folder, file), "utf8"))
      .join("\n"),
  ).length;
  assert.ok(bytes <= 72 * 1024, `${bytes} bytes`);
});

test("the shipped manifest has no host permissions", () => {
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  assert.equal(manifest.manifest_version, 3);
  for (const field of ["host_permissions", "content_scripts", "externally_connectable"])
    assert.equal(manifest[field], undefined, field);
  assert.deepEqual(manifest.permissions.sort(), [
    "activeTab",
    "alarms",
    "contextMenus",
    "notifications",
    "scripting",
    "sidePanel",
    "storage",
  ]);
  assert.deepEqual(manifest.optional_host_permissions, ["https://*/*"]);
  assert.ok(
    !readFileSync(join(folder, "popup/tab.js"), "utf8").includes("tabId"),
    "the shipped popup has no back door",
  );
});

/** Rules of fields that a new item does not have. A new rule of the server has to be put here or get a text. */
const RULES_OF_OTHER_FORMS = [
  "not_positive",
  "too_common",
  "not_a_phone",
  "not_an_email",
  "not_a_subdomain",
  "taken",
  "repeated",
  "not_yours",
  "cursor_mismatch",
  "same_bounds",
  "not_later",
  "overlaps",
  "mixed_currencies",
  "ambiguous",
  "date_in_cell",
  "merged_cell",
  "not_calculated",
  "digits_lost",
  "formula_error",
];

test("each rule that a new item can violate has a text in three languages", () => {
  const source = readFileSync(join(folder, "../shared-types/src/fields/rule.rs"), "utf8");
  const body = source.slice(source.indexOf("fn code(&self)"));
  const codes = [...body.slice(0, body.indexOf("\n    }\n")).matchAll(/=> "([a-z_]+)"/g)].map(([, code]) => code);
  assert.ok(codes.length > 20, String(codes.length));
  for (const code of RULES_OF_OTHER_FORMS) assert.ok(codes.includes(code), `${code} is no rule any more`);
  const expected = codes.filter((code) => !RULES_OF_OTHER_FORMS.includes(code));
  assert.deepEqual(Object.keys(RULES).sort(), expected.sort());
  const general = "f_invalid";
  for (const language of ["en", "ru", "zh_CN"]) {
    const texts = JSON.parse(readFileSync(join(folder, "_locales", language, "messages.json"), "utf8"));
    for (const [code, { key, params }] of Object.entries(RULES)) {
      assert.ok(texts[key]?.message, `${code} in ${language}`);
      assert.notEqual(key, general, code);
      assert.equal(Object.keys(texts[key].placeholders ?? {}).length, params.length, `${code} in ${language}`);
    }
  }
});

test("the three languages have the same texts, all used and none missing", () => {
  const read = (language) => JSON.parse(readFileSync(join(folder, "_locales", language, "messages.json"), "utf8"));
  const keys = Object.keys(read("ru")).sort();
  for (const language of ["en", "zh_CN"]) assert.deepEqual(Object.keys(read(language)).sort(), keys, language);
  const files = ["popup", "lib", "options", "button"].flatMap((part) =>
    readdirSync(join(folder, part)).map((file) => join(part, file)),
  );
  const sources = [...files, "background.js", "manifest.json"]
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
  const built = /^(origin|menu)_/;
  for (const key of keys)
    assert.ok(built.test(key) || new RegExp(`["_]${key}["_]`).test(sources), `${key} is used nowhere`);
  for (const [, key] of sources.matchAll(/(?:text\(|data-text=|data-label=|Failure\()"([a-z_]+)"/g))
    assert.ok(keys.includes(key), `${key} is missing`);
});
