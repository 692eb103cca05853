/** Hostile and heavy pages: reading ends in time with what is there, and what comes out is bounded. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { validateResult } from "../popup/reader.js";
import { capture, open, parserFiles } from "./page.mjs";

const ld = (value) =>
  `<script type="application/ld+json">${typeof value === "string" ? value : JSON.stringify(value)}</script>`;
const timed = (window) => {
  const started = performance.now();
  const result = capture(window);
  return { result, ms: performance.now() - started };
};

test("20 MB of strings in the page state do not use memory of the popup", () => {
  const big = "x".repeat(1_000_000);
  const window = open(
    ld({ "@type": "Product", name: "Чайник", description: big, offers: { price: "10.00", priceCurrency: "CNY" } }),
    { url: "https://item.taobao.com/item.htm?id=738801294415" },
  );
  window.__ICE_APP_CONTEXT__ = {
    loaderData: {
      home: {
        data: {
          res: {
            item: {
              itemId: "738801294415",
              title: big.repeat(10),
              images: Array.from({ length: 500 }, (_, index) => `https://a.example/${index}.jpg`),
            },
            skuBase: {
              props: [
                {
                  pid: "1",
                  name: big,
                  values: Array.from({ length: 3000 }, (_, index) => ({
                    vid: String(index),
                    name: index < 10 ? `${index}${big}` : `v${index}`,
                  })),
                },
              ],
              skus: Array.from({ length: 3000 }, (_, index) => ({ skuId: String(index), propPath: `1:${index}` })),
            },
            skuCore: { sku2info: {} },
          },
        },
      },
    },
  };
  const { result, ms } = timed(window);
  assert.equal(result.ok, true);
  assert.ok(JSON.stringify(result).length < 2_000_000, String(JSON.stringify(result).length));
  assert.deepEqual([result.item.title.length, result.item.images.length, result.item.skus.length], [500, 20, 1000]);
  assert.ok(ms < 6000, `${ms} ms`);
});

test("200,000 nodes of JSON-LD are not all visited", () => {
  const nodes = Array.from({ length: 200_000 }, (_, index) => ({ "@type": "Thing", name: String(index) }));
  const window = open(
    ld({ "@graph": [{ "@type": "Product", name: "Чайник", offers: { price: "10.00", priceCurrency: "CNY" } }, nodes] }),
    { url: "https://shop.example/p/1" },
  );
  const { result, ms } = timed(window);
  assert.equal(result.item.title, "Чайник");
  assert.ok(ms < 6000, `${ms} ms`);
});

test("deeply nested JSON-LD does not overflow", () => {
  const window = open(ld(`${'{"@graph":['.repeat(5000)}{"@type":"Product","name":"x"}${"]}".repeat(5000)}`), {
    url: "https://shop.example/p/1",
  });
  assert.equal(capture(window).ok, false);
});

test("reading endless state stops at the time limit", () => {
  const window = open(
    '<meta property="og:type" content="product"><meta property="og:title" content="Чайник">' +
      '<meta property="product:price:amount" content="10"><meta property="product:price:currency" content="EUR">',
    { url: "https://shop.example/p/1" },
  );
  const endless = () =>
    new Proxy(
      {},
      {
        get: (_, key) => (typeof key === "symbol" ? undefined : endless()),
        ownKeys: () => ["a", "b", "c"],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: endless() }),
      },
    );
  Object.defineProperty(window, "__NUXT__", { get: endless });
  Object.defineProperty(window, "Shopify", { get: endless });
  const { result, ms } = timed(window);
  assert.deepEqual([result.item.title, result.item.price, result.item.currency], ["Чайник", "10", "EUR"]);
  assert.ok(ms < 5000, `${ms} ms`);
});

test("a getter that throws loses only its own field", () => {
  const window = open(ld({ "@type": "Product", name: "Чайник", offers: { price: "10.00", priceCurrency: "CNY" } }), {
    url: "https://detail.1688.com/offer/713048829441.html",
  });
  for (const name of ["context", "__INIT_DATA", "iDetailData", "zara", "Shopify", "meta"])
    Object.defineProperty(window, name, {
      get() {
        throw new Error("no");
      },
    });
  assert.equal(capture(window).item.title, "Чайник");
});

test("a price on the object prototype is ignored", () => {
  const window = open(
    '<script>Object.prototype.price = "6.66"; Object.prototype.currency = "USD"; Object.prototype.sold_out = true;</script>' +
      '<meta property="og:type" content="product"><meta property="og:title" content="Чайник">',
    { url: "https://shop.example/p/1" },
  );
  const { item } = capture(window);
  assert.deepEqual([item.price, item.currency, item.sold_out], ["", "", false]);
});

test("the popup limits what it accepts from a page", () => {
  const item = validateResult({
    ok: true,
    item: {
      title: "A",
      url: "https://a.example/",
      price: "1.00",
      currency: "EUR",
      images: Array(1000).fill("https://a.example/1.jpg"),
      skus: Array.from({ length: 5000 }, () => ({
        id: "1".repeat(999),
        values: Array(99).fill("v".repeat(999)),
        price: "1e5",
        stock: 1.5,
        image: "javascript:1",
        sold_out: "yes",
        quantity: -1,
      })),
      axes: [null, 1, { name: {}, values: "x" }],
      uncertain: ["price", "<b>"],
      tiers: {},
      size_mm: [1, 2],
      weight_grams: -5,
      sku_param: "evil",
      price_source: "hacked",
    },
  });
  assert.deepEqual(item.skus[0], {
    id: "1".repeat(60),
    values: Array(6).fill("v".repeat(120)),
    price: "",
    stock: null,
    image: "",
    sold_out: false,
    quantity: 0,
  });
  assert.deepEqual(
    [
      item.skus.length,
      item.images.length,
      item.axes,
      item.uncertain,
      item.tiers,
      item.size_mm,
      item.weight_grams,
      item.sku_param,
      item.price_source,
    ],
    [1000, 1, [{ name: "", values: [] }], ["price"], [], [], 0, "", ""],
  );
});

test("an ordinary page is parsed in under 100 ms", () => {
  const window = open(
    ld({ "@type": "Product", name: "Чайник", offers: { price: "10.00", priceCurrency: "CNY" } }) +
      `${"<div><p class='text'>текст</p></div>".repeat(2000)}<h1>Чайник</h1>`,
    { url: "https://shop.example/p/1" },
  );
  const run = parserFiles().at(-1);
  capture(window);
  const times = [1, 2, 3].map(() => {
    const started = process.cpuUsage();
    capture(window, [run]);
    return process.cpuUsage(started).user / 1000;
  });
  assert.ok(Math.min(...times) < 300, `${times} ms; jsdom is slower than a browser; npm run bench measures Chromium`);
});
