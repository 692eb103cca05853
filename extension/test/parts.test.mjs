/** Merge, normalisation, tokens, failures, wholesale steps: each by its table. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { failureFromResponse, failureFromPage } from "../lib/errors.js";
import { plainPrice } from "../lib/format.js";
import { isWellFormed } from "../lib/token.js";
import { stepPrice } from "../popup/preview.js";
import { validateResult } from "../popup/reader.js";
import { TOKEN } from "./chrome.mjs";
import { capture, open } from "./page.mjs";

const window = open("<title>x</title>", { url: "https://shop.example/a/b?x=1" });
capture(window);

test("an empty field never overwrites a value", () => {
  const base = { title: "A", price: "1", shop: { name: "S" }, list: [1], flag: true };
  for (const empty of ["", null, undefined, [], {}, { name: "" }])
    assert.deepEqual(
      { ...window.__svcH.merge.merge(base, { title: empty, price: empty, shop: empty, list: empty }) },
      base,
    );
  assert.deepEqual(
    { ...window.__svcH.merge.merge(base, { price: "2", flag: false }) },
    { ...base, price: "2", flag: false },
  );
});

test("prices in every notation become exact decimals", () => {
  const table = [
    ["29.9", "29.9"],
    ["¥ 29.90", "29.9"],
    ["￥１２．５０", "12.5"],
    ["1,234.50", "1234.5"],
    ["1.234,50 €", "1234.5"],
    ["1 234,5 ₽", "1234.5"],
    ["12,345", "12345"],
    ["一百二十元", "120"],
    ["一百五元", "150"],
    ["三千五", "3500"],
    ["两万五块", "25000"],
    ["十五元", "15"],
    ["七八百元", ""],
    ["几百元", ""],
    ["数百元", ""],
    ["几十块", ""],
    ["上千元", ""],
    ["廿五元", ""],
    ["满二百减二十元", ""],
    ["万元", ""],
    ["两千零五元", "2005"],
    ["一万三千元", "13000"],
    ["0", ""],
    ["", ""],
    ["询价", ""],
    ["9.999", ""],
    ["12345678901", ""],
    [28.5, "28.5"],
  ];
  for (const [source, amount] of table)
    assert.equal(window.__svcH.normalize.price(source).amount, amount, String(source));
  for (const range of ["12.00-15.00", "¥12 ~ ¥15", "12.00至15.00"])
    assert.deepEqual({ ...window.__svcH.normalize.price(range) }, { amount: "12", ranged: true }, range);
});

test("typed prices are read in the format of the person's language", () => {
  for (const [typed, english, russian] of [
    ["12.5", "12.5", "12.5"],
    ["12,5", "12.5", "12.5"],
    ["1,500", "1500", "1.500"],
    ["1,500.00", "1500.00", "1500.00"],
    ["1.500,00", "1500.00", "1500.00"],
    ["1 500,00", "1500.00", "1500.00"],
    ["1,234,567", "1234567", "1234567"],
    ["0,125", "0.125", "0.125"],
    ["дорого", "дорого", "дорого"],
  ]) {
    assert.equal(plainPrice(typed, "en"), english, typed);
    assert.equal(plainPrice(typed, "zh-CN"), english, typed);
    assert.equal(plainPrice(typed, "ru"), russian, typed);
  }
});

test("addresses lose tracking, pictures their size suffix", () => {
  const { address, picture } = window.__svcH.normalize;
  assert.equal(
    address("//item.taobao.com/item.htm?spm=a.b&id=1&utm_source=x#top"),
    "https://item.taobao.com/item.htm?id=1",
  );
  assert.equal(address("javascript:alert(1)"), "");
  assert.equal(picture("//img.alicdn.com/a/b.jpg_430x430q90.jpg"), "https://img.alicdn.com/a/b.jpg");
  assert.equal(picture("https://cbu01.alicdn.com/a.400x400.jpg"), "https://cbu01.alicdn.com/a.jpg");
  assert.equal(picture("data:image/png;base64,AA"), "");
});

test("literals are parsed without being executed", () => {
  const { literal } = window.__svcH;
  assert.deepEqual(JSON.parse(JSON.stringify(literal("{a:1,\"b\":[true,null,-2.5],5846:\"\\u4e2d\",'c':'x'}", 0))), {
    a: 1,
    b: [true, null, -2.5],
    5846: "中",
    c: "x",
  });
  for (const source of ["{a:alert(1)}", "{a:(function(){})()}", "{", "[1,"])
    assert.throws(() => literal(source, 0), undefined, source);
});

test("a typo in a token is detected", () => {
  const token = TOKEN;
  assert.equal(isWellFormed(token), true);
  for (let place = 0; place < token.length; place += 1) {
    const typo = token.slice(0, place) + (token[place] === "x" ? "y" : "x") + token.slice(place + 1);
    assert.equal(isWellFormed(typo), false, typo);
  }
});

test("every failure has a text", () => {
  const table = [
    [401, "credential_missing", "e_no_token"],
    [401, "credential_malformed", "e_malformed"],
    [401, "credential_revoked", "e_revoked"],
    [401, "credential_invalid", "e_invalid"],
    [409, "order_not_draft", "e_not_draft"],
    [404, "not_found", "e_not_found"],
    [429, "too_many_requests", "e_busy"],
    [500, "internal", "e_server"],
    [502, undefined, "e_server"],
  ];
  for (const [status, code, key] of table) assert.equal(failureFromResponse(status, { code }).key, key);
  assert.deepEqual(
    [failureFromResponse(503, null).retriable, failureFromResponse(409, { code: "order_not_draft" }).retriable],
    [true, false],
  );
  assert.deepEqual(
    ["wall", "unreadable", "restricted", "x"].map((code) => failureFromPage(code).key),
    ["e_wall", "e_unreadable", "e_restricted", "e_no_product"],
  );
});

test("field errors are shown by code and parameters", () => {
  const errors = {
    title: [{ code: "too_long", params: { max: 1000 }, message: "no" }],
    "images[2]": [{ code: "not_a_url", params: {}, message: "no" }],
    quantity: [{ code: "out_of_range", params: { min: 1, max: 99 }, message: "no" }],
    price: [{ code: "constructor", message: "no" }],
    unknown: [],
  };
  const failure = failureFromResponse(422, { code: "validation_failed", errors });
  assert.deepEqual(
    [failure.key, failure.fields],
    [
      "e_fields",
      [
        { name: "title", rule: "f_too_long", values: [1000] },
        { name: "picture", rule: "f_not_a_url", values: [] },
        { name: "quantity", rule: "f_out_of_range", values: [1, 99] },
        { name: "price", rule: "f_invalid", values: [] },
        { name: "unknown", rule: "f_invalid", values: [] },
      ],
    ],
  );
  assert.equal(
    failureFromResponse(422, { code: "validation_failed", errors: { currency: [{ code: "currency_not_accepted" }] } })
      .key,
    "e_currency_refused",
  );
});

test("the result of a page is validated", () => {
  const item = validateResult({
    ok: true,
    item: {
      title: "A".repeat(9999),
      url: "javascript:1",
      price: "1e9",
      currency: "yuan",
      tiers: [
        { from: 1, price: "2.00" },
        { from: "x", price: {} },
      ],
      extra: "x",
    },
  });
  assert.deepEqual(
    [item.title.length, item.url, item.price, item.currency, item.price_uncertain, item.tiers, item.extra],
    [1000, "", "", "", true, [{ from: 1, price: "2.00" }], undefined],
  );
  assert.throws(() => validateResult(null), { key: "e_no_product" });
});

test("the price follows the quantity brackets", () => {
  const tiers = [
    { from: 2, price: "5.50" },
    { from: 100, price: "4.80" },
  ];
  assert.deepEqual(
    [1, 2, 99, 100, 5000].map((pieces) => stepPrice(tiers, pieces)),
    ["5.50", "5.50", "5.50", "4.80", "4.80"],
  );
});

test("weight and size are read from tables of properties, or not at all", () => {
  const { measures } = window.__svcH.properties;
  for (const [pairs, expected] of [
    [[["商品毛重", "0.52kg"]], { weight_grams: 520 }],
    [[["重量", "约500克"]], {}],
    [[["重量", "200-300g"]], {}],
    [[["重量", "500"]], {}],
    [[["重量(g)", "500"]], { weight_grams: 500 }],
    [[["净含量", "500g"]], {}],
    // The shipped size comes before the inner one; two values of one name say nothing.
    [
      [
        ["Net weight", "310 g"],
        ["Package weight", "0.4 kg"],
      ],
      { weight_grams: 400 },
    ],
    [
      [
        ["重量", "1斤"],
        ["重量", "2斤"],
      ],
      {},
    ],
    [[["尺寸", "30*20*10cm"]], { size_mm: [300, 200, 100] }],
    [[["Package size", "12 x 8.5 x 4 in"]], { size_mm: [305, 216, 102] }],
    [[["产品尺寸（mm）", "70×70×225"]], { size_mm: [70, 70, 225] }],
    [[["尺寸", "长30cm 宽20cm 高10cm"]], { size_mm: [300, 200, 100] }],
    [[["尺寸", "30*20*10"]], {}],
    [[["尺寸", "30*20cm"]], {}],
    [[["尺寸", "XL"]], {}],
    [[["尺寸", "0*20*10cm"]], {}],
  ])
    assert.deepEqual(JSON.parse(JSON.stringify(measures(pairs))), expected, JSON.stringify(pairs));
});

test("merge rule 3 applies to usable values: a blank, a zero or a rejected value replaces nothing", () => {
  const { merge } = window.__svcH.merge;
  const base = {
    title: "A",
    price: "10.00",
    currency: "EUR",
    price_source: "json_ld",
    price_uncertain: true,
    url: "https://a.example/",
    image_url: "https://a.example/1.jpg",
    external_id: "7",
    weight_grams: 5,
    min_quantity: 2,
    shop: { name: "S" },
    tiers: [{ from: 1, price: "2" }],
  };
  for (const bad of [
    { title: "  " },
    { price: "0" },
    { price: "0.00" },
    { price: "询价" },
    { price: 0 },
    { price: "1.2.3" },
    { currency: "yuan?" },
    { url: "javascript:1" },
    { image_url: "data:image/png;base64,AA" },
    { external_id: "null" },
    { external_id: "0" },
    { weight_grams: 0 },
    { min_quantity: -1 },
    { shop: { name: " ", url: "https://x.example" } },
    { tiers: [{ from: 1, price: "0" }] },
  ]) {
    assert.deepEqual({ ...merge(base, bad) }, base, JSON.stringify(bad));
  }
  // A good price comes with its own currency and marks.
  const { price_uncertain, ...certain } = base;
  assert.deepEqual(
    { ...merge(base, { price: "12", currency: "CNY", price_source: "state" }) },
    { ...certain, price: "12", currency: "CNY", price_source: "state" },
  );
  assert.equal(price_uncertain, true);
  // A currency alone does not change the currency of another's price.
  assert.equal(merge(base, { currency: "CNY" }).currency, "EUR");
});

test("currencies are kept unchanged, and ambiguous signs are not guessed", () => {
  const { currency } = window.__svcH.money;
  const table = [
    ["CHF", "CHF"],
    ["vnd", "VND"],
    ["1'290 CHF", "CHF"],
    ["CA$ 20", "CAD"],
    ["₫ 1.000", "VND"],
    ["1.790 TL", "TRY"],
    ["TL", "TRY"],
    ["R$ 5", "BRL"],
    ["RMB", "CNY"],
    ["5 KWD", "KWD"],
    ["$5", ""],
    ["¥5", ""],
    ["5 kr", ""],
    ["yuan?", ""],
    ["250 сом", "KGS"],
    ["250 сомов", "KGS"],
    ["250 сомони", "TJS"],
    ["250 сумов", "UZS"],
    ["2 сумки", ""],
    ["XYZ", ""],
    ["", ""],
  ];
  for (const [source, code] of table) assert.equal(currency(source).code, code, source);
  const at = (lang, host, value) => {
    const page = open(`<html lang="${lang}"><title>x</title>`, { url: `https://${host}/` });
    capture(page);
    const { code, guessed } = page.__svcH.money.currency(value);
    return `${code}${guessed ? "?" : ""}`;
  };
  const placed = [
    ["ru", "shop.example.by", "350,50 руб.", "BYN?"],
    ["ru", "shop.ru", "350 р.", "RUB"],
    ["ru", "shop.example", "350 руб.", "RUB"],
    ["ru", "shop.ru", "350 бел. руб.", "BYN"],
    ["en-CA", "shop.ca", "$20", "CAD?"],
    ["en", "shop.co.jp", "¥500", "JPY?"],
    ["en", "shop.example", "¥500", ""],
    ["zh-CN", "shop.jp", "¥500", "JPY?"],
    ["zh-TW", "shop.tw", "500元", "TWD"],
    ["sv", "shop.se", "500 kr", "SEK"],
    ["da", "shop.example", "500 kr.", "DKK"],
    ["en", "shop.example", "500 kr", ""],
    ["pt", "shop.mo", "MOP$100", "MOP"],
    ["ar", "shop.ae", "AED ١٢٣", "AED"],
    ["en-ZA", "shop.za", "R 1 299", "ZAR"],
  ];
  for (const [lang, host, value, expected] of placed)
    assert.equal(at(lang, host, value), expected, `${lang} ${host} ${value}`);
  const japanese = open('<html lang="ja"><title>x</title>', { url: "https://shop.example.jp/" });
  capture(japanese);
  assert.deepEqual({ ...japanese.__svcH.money.currency("¥500") }, { code: "JPY", guessed: false });
  const chinese = open('<html lang="zh-CN"><title>x</title>', { url: "https://shop.example.cn/" });
  capture(chinese);
  assert.equal(chinese.__svcH.money.currency("¥500").code, "CNY");
});

test("separators are read by language and currency, or not at all", () => {
  const read = (lang, value, known) => {
    const page = open(`<html lang="${lang}"><title>x</title>`, { url: "https://shop.example/" });
    capture(page);
    return page.__svcH.money.parse(value, { currency: known }).amount;
  };
  const table = [
    ["tr", "1.790 TL", "TRY", "1790"],
    ["de", "1.299,00 €", "EUR", "1299"],
    ["de", "1.299 €", "EUR", "1299"],
    ["en", "1,299.00", "USD", "1299"],
    ["en", "1.299", "USD", ""],
    ["", "1.299", "", ""],
    ["", "1.790", "TRY", "1790"],
    ["vi", "12.990.000₫", "VND", "12990000"],
    ["de-CH", "1'290.–", "CHF", "1290"],
    ["en", "12.750", "KWD", "12.75"],
    ["ja", "1,980円", "JPY", "1980"],
    ["en", "199 99", "USD", "199"],
    ["fr", "1 234,50 €", "EUR", "1234.5"],
    ["zh", "1.2万", "CNY", "12000"],
    ["en", "-16% 84.00", "USD", "84"],
    ["en", "-5.00", "USD", ""],
  ];
  for (const [lang, value, known, amount] of table) assert.equal(read(lang, value, known), amount, `${lang} ${value}`);
});

test("the price of the goods in the client's currency is exact, and absent without the data", async () => {
  const { costInClientCurrency } = await import("../lib/convert.js");
  const cost = (price, currency, pieces, pricing) => costInClientCurrency([{ price, currency, pieces }], pricing);
  const pricing = { currency: "RUB", rates: { CNY: "12.85" } };
  assert.deepEqual(cost("28.5", "CNY", 12, pricing), { amount: "4394.70", currency: "RUB" });
  for (const [price, currency, about] of [
    ["1", "CHF", pricing],
    ["100", "RUB", pricing],
    ["", "CNY", pricing],
    ["1", "CNY", undefined],
    ["1", "CNY", {}],
    ["1", "CNY", { currency: "RUB", rates: { CNY: "evil" } }],
  ])
    assert.equal(cost(price, currency, 1, about), null);
});
