/** Carts, order lists, searches and lists in a real Chromium: boxes are ticked, and the products are sent together. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listPages, listsFolder } from "../test/page.mjs";
import { listFixture, listPage } from "./harness.mjs";
import { browser, isShown, openOn, openOnPage, page, server, startSession } from "./session.mjs";

startSession();

const openList = async (name) => {
  const { url, html } = listFixture(name);
  const popup = await openOnPage(url, html);
  const isOpen = (id) => `!document.getElementById("${id}").hidden`;
  await popup.until(`${isOpen("many")} || ${isOpen("send")}`);
  // The page of a product shows its list on request.
  if (!(await popup.isShown("many"))) await popup.click('[data-testid="show-list"]');
  await isShown(popup, "many");
  return popup;
};
const boxes = (popup) =>
  popup.evaluate(`[...document.querySelectorAll('#found li > input[type="checkbox"]')].map((box) => box.checked)`);
const isDoubtful = (popup) => popup.isShown("many-looked");
/** Ticks the marks of all rows, one by one. */
const lookAtAll = (popup) =>
  popup.evaluate(
    `for (const box of document.querySelectorAll('[data-testid="row-looked-at"]')) if (box.checkVisibility() && !box.checked) box.click();`,
  );
const sendTicked = async (popup, count) => {
  await lookAtAll(popup);
  await popup.click('[data-testid="send-many"]');
  await popup.until(`/Products sent: ${count}/.test(document.getElementById("done").innerText)`);
};
const expectedOf = (name) => JSON.parse(readFileSync(join(listsFolder, `${name}.expected.json`), "utf8"));

for (const name of listPages().filter((name) => expectedOf(name).length))
  test(`${name}: what is shown is what is sent`, async () => {
    const expected = expectedOf(name);
    const popup = await openList(name);
    assert.match(await popup.text("many"), new RegExp(`Products on this page: ${expected.length}`));
    // Rows with a quantity in a cart or an order are ticked; rows of a list are not.
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
  await first.evaluate(`document.querySelectorAll('#found li > input[type="checkbox"]')[2].click()`);
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
  await lookAtAll(popup);
  await popup.click('[data-testid="send-many"]');
  await isShown(popup, "waiting");
  assert.match(await popup.text("done"), /Products sent: 2/);
  assert.match(await popup.text("error"), /Not sent: 1/);
  assert.deepEqual(
    server.items.map(({ title }) => title),
    ["Cup B", "Cup C"],
  );
});

