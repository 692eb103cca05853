/** Carts, order lists, searches and lists in a real Chromium: boxes are ticked, and the products are sent together. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listPages, listsFolder } from "../test/page.mjs";
import { listFixture, listPage } from "./harness.mjs";
import { isShown, openOn, openOnPage, page, server, startSession } from "./session.mjs";

startSession();

const openList = async (name) => {
  const { url, html } = listFixture(name);
  const popup = await openOnPage(url, html);
  await isShown(popup, "many");
  return popup;
};
const boxes = (popup) =>
  popup.evaluate(`[...document.querySelectorAll('#found input[type="checkbox"]')].map((box) => box.checked)`);
const sendTicked = async (popup, count) => {
  await popup.click('[data-testid="send-many"]');
  await popup.until(`/Products sent: ${count}/.test(document.getElementById("done").innerText)`);
};
const expectedOf = (name) => JSON.parse(readFileSync(join(listsFolder, `${name}.expected.json`), "utf8"));

for (const name of listPages().filter((name) => expectedOf(name).length))
  test(`${name}: what is shown is what is sent`, async () => {
    const expected = expectedOf(name);
    const popup = await openList(name);
    assert.match(await popup.text("many"), new RegExp(`Products on this page: ${expected.length}`));
    // What a cart or an order says in numbers is ticked, what a list shows is not.
    assert.deepEqual(
      await boxes(popup),
      expected.map(({ quantity }) => quantity > 0),
    );
    await popup.click('[data-testid="choose-all"]');
    const missing = expected.filter(({ price }) => !price).length;
    if (missing) {
      await popup.click('[data-testid="send-many"]');
      await popup.until(`/Enter the price/.test(document.getElementById("error").innerText)`);
      assert.equal(server.items.length, 0);
      await popup.evaluate(
        `for (const input of document.querySelectorAll('#found input[inputmode="decimal"]')) input.value ||= "7";`,
      );
    }
    await sendTicked(popup, expected.length);
    assert.deepEqual(
      server.items.map(({ title, price, currency, quantity, url, variant = "", shop = null, external_id = "" }) => ({
        title,
        price,
        currency,
        quantity,
        url,
        variant,
        shop,
        external_id,
      })),
      expected.map(({ title, price, currency, quantity, url, variant, shop, external_id }) => ({
        title,
        price: price || "7",
        currency,
        quantity: quantity || 1,
        url,
        variant,
        shop,
        external_id,
      })),
    );
  });

test("a page of a marketplace without products has no list, and can be added by hand", async () => {
  const { url, html } = listFixture("taobao-shop-without-products");
  const popup = await openOnPage(url, html);
  await isShown(popup, "dead-end");
  assert.equal(await popup.isShown("many"), false);
});

test("what was sent before is not ticked again, and names its order", async () => {
  const first = await openList("taobao-cart");
  await first.evaluate(`document.querySelectorAll('#found input[type="checkbox"]')[2].click()`);
  await sendTicked(first, 2);
  await page.close();
  const again = await openList("taobao-cart");
  assert.deepEqual(await boxes(again), [false, false, true]);
  assert.match(await again.text("found"), /Already in order K101-7/);
});

test("one of several that the server refuses stays in the queue, the others are in the order", async () => {
  const popup = await openOnPage("https://list.example/c/cups", listPage("Cup"));
  await isShown(popup, "many");
  await popup.click('[data-testid="choose-all"]');
  await popup.evaluate(`document.querySelector('#found input[inputmode="decimal"]').value = "8.125"`);
  server.refuses = (item) => item.price === "8.125";
  await popup.click('[data-testid="send-many"]');
  await isShown(popup, "waiting");
  assert.match(await popup.text("done"), /Products sent: 2/);
  assert.match(await popup.text("error"), /Not sent: 1/);
  assert.deepEqual(
    server.items.map(({ title }) => title),
    ["Cup B", "Cup C"],
  );
});

test("a product page shows the other products of the page on request", async () => {
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  await popup.click('[data-testid="show-list"]');
  await popup.until(`/No other products/.test(document.getElementById("error").innerText)`);
  assert.equal(await popup.isShown("send"), true);
});
