/** Prints the board: adapter × field × fixture. */
import { captureFixture, expectedOf, fixtures } from "../test/page.mjs";

const FIELDS = ["title", "price", "currency", "image_url", "variant", "shop", "external_id", "tiers", "price_uncertain"];
process.stdout.write(`${"fixture".padEnd(34)}${FIELDS.map((field) => field.slice(0, 9).padEnd(10)).join("")}\n`);
for (const name of fixtures()) {
  const expected = expectedOf(name);
  const result = captureFixture(name);
  const mark = (field) => {
    if (expected.code) return result.code === expected.code ? "·" : "✗";
    if (!(field in expected)) return " ";
    return JSON.stringify(result.item?.[field]) === JSON.stringify(expected[field]) ? "✓" : "✗";
  };
  process.stdout.write(`${name.padEnd(34)}${FIELDS.map((field) => mark(field).padEnd(10)).join("")}\n`);
}
