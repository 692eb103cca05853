/** Prints the board: adapter × field × fixture. */
import { captureFixture, expectedOf, fixtures, isAsExpected, valueAt } from "../test/page.mjs";

const FIELDS = [
  "title",
  "price",
  "currency",
  "image_url",
  "variant",
  "shop",
  "external_id",
  "sku_id",
  "axes",
  "skus",
  "images",
  "tiers",
  "weight_grams",
  "price_uncertain",
];
process.stdout.write(`${"fixture".padEnd(34)}${FIELDS.map((field) => field.slice(0, 9).padEnd(10)).join("")}\n`);
for (const name of fixtures()) {
  const expected = expectedOf(name);
  const result = captureFixture(name);
  const mark = (field) => {
    if (expected.code) return result.code === expected.code ? "·" : "✗";
    const keys = Object.keys(expected).filter((key) => key.split(".")[0] === field);
    if (!keys.length) return " ";
    return keys.every((key) => isAsExpected(key, expected[key], valueAt(result.item, key))) ? "✓" : "✗";
  };
  process.stdout.write(`${name.padEnd(34)}${FIELDS.map((field) => mark(field).padEnd(10)).join("")}\n`);
}
