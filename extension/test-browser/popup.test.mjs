/** A person's actions in a real Chromium with the shipped extension. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Server, TOKEN } from "./harness.mjs";
import { browser, openOn, openOnPage, page, sendProduct, server, startSession, usePage } from "./session.mjs";

startSession();

test("scripts in pages cannot read the token", async () => {
  assert.equal((await browser.stored()).connection.token, TOKEN);
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  const seen = await popup.evaluate(
    `(async () => {
      const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
      const readAll = () => chrome.storage?.local.get().then((all) => JSON.stringify(all), (failure) => failure.message);
      const [frame] = await chrome.scripting.executeScript({ target: { tabId: tab.id }, func: readAll });
      return frame.result;
    })()`,
  );
  assert.doesNotMatch(String(seen), /svc_/);
});

test("an unexpected currency is shown and sent unchanged", async () => {
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  assert.deepEqual(
    [await popup.value("price"), await popup.value("currency"), await popup.isShown("looked")],
    ["1290", "CHF", false],
  );
  await popup.send();
  await popup.until(`!document.getElementById("done").hidden`);
  assert.deepEqual(
    [server.items[0].price, server.items[0].currency, server.items[0].url],
    ["1290", "CHF", "https://www.uhrenladen.ch/de/produkt/automatik-40?color=blau"],
  );
});

test("an unknown currency must be entered, and uncertain fields must be confirmed", async () => {
  const popup = await openOn("shops/dollar-without-a-country");
  await popup.isReady();
  assert.equal(await popup.value("currency"), "");
  await popup.click('[data-testid="send"]');
  await popup.until(`!document.getElementById("error").hidden`);
  assert.equal(server.items.length, 0);
  await popup.fill("currency", "cad");
  await popup.send();
  await popup.until(`!document.getElementById("done").hidden`);
  assert.equal(server.items[0].currency, "CAD");

  await page.close();
  const uncertain = await openOn("poizon/sizes");
  await uncertain.isReady();
  await uncertain.click('[data-testid="send"]');
  await uncertain.until(`/tick the box/.test(document.getElementById("error").innerText)`);
  assert.equal(server.items.length, 1);
});

test("one click shows the source of the price", async () => {
  const popup = await openOn("1688/chosen-sku-by-address");
  await popup.isReady();
  await popup.click("#source summary");
  assert.match(await popup.text("source"), /From the shop's data in the page \(skuMap\[skuId=4\]\.discountPrice\)/);
  assert.match(await popup.text("link"), /detail\.1688\.com\/offer\/713048829441\.html\?skuId=4/);
});

test("quantities typed in the page's rows are chosen in the table, and each SKU becomes an item", async () => {
  server.me.item_fields = ["options", "sku_id", "images", "weight_grams", "price_source", "uncertain"];
  const popup = await openOn("1688/quantities-in-rows");
  await popup.isReady();
  assert.match(await popup.text("matrix"), /Variants chosen: 1, pieces: 12/);
  await popup.evaluate(
    `(() => {
      const axis = document.querySelector('[data-testid="axis-0"]');
      axis.value = "深灰色";
      axis.dispatchEvent(new Event("change"));
      const input = document.querySelectorAll('[data-testid="sku-quantity"]')[1];
      input.value = "9";
      input.dispatchEvent(new Event("input"));
    })()`,
  );
  await popup.until(`/Variants chosen: 2, pieces: 21/.test(document.getElementById("matrix").innerText)`);
  await popup.send();
  await popup.until(`/Products sent: 2/.test(document.getElementById("done").innerText)`);
  assert.deepEqual(
    server.items.map(({ variant, quantity, price, sku_id }) => [variant, quantity, price, sku_id]),
    [
      ["黑色 / L", 12, "28.5", "1"],
      ["深灰色 / XL", 9, "28.5", "4"],
    ],
  );
  assert.deepEqual(server.items[0].options, [
    { name: "颜色", value: "黑色" },
    { name: "尺码", value: "L" },
  ]);
  assert.deepEqual(
    [server.items[0].weight_grams, server.items[0].images.length, server.items[1].url],
    [520, 2, "https://detail.1688.com/offer/713048829441.html?skuId=4"],
  );
});

test("a size that the shop tells is shown beside the weight, can be changed, and is sent where the server takes it", async () => {
  server.me.item_fields = ["weight_grams", "size_mm"];
  const sides = (popup) => Promise.all(["length", "width", "height"].map((side) => popup.value(`size-${side}`)));
  const popup = await openOn("jd/property-table");
  await popup.isReady();
  await popup.click("#more summary");
  assert.deepEqual([await popup.value("weight"), ...(await sides(popup))], ["420", "70", "70", "225"]);
  await popup.fill("size-height", "");
  await popup.send();
  await popup.until(`/Size, mm/.test(document.getElementById("error").innerText)`);
  assert.equal(server.items.length, 0);
  await popup.fill("size-height", "230");
  await popup.send();
  await popup.until(`!document.getElementById("done").hidden`);
  assert.deepEqual(
    [server.items[0].weight_grams, server.items[0].size_mm],
    [420, { length: 70, width: 70, height: 230 }],
  );
  await page.close();

  // A size is all or nothing, and no size is not a fault.
  const cleared = await openOn("jd/property-table");
  await cleared.isReady();
  for (const side of ["length", "width", "height"]) await cleared.fill(`size-${side}`, "");
  await cleared.send();
  await cleared.until(`!document.getElementById("done").hidden`);
  assert.equal(server.items[1].size_mm, undefined);
  await page.close();

  // An older server has no size, and the form does not ask for one.
  server.me.item_fields = ["weight_grams"];
  const older = await openOn("jd/property-table");
  await older.isReady();
  await older.click("#more summary");
  assert.equal(await older.isShown("size"), false);
  await older.send();
  await older.until(`!document.getElementById("done").hidden`);
  assert.deepEqual([server.items[2].weight_grams, server.items[2].size_mm], [420, undefined]);
});

test("the pieces of a price are asked for only where the page states a price of several", async () => {
  server.me.item_fields = ["price_per"];
  const url = "https://shop.example/item/1.html";
  const html = (price) =>
    `<!doctype html><html lang="zh"><title>纽扣</title><div itemscope itemtype="https://schema.org/Product">
     <h1 itemprop="name">纽扣 20mm</h1><div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
     <span itemprop="price">${price}</span><meta itemprop="priceCurrency" content="CNY"></div></div>`;
  const usual = await openOnPage(url, html("¥100"));
  await usual.isReady();
  assert.equal(await usual.isShown("per"), false);
  await sendProduct(usual);
  assert.deepEqual([server.items[0].price, server.items[0].price_per], ["100", undefined]);
  await page.close();

  const lot = await openOnPage(url.replace("1", "2"), html("¥100/100件"));
  await lot.isReady();
  assert.deepEqual([await lot.value("price"), await lot.value("price-per")], ["100", "100"]);
  await lot.fill("price-per", "200");
  await sendProduct(lot);
  assert.deepEqual([server.items[1].price, server.items[1].price_per], ["100", 200]);
  await page.close();

  // An older server would take it for the price of one piece.
  server.me.item_fields = [];
  const older = await openOnPage(url.replace("1", "3"), html("¥100/100件"));
  await older.isReady();
  assert.deepEqual([await older.isShown("per"), await older.value("price")], [false, ""]);
});

test("a server receives only the fields that it declares", async () => {
  const popup = await openOn("shops/shopify-variant");
  await sendProduct(popup);
  assert.equal(server.items[0].variant, "Black / M");
});

test("what a person writes instead of what was read is named, and a choice is not", async () => {
  server.me.item_fields = ["corrected"];
  const read = await openOn("shops/shopify-variant");
  await sendProduct(read);
  await page.close();
  const popup = await openOn("shops/shopify-variant");
  await popup.isReady();
  for (const [field, typed] of [
    ["title", "Hoodie"],
    ["price", "1.5"],
    ["variant", "Black / L"],
    ["image-url", "https://shop.example/other.jpg"],
    ["quantity", "3"],
  ])
    await popup.fill(field, typed);
  await sendProduct(popup);
  assert.deepEqual(
    server.items.map(({ corrected }) => corrected),
    [undefined, ["title", "price", "variant", "image"]],
  );
});

test("a quantity below the minimum and a sold-out product show a warning", async () => {
  const popup = await openOn("1688/price-tiers");
  await popup.isReady();
  await popup.fill("quantity", "1");
  assert.match(await popup.text("minimum"), /sells from 2 pcs/);
  await page.close();
  const sold = await openOn("shops/shopify-variant");
  await sold.isReady();
  assert.equal(await sold.isShown("sold-out"), true);
  await page.close();
  const table = await openOn("1688/quantities-in-rows");
  await table.isReady();
  const row = (place) =>
    table.evaluate(`(() => {
      const line = document.querySelectorAll("#rows tr")[${place}];
      return [line.innerText.replace(/\\s+/g, " "), line.querySelector("input").disabled, line.querySelector("input").value];
    })()`);
  assert.deepEqual([(await row(0))[2], (await row(1))[1]], ["12", true]);
  assert.match((await row(1))[0], /XL Sold out/);
  await table.evaluate(`(() => {
    const input = document.querySelector('[data-testid="sku-quantity"]');
    input.value = "2";
    input.dispatchEvent(new Event("input"));
  })()`);
  assert.match(await table.text("minimum"), /sells from 3 pcs/);
});

test("on a page without a product, one is added by hand: prefilled, every field editable", async () => {
  server.me.item_fields = ["weight_grams", "price_source", "uncertain"];
  const popup = await openOn("shops/article");
  await popup.until(`!document.getElementById("dead-end").hidden`);
  assert.match(await popup.text("error"), /There is no product on this page/);
  await popup.click('[data-testid="add-by-hand"]');
  await popup.isReady();
  assert.equal(await popup.value("title"), "The best kettles");
  assert.equal(await popup.value("url"), "https://blog.example/best-kettles");
  for (const [id, value] of [
    ["title", "Kettle"],
    ["price", "20,50"],
    ["currency", "USD"],
    ["variant", "red"],
    ["quantity", "3"],
    ["shop-name", "Blog"],
    ["url", "https://blog.example/kettle"],
    ["image-url", "https://blog.example/kettle.jpg"],
    ["weight", "900"],
    ["comment", "with a lid"],
  ])
    await popup.fill(id, value);
  await popup.send();
  await popup.until(`!document.getElementById("done").hidden`);
  const { uncertain, price_source: source, ...sent } = server.items[0];
  assert.deepEqual(sent, {
    title: "Kettle",
    url: "https://blog.example/kettle",
    price: "20.50",
    currency: "USD",
    quantity: 3,
    price_uncertain: false,
    image_url: "https://blog.example/kettle.jpg",
    variant: "red",
    shop: { name: "Blog" },
    comment: "with a lid",
    weight_grams: 900,
  });
  assert.deepEqual([source.source, uncertain], ["person", undefined]);
});

test("reading a page that never responds ends after three seconds, and the form is filled from the tab", async () => {
  usePage(await browser.visit(browser.show("https://stuck.example/p", "<title>Stuck</title><h1>Stuck</h1>")));
  // Hangs in its next task, so that this call returns.
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      for (;;);
    };
    port2.postMessage("hang");
  });
  const started = Date.now();
  const popup = await browser.clickOn(page);
  await popup.until(`!document.getElementById("dead-end").hidden`, 20_000);
  assert.ok(Date.now() - started < 15_000);
  assert.match(await popup.text("error"), /does not answer/);
  await popup.click('[data-testid="add-by-hand"]');
  await popup.isReady();
  assert.equal(await popup.value("title"), "Stuck");
  page.close().catch(() => {});
  usePage(null);
});

test("a second connection is selected in the popup, and each product goes to the selected one", async () => {
  const other = await Server.start();
  try {
    await browser.worker.evaluate(
      (others) => chrome.storage.local.set({ others }),
      [{ server: other.url, token: TOKEN, person: { id: 1, name: "Boris" }, cabinets: [] }],
    );
    const popup = await openOn("shops/swiss-franc");
    await popup.isReady();
    assert.equal(await popup.isShown("account"), true);
    // The popup reloads: its next page does not have the mark.
    await popup.evaluate(
      `(() => {
        window.isBefore = true;
        const list = document.getElementById("connection");
        list.selectedIndex = 1;
        list.dispatchEvent(new Event("change"));
      })()`,
    );
    await popup.until("!window.isBefore");
    await popup.isReady();
    await popup.send();
    await popup.until(`!document.getElementById("done").hidden`);
    assert.deepEqual([server.items.length, other.items.length], [0, 1]);
  } finally {
    await other.stop();
  }
});

test("a report shows all that it sends, without personal data", async () => {
  server.me = { ...server.me, features: ["reports"], shops: { "deco.example": { state: "broken", note: "prices" } } };
  const html = `<html lang="fr"><title>Vase</title><script type="application/ld+json">
    {"@type":"Product","name":"Vase","userToken":"eyJhbGciOi.abc.def","offers":{"price":"45.50","priceCurrency":"EUR"},
    "contact":"anna@mail.example +79991234567"}</script>
    <h1>Vase</h1><form><input value="secret street 5"></form><div class="user-name">Anna Ivanova</div>`;
  const popup = await openOnPage("https://deco.example/vase?id=5&session=abcdef", html);
  await popup.isReady();
  assert.match(await popup.text("broken"), /read wrongly at present/);
  await popup.click('[data-testid="reads-wrongly"]');
  await popup.until(`!document.getElementById("report").hidden`);
  await popup.fill("report-wrong", "the price");
  const content = await popup.value("report-content");
  assert.match(content, /"wrong": "the price"/);
  assert.match(content, /45\.50/);
  for (const secret of ["anna@mail", "9991234567", "secret street", "Ivanova", "eyJhbG", "abcdef", "svc_"])
    assert.ok(!content.includes(secret), secret);
  await popup.click('[data-testid="report-send"]');
  await popup.until(`/Sent/.test(document.getElementById("report-state").innerText)`);
  const sent = server.requests.find(({ path }) => path === "/api/ext/reports");
  assert.equal(sent.body, content);
});

test("the popup declares its language, and its regions and fields have labels", async () => {
  const popup = await openOn("shops/group-no-variant-chosen");
  await popup.isReady();
  assert.equal(await popup.evaluate("document.documentElement.lang"), "en");
  assert.deepEqual(
    await popup.evaluate(`["header", "main", "footer", "h1"].map((name) => document.querySelectorAll(name).length)`),
    [1, 1, 1, 1],
  );
  const nameless = await popup.evaluate(
    `[...document.querySelectorAll("input, select, textarea, button")]
      .filter((field) => field.checkVisibility() && !field.getAttribute("aria-label") && !field.textContent.trim())
      .filter((field) => ![...(field.labels ?? [])].some((label) => label.innerText.trim()))
      .map((field) => field.outerHTML)`,
  );
  assert.deepEqual(nameless, []);
  assert.equal(await popup.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
});
