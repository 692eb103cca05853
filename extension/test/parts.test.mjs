/** Merge, normalisation, tokens, failures, wholesale steps: each by its table. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ofAnswer, ofPage } from "../lib/errors.js";
import { isWellFormed } from "../lib/token.js";
import { stepPrice } from "../popup/preview.js";
import { checked } from "../popup/reader.js";
import { TOKEN } from "./chrome.mjs";
import { capture, open } from "./page.mjs";

const window = open("<title>x</title>", { url: "https://shop.example/a/b?x=1" });
capture(window);

test("an empty field never overwrites", () => {
  const base = { title: "A", price: "1", shop: { name: "S" }, list: [1], flag: true };
  for (const empty of ["", null, undefined, [], {}, { name: "" }]) assert.deepEqual({ ...window.__svcMerge.merge(base, { title: empty, price: empty, shop: empty, list: empty }) }, base);
  assert.deepEqual({ ...window.__svcMerge.merge(base, { price: "2", flag: false }) }, { ...base, price: "2", flag: false });
});

test("prices of every spelling become exact decimals", () => {
  const table = [["29.9", "29.9"], ["¥ 29.90", "29.9"], ["￥１２．５０", "12.5"], ["1,234.50", "1234.5"], ["1.234,50 €", "1234.5"], ["1 234,5 ₽", "1234.5"], ["12,345", "12345"], ["一百二十元", "120"], ["两千零五元", "2005"], ["一万三千元", "13000"], ["0", ""], ["", ""], ["询价", ""], ["9.999", ""], ["12345678901", ""], [28.5, "28.5"]];
  for (const [source, amount] of table) assert.equal(window.__svcNormalize.price(source).amount, amount, String(source));
  for (const range of ["12.00-15.00", "¥12 ~ ¥15", "12.00至15.00"]) assert.deepEqual({ ...window.__svcNormalize.price(range) }, { amount: "12", ranged: true }, range);
});

test("addresses lose tracking, pictures their size suffix", () => {
  const { address, picture } = window.__svcNormalize;
  assert.equal(address("//item.taobao.com/item.htm?spm=a.b&id=1&utm_source=x#top"), "https://item.taobao.com/item.htm?id=1");
  assert.equal(address("javascript:alert(1)"), "");
  assert.equal(picture("//img.alicdn.com/a/b.jpg_430x430q90.jpg"), "https://img.alicdn.com/a/b.jpg");
  assert.equal(picture("https://cbu01.alicdn.com/a.400x400.jpg"), "https://cbu01.alicdn.com/a.jpg");
  assert.equal(picture("data:image/png;base64,AA"), "");
});

test("literals are read without being run", () => {
  const { literal } = window.__svcH;
  assert.deepEqual(JSON.parse(JSON.stringify(literal('{a:1,"b":[true,null,-2.5],5846:"\\u4e2d",\'c\':\'x\'}', 0))), { a: 1, b: [true, null, -2.5], 5846: "中", c: "x" });
  for (const source of ["{a:alert(1)}", "{a:(function(){})()}", "{", "[1,"]) assert.throws(() => literal(source, 0), undefined, source);
});

test("a typo in a token is seen", () => {
  const token = TOKEN;
  assert.equal(isWellFormed(token), true);
  for (let place = 0; place < token.length; place += 1) {
    const typo = token.slice(0, place) + (token[place] === "x" ? "y" : "x") + token.slice(place + 1);
    assert.equal(isWellFormed(typo), false, typo);
  }
});

test("every refusal has its sentence", () => {
  const table = [[401, "credential_missing", "e_no_token"], [401, "credential_malformed", "e_malformed"], [401, "credential_revoked", "e_revoked"], [401, "credential_invalid", "e_invalid"], [409, "order_not_draft", "e_not_draft"], [404, "not_found", "e_not_found"], [429, "too_many_requests", "e_busy"], [500, "internal", "e_server"], [502, undefined, "e_server"]];
  for (const [status, code, key] of table) assert.equal(ofAnswer(status, { code }).key, key);
  assert.deepEqual([ofAnswer(422, { code: "validation_failed", errors: { price: ["x"] } }).detail, ofAnswer(503, null).retriable, ofAnswer(409, { code: "order_not_draft" }).retriable], ["price", true, false]);
  assert.deepEqual(ofAnswer(422, { errors: { "shop.name": [{ code: "too_long", params: { max: 200 }, message: "is longer" }], price: ["x"], url: [] } }).fields, [{ path: "shop.name", code: "too_long", params: { max: 200 } }, { path: "price", code: undefined, params: {} }, { path: "url", code: undefined, params: {} }]);
  assert.deepEqual(["wall", "unreadable", "restricted", "x"].map((code) => ofPage(code).key), ["e_wall", "e_unreadable", "e_restricted", "e_no_product"]);
});

test("what the page hands over is checked", () => {
  const item = checked({ ok: true, item: { title: "A".repeat(9999), url: "javascript:1", price: "1e9", currency: "yuan", tiers: [{ from: 1, price: "2.00" }, { from: "x", price: {} }], extra: "x" } });
  assert.deepEqual([item.title.length, item.url, item.price, item.currency, item.price_uncertain, item.tiers, item.extra], [1000, "", "", "", true, [{ from: 1, price: "2.00" }], undefined]);
  assert.throws(() => checked(null), { key: "e_no_product" });
});

test("the price follows the wholesale steps", () => {
  const tiers = [{ from: 2, price: "5.50" }, { from: 100, price: "4.80" }];
  assert.deepEqual([1, 2, 99, 100, 5000].map((pieces) => stepPrice(tiers, pieces)), ["5.50", "5.50", "5.50", "4.80", "4.80"]);
});
