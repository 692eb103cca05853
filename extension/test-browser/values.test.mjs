/** The results of the shipped parsers for every stored page in a real Chromium, and currencies and links in the popup. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { score } from "../scripts/score.mjs";
import { expectedOf, fixtures, parserFiles } from "../test/page.mjs";
import { fixture } from "./harness.mjs";
import { browser, isShown, openOn, page, sendProduct, server, startSession, usePage } from "./session.mjs";

// The parsers run by the reader of the popup, without a click for each of the pages.
startSession({ sites: ["https://*/*"] });

const FAILURES = { e_no_product: "no_product", e_wall: "wall", e_unreadable: "unreadable", e_delisted: "delisted" };

test("every stored page is read as it says: nothing missing, wrong or invented", async () => {
  const options = await browser.openPage("options/options.html");
  usePage(await browser.context.newPage());
  const read = (address) =>
    options.evaluate(`(async () => {
      const { read } = await import("/popup/reader.js");
      const tabs = await chrome.tabs.query({ url: "https://*/*" });
      const files = ${JSON.stringify(parserFiles())};
      return read(tabs[0].id, files, ${JSON.stringify(address)}).then(
        (item) => ({ ok: true, item }),
        (failure) => ({ ok: false, key: failure.key }),
      );
    })()`);
  const results = new Map();
  for (const name of fixtures()) {
    const { url, html } = fixture(name);
    await page.goto(browser.show(url, html), { waitUntil: "domcontentloaded" });
    const result = await read("https://www.zara.com");
    results.set(name, { ...result, code: FAILURES[result.key] ?? result.key });
  }
  await options.page.close();
  const { faults, pages } = score(fixtures(), (name) => results.get(name));
  assert.ok(pages > 300);
  assert.deepEqual(faults, []);
});

for (const [name, price, currency] of [
  ["shops/vietnam-dong", "", "VND"],
  ["shops/canada-dollar", "", "CAD"],
  ["shops/japan-yen-sign", "", "JPY"],
  ["shops/turkey-thousands", "1790", "TRY"],
])
  test(`${name}: the currency of the page is shown and sent, and no other`, async () => {
    const popup = await openOn(name);
    await sendProduct(popup);
    assert.deepEqual([server.items[0].price, server.items[0].currency], [price || expectedOf(name).price, currency]);
  });

test("a currency that the server does not take is refused with a sentence, and the form keeps it", async () => {
  server.refusal = {
    path: "/items",
    status: 422,
    headers: {},
    content: { code: "validation_failed", errors: { currency: [{ code: "currency_not_accepted" }] } },
  };
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  await popup.send();
  await isShown(popup, "error");
  assert.match(await popup.text("error"), /currency/i);
  assert.deepEqual(
    [await popup.value("currency"), await popup.value("price"), server.items.length],
    ["CHF", "1290", 0],
  );
});

test("the link is the address of the page: not that of a canonical link, cleaned, and with the variant", async () => {
  for (const name of ["foreign/canonical-of-another-host", "retail/colour-in-path", "taobao/sku-in-address"]) {
    const popup = await openOn(name);
    await popup.isReady();
    const link = await popup.value("url");
    assert.equal(new URL(link).host, new URL(fixture(name).url).host, name);
    assert.equal(await popup.text("link"), link.replace(/^https?:\/\/(www\.)?/, ""), name);
    assert.doesNotMatch(link, /utm_|spm=/, name);
    if (name.startsWith("taobao")) assert.match(link, /skuId=\d+/);
    if (name === "retail/colour-in-path") assert.equal(new URL(link).pathname, new URL(fixture(name).url).pathname);
    await page.close();
  }
});
