/** Prices of several pieces: how pages state them, and what they cost. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { costInClientCurrency } from "../lib/convert.js";
import { validateResult } from "../popup/reader.js";
import { capture, open } from "./page.mjs";

const window = open("<title>x</title>", { url: "https://shop.example/a/b?x=1" });
capture(window);

test("a price of several pieces keeps their number", () => {
  for (const [source, amount, per] of [
    ["¥100/100件", "100", 100],
    ["￥ 8.50 ／ 1 000 个", "8.5", 1000],
    ["50 ₽ / 10 шт.", "50", 10],
    ["$5/pcs", "5", undefined],
    ["28.9元/件", "28.9", undefined],
    ["¥100/0件", "", undefined],
    ["¥100/2000000件", "", undefined],
  ]) {
    const read = window.__svcH.money.parse(source);
    assert.deepEqual([read.amount, read.per], [amount, per], source);
    const item = window.__svcH.normalize.normalize({ title: "纽扣", url: "/1", price: source });
    assert.deepEqual([item.price, item.price_per], [amount, per], source);
    const shown = validateResult({ ok: true, item });
    assert.equal(shown.price_per, per ?? 1, source);
  }
});

test("a price is for several pieces where the page shows it so", () => {
  const micro = (price) =>
    `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">纽扣 20mm</h1>
     <div itemprop="offers" itemscope itemtype="https://schema.org/Offer">${price}
     <meta itemprop="priceCurrency" content="CNY"></div></div>`;
  for (const [html, per] of [
    [micro(`<span itemprop="price">¥100/100件</span>`), 100],
    [micro(`<meta itemprop="price" content="100"><b class="price">¥100/100件</b>`), 100],
    [micro(`<meta itemprop="price" content="100"><b class="price">¥100</b><p>¥100/100件</p>`), undefined],
    [micro(`<meta itemprop="price" content="100"><b class="price">¥100</b><p>¥5/100件</p>`), undefined],
    [micro(`<span itemprop="price">¥100/件</span>`), undefined],
  ]) {
    const page = open(`<!doctype html><html lang="zh"><title>纽扣</title>${html}`, { url: "https://shop.example/1" });
    const { item } = capture(page);
    assert.deepEqual([item.price, item.price_per], ["100", per], html);
  }
});

test("what several pieces cost is divided by their number", () => {
  const pricing = { currency: "RUB", rates: { CNY: "10" } };
  const cost = (per) => costInClientCurrency([{ price: "100", currency: "CNY", pieces: 250, per }], pricing);
  assert.deepEqual([cost(100).amount, cost(1).amount, cost(undefined).amount], ["2500.00", "250000.00", "250000.00"]);
});
