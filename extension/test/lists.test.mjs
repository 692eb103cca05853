/** Carts, order lists and list pages: what is found on them, and what is not. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { folder } from "../scripts/files.mjs";
import { validateList } from "../popup/reader.js";
import { capture, open } from "./page.mjs";

const source = readFileSync(join(folder, "popup/popup.js"), "utf8");
const shared = [
  ...source
    .slice(source.indexOf("PARSER_FILES = ["))
    .split("]")[0]
    .matchAll(/"([^"]+)"/g),
]
  .map((match) => match[1])
  .slice(0, 4);
const files = [...shared, "content/hints.js", "content/lists.js"];
const listOf = (html, url) => validateList(capture(open(html, { url }), files));
const brief = ({ title, price, currency, quantity, variant, external_id, url }) => ({
  title,
  price,
  currency,
  quantity,
  variant,
  external_id,
  url,
});

test("a cart of Taobao: what was chosen, with variant and quantity", () => {
  const line = (id, title, sku, price, count) =>
    `<div class="cartItem--x1"><a href="//item.taobao.com/item.htm?id=${id}&skuId=5&spm=a1">` +
    `<img src="//img.alicdn.com/${id}.jpg_80x80.jpg"></a>` +
    `<a class="title--y2" href="//item.taobao.com/item.htm?id=${id}">${title}</a><div class="skuCon--z3">${sku}</div>` +
    `<del><span class="price--p4">￥999.00</span></del><div class="price--p4">￥${price}</div>` +
    `<input class="quantity--q5" value="${count}"></div>`;
  const html = [
    '<title>购物车</title><div class="shopContainer--a"><a class="shopName--b">温暖旗舰店</a>',
    line("720000000001", "羊毛围巾", "颜色：黑色", "109.00", 2),
    line("720000000002", "手套", "颜色：灰", "35.50", 1),
    "</div>",
  ].join("");
  const list = listOf(html, "https://cart.taobao.com/cart.htm");
  assert.deepEqual(list.map(brief), [
    {
      title: "羊毛围巾",
      price: "109",
      currency: "CNY",
      quantity: 2,
      variant: "颜色：黑色",
      external_id: "720000000001",
      url: "https://item.taobao.com/item.htm?id=720000000001&skuId=5",
    },
    {
      title: "手套",
      price: "35.5",
      currency: "CNY",
      quantity: 1,
      variant: "颜色：灰",
      external_id: "720000000002",
      url: "https://item.taobao.com/item.htm?id=720000000002&skuId=5",
    },
  ]);
  assert.deepEqual(
    [list[0].shop, list[0].marketplace, list[0].image_url],
    [{ name: "温暖旗舰店" }, "taobao", "https://img.alicdn.com/720000000001.jpg"],
  );
});

test("a cart of JD and of 1688", () => {
  const jd = listOf(
    '<div class="item-item"><a href="//item.jd.com/100012.html"><img src="//img10.360buyimg.com/a.jpg"></a>' +
      '<div class="p-name"><a href="//item.jd.com/100012.html">平板</a></div><div class="p-props">远山蓝</div>' +
      '<div class="p-price"><strong>¥1999.00</strong></div><input class="itxt" value="3"></div>',
    "https://cart.jd.com/cart_index",
  );
  assert.deepEqual(jd.map(brief), [
    {
      title: "平板",
      price: "1999",
      currency: "CNY",
      quantity: 3,
      variant: "远山蓝",
      external_id: "100012",
      url: "https://item.jd.com/100012.html",
    },
  ]);
  const wholesale = listOf(
    '<div class="cart-item-row"><a class="title" href="https://detail.1688.com/offer/713048829441.html?x=1">' +
      '<img src="//cbu01.alicdn.com/a.jpg">卫衣</a><div class="sku-name">黑色 L</div>' +
      '<div class="unit-price">￥28.50</div><input class="amount-input" type="number" value="50"></div>',
    "https://cart.1688.com/cart.htm",
  );
  assert.deepEqual(
    wholesale.map(({ title, price, quantity, variant }) => [title, price, quantity, variant]),
    [["卫衣", "28.5", 50, "黑色 L"]],
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

test("cards of a search page, with their current prices", () => {
  const card = (name, price) =>
    `<li class="product-card"><a href="/p/${name}?utm_source=x">` +
    `<img data-src="/${name}.jpg" src="data:image/gif;base64,AA" alt="${name}"><h3>${name}</h3></a>` +
    `<div><del>€99.00</del><span>${price}</span></div></li>`;
  const list = listOf(
    [
      '<title>x</title><nav><ul><li><a href="/a"><img src="/x.png">1</a></li></ul></nav>',
      `<ul>${card("one", "€10.50")}${card("two", "€11,90")}${card("three", "€1.299,00")}</ul>`,
    ].join(""),
    "https://s.example/search?q=x",
  );
  assert.deepEqual(
    list.map(({ title, price, currency, url, image_url }) => [title, price, currency, url, image_url]),
    [
      ["one", "10.5", "EUR", "https://s.example/p/one", "https://s.example/one.jpg"],
      ["two", "11.9", "EUR", "https://s.example/p/two", "https://s.example/two.jpg"],
      ["three", "1299", "EUR", "https://s.example/p/three", "https://s.example/three.jpg"],
    ],
  );
});

test("a page without products has no list, and a hostile result is limited", () => {
  assert.deepEqual(listOf("<title>x</title><h1>Tea</h1><p>Read <a href='/a'>this</a></p>", "https://s.example/"), []);
  assert.deepEqual(validateList(null), []);
  assert.equal(validateList({ list: Array(1000).fill({ title: "x", url: "https://s.example/" }) }).length, 200);
  assert.deepEqual(validateList({ list: [{ title: "x", url: "javascript:1" }, "x", null] }), []);
});
