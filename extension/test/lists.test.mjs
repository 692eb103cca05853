/** Carts, order lists and list pages: what is found on them, and what is not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { validateList } from "../popup/reader.js";
import { capture, listFiles, listRows, open } from "./page.mjs";

const listOf = (html, url) => validateList(capture(open(html, { url }), listFiles()));

for (const { name, expected, seen } of listRows())
  test(`list: ${name}`, () => {
    const fields = Object.keys(expected[0] ?? {});
    assert.deepEqual(
      seen.map((product) => Object.fromEntries(fields.map((field) => [field, product[field]]))),
      expected,
    );
  });

test("an ItemList of structured data", () => {
  const items = ["a", "b"].map((name, index) => ({
    "@type": "ListItem",
    position: index + 1,
    item: {
      "@type": "Product",
      name,
      url: `https://s.example/p/${name}`,
      image: `https://s.example/${name}.jpg`,
      offers: { price: `${index + 1}.00`, priceCurrency: "SEK" },
    },
  }));
  const list = listOf(
    `<title>x</title><script type="application/ld+json">${JSON.stringify({ "@type": "ItemList", itemListElement: items })}</script>`,
    "https://s.example/c",
  );
  assert.deepEqual(
    list.map(({ title, price, currency, price_uncertain, price_source }) => [
      title,
      price,
      currency,
      price_uncertain,
      price_source,
    ]),
    [
      ["a", "1", "SEK", true, "list"],
      ["b", "2", "SEK", true, "list"],
    ],
  );
});

test("a page without products has no list, and a hostile result is limited", () => {
  assert.deepEqual(listOf("<title>x</title><h1>Tea</h1><p>Read <a href='/a'>this</a></p>", "https://s.example/"), []);
  assert.deepEqual(validateList(null), []);
  assert.equal(validateList({ list: Array(1000).fill({ title: "x", url: "https://s.example/" }) }).length, 200);
  assert.deepEqual(validateList({ list: [{ title: "x", url: "javascript:1" }, "x", null] }), []);
});
