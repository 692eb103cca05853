/** The shops of the adapters in a real Chromium: what the popup shows and sends of each, and which of their pages are not products. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectedOf, fixtures } from "../test/page.mjs";
import { fixture } from "./harness.mjs";
import { GLOBALS, newNames } from "./waiting.mjs";
import { browser, isShown, openOn, page, sendProduct, server, startSession, usePage } from "./session.mjs";

startSession();

/** One page of each shop: its variant is chosen by the address, or it has none. */
const PRODUCTS = [
  "1688/chosen-sku-by-address",
  "aliexpress/sku-in-address",
  "goofish/item",
  "jd/colour-and-size",
  "pinduoduo/sku-in-shared-link",
  "poizon/seller-named",
  "taobao/sku-in-address",
  "weidian/sku-in-address",
];

for (const name of PRODUCTS)
  test(`${name} is shown and sent as its page says`, async () => {
    const expected = expectedOf(name);
    const popup = await openOn(name);
    await sendProduct(popup);
    const [item] = server.items;
    for (const field of ["title", "price", "currency", "variant", "external_id", "url", "shop"])
      if (expected[field]) assert.deepEqual(item[field], expected[field], field);
    assert.equal(item.marketplace, name.split("/")[0]);
  });

const SENTENCES = {
  no_product: /There is no product on this page/,
  delisted: /no longer sells this product/,
  wall: /asks to log in/,
  unreadable: /does not show the product/,
};
const ADAPTERS = ["1688", "aliexpress", "goofish", "jd", "pinduoduo", "poizon", "taobao", "weidian"];
const refused = fixtures().filter((name) => ADAPTERS.includes(name.split("/")[0]) && expectedOf(name).code);

for (const shop of ADAPTERS)
  test(`${shop}: searches, shops, walls and delisted products are no products, and never a dead end`, async () => {
    const pages = refused.filter((name) => name.startsWith(`${shop}/`));
    assert.ok(pages.length > 0);
    for (const name of pages) {
      const popup = await openOn(name);
      await isShown(popup, "dead-end");
      assert.match(await popup.text("error"), SENTENCES[expectedOf(name).code], name);
      assert.equal(await popup.isShown("send"), false, name);
      await popup.click('[data-testid="add-by-hand"]');
      await popup.isReady();
      await page.close();
    }
    assert.equal(server.items.length, 0);
  });

test("a short link is resolved by opening it, and a shared link loses who shared it", async () => {
  const { url, html } = fixture("jd/mobile");
  browser.show(url, html);
  browser.show(
    "https://3.cn/-2abCdE",
    `<script>location.replace(${JSON.stringify(`${url}?utm_source=share&un_area=1`)})</script>`,
  );
  browser.show(`${url}?utm_source=share&un_area=1`, html);
  usePage(await browser.visit("https://3.cn/-2abCdE"));
  await page.waitForURL(/utm_source=share/);
  const popup = await browser.clickOn(page);
  await sendProduct(popup);
  assert.equal(server.items[0].title, expectedOf("jd/mobile").title);
  assert.match(server.items[0].url, /^https:\/\/item\.jd\.com\/\d+\.html$/);
  await page.close();

  const shared = await openOn("pinduoduo/sku-in-shared-link");
  await shared.isReady();
  // The person's choice stays.
  assert.equal(await shared.value("url"), "https://mobile.yangkeduo.com/goods.html?goods_id=398722614509&sku_id=2");
});

test("Dewu's shop is the seller that the page names, and otherwise unknown", async () => {
  const named = await openOn("poizon/seller-named");
  await named.isReady();
  assert.equal(await named.value("shop-name"), "城南球鞋");
  await page.close();
  const unnamed = await openOn("poizon/seller-unnamed");
  await unnamed.isReady();
  assert.equal(await unnamed.value("shop-name"), "");
});

test("a product added by hand on a page of a marketplace belongs to it, and the marketplace is not its shop", async () => {
  const popup = await openOn("poizon/empty-shell");
  await isShown(popup, "dead-end");
  await popup.click('[data-testid="add-by-hand"]');
  await popup.isReady();
  assert.equal(await popup.value("shop-name"), "");
  for (const [id, value] of [
    ["title", "Nike"],
    ["price", "749"],
    ["currency", "CNY"],
  ])
    await popup.fill(id, value);
  await sendProduct(popup);
  assert.equal(server.items[0].marketplace, "poizon");
});

test("a reading leaves the two globals of the specification in the page", async () => {
  usePage(await browser.visitFixture("shops/swiss-franc"));
  const names = () => page.evaluate(() => Object.getOwnPropertyNames(window));
  const before = await names();
  const popup = await browser.clickOn(page);
  await popup.isReady();
  await popup.click('[data-testid="show-list"]');
  await isShown(popup, "error");
  assert.deepEqual(newNames(before, await names()), GLOBALS);
});