test("the goods of the ticked rows are summed by currency, and never called what the order costs", async () => {
  const popup = await openOnPage("https://list.example/c/cups", listPage("Cup"));
  await isShown(popup, "many");
  assert.equal(await popup.isShown("many-goods"), false, "nothing is ticked");
  await popup.click('[data-testid="choose-all"]');
  assert.equal(await popup.text("many-goods"), "Goods: 22.50 EUR, without the fees and the delivery of the order");
  const type = (selector, value) =>
    popup.evaluate(`(() => {
      const field = document.querySelector(${JSON.stringify(`#found li ${selector}`)});
      field.value = ${JSON.stringify(value)};
      field.dispatchEvent(new Event("input", { bubbles: true }));
    })()`);
  await type('input[type="number"]', "200");
  await type('input[list="currencies"]', "USD");
  assert.match(await popup.text("many-goods"), /^Goods: 1\u00a0500\.00 USD \+ 15\.00 EUR,/);
  await type('input[inputmode="decimal"]', "");
  assert.equal(await popup.isShown("many-goods"), false, "a price is missing");
  assert.deepEqual(
    server.requests.filter(({ path }) => /estimates/.test(path)),
    [],
  );
});

test("a product page shows the other products of the page on request", async () => {
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  await popup.click('[data-testid="show-list"]');
  await popup.until(`/No other products/.test(document.getElementById("error").innerText)`);
  assert.equal(await popup.isShown("send"), true);
});

/** The bodies of the items that the server received. */
const sentItems = () => server.requests.filter(({ path }) => /\/items$/.test(path)).map(({ body }) => JSON.parse(body));
const ALL_FIELDS = ["options", "sku_id", "images", "weight_grams", "price_source", "uncertain"];

test("each doubtful row is marked and has a tick of its own", async () => {
  server.me.item_fields = ALL_FIELDS;
  // Only the country of the address tells which dollar this is.
  const url = "https://cups.example.ca/c/cups";
  const popup = await openOnPage(url, listPage("Cup").replaceAll("€7.50", "$7.50"));
  await isShown(popup, "many");
  assert.equal(await isDoubtful(popup), false, "nothing is ticked");
  await popup.click('[data-testid="choose-all"]');
  assert.match(await popup.text("many-looked"), /look at and tick: 3/);
  const isRefused = async () => {
    await popup.click('[data-testid="send-many"]');
    await popup.until(`/tick the box next to its mark/.test(document.getElementById("error").innerText)`);
    assert.equal(sentItems().length, 0);
  };
  await isRefused();

  // A change clears the mark of its field; a look at one row confirms no other.
  const type = (place, selector, value) =>
    popup.evaluate(`(() => {
      const field = document.querySelectorAll("#found li")[${place}].querySelector(${JSON.stringify(selector)});
      field.value = ${JSON.stringify(value)};
      field.dispatchEvent(new Event("input", { bubbles: true }));
    })()`);
  await type(0, 'input[inputmode="decimal"]', "9.25");
  await type(1, 'input[list="currencies"]', "CAD");
  const marks = await popup.evaluate(
    `[...document.querySelectorAll('[data-testid="row-mark"]')].map((mark) => mark.checkVisibility() ? mark.innerText.trim() : "")`,
  );
  assert.deepEqual(marks, ["Check: currency", "", "Check: currency"]);
  await popup.evaluate(`document.querySelectorAll('[data-testid="row-looked-at"]')[0].click()`);
  assert.match(await popup.text("many-looked"), /look at and tick: 1/);
  await isRefused();
  await sendTicked(popup, 3);
  const picture = (kind) => `https://cups.example.ca/${kind}.jpg`;
  const cup = (kind) => ({
    title: `Cup ${kind}`,
    url: `https://cups.example.ca/p/${kind}`,
    price: "7.5",
    currency: "CAD",
    quantity: 1,
    price_uncertain: true,
    image_url: picture(kind),
    images: [picture(kind)],
    price_source: { source: "list", path: "card" },
  });
  assert.deepEqual(sentItems(), [
    { ...cup("A"), price: "9.25", price_source: { source: "person", path: "" }, uncertain: ["currency"] },
    { ...cup("B"), price_uncertain: false },
    { ...cup("C"), uncertain: ["currency"] },
  ]);
});

test("a cart's options, SKU, picture and source of the price are sent where the server takes them", async () => {
  server.me.item_fields = ALL_FIELDS;
  const popup = await openList("taobao-orders");
  await popup.click('[data-testid="choose-all"]');
  await sendTicked(popup, expectedOf("taobao-orders").length);
  const [scarf] = sentItems();
  assert.deepEqual(
    [scarf.options, scarf.sku_id, scarf.images, scarf.price_source, scarf.uncertain],
    [
      [
        { name: "颜色", value: "黑色" },
        { name: "尺码", value: "均码" },
      ],
      "5100",
      ["https://img.alicdn.com/a.jpg"],
      { source: "list", path: "subOrders[].priceInfo.realTotal" },
      undefined,
    ],
  );
  await page.close();
  server.reset();
  await browser.worker.evaluate(() => chrome.storage.local.clear());
  await browser.connect(server);
  const older = await openList("taobao-orders");
  await older.click('[data-testid="choose-all"]');
  await sendTicked(older, expectedOf("taobao-orders").length);
  for (const item of sentItems())
    assert.deepEqual(
      Object.keys(item).filter((field) => ALL_FIELDS.includes(field)),
      [],
    );
});
