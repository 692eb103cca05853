/** Where people are, in a real Chromium: side panel, shortcut, menus, the button in a page, and what the form knows of the account. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Browser, eventually, listPage } from "./harness.mjs";
import {
  browser,
  isShown,
  openOn,
  openOnPage,
  page,
  sendProduct,
  server,
  startSession,
  stored,
  usePage,
} from "./session.mjs";

// As if the person had granted these two sites; the tests for a page without a grant use others.
startSession({ sites: ["https://list.example/*", "https://deco.example/*"] });

const DECO = `<html lang="en"><title>Vase</title><script type="application/ld+json">
  {"@type":"Product","name":"Vase","offers":{"price":"45.50","priceCurrency":"EUR"}}</script><h1>Vase</h1>`;
let panel = null;
async function openPanel(popup) {
  panel = await browser.popupAfter(() => popup.click('[data-testid="open-panel"]'));
  return panel;
}
// A window keeps its panel: the next test would find it open.
afterEach(async () => {
  await panel?.evaluate("window.close()").catch(() => {});
  panel = null;
});

const activeTab = () =>
  browser.worker.evaluate(async () => (await chrome.tabs.query({ active: true, windowType: "normal" }))[0]);

test("the side panel opens beside the page, reads it, and sends it; the popup closes", async () => {
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  await openPanel(popup);
  await panel.isReady();
  assert.equal(await panel.evaluate("location.search"), "?view=panel");
  assert.equal(await panel.value("title"), "Automatik 40");
  assert.equal(await panel.isShown("panel"), false);
  await sendProduct(panel);
  assert.deepEqual(
    server.items.map(({ title, price, currency }) => [title, price, currency]),
    [["Automatik 40", "1290", "CHF"]],
  );
});

test("the side panel says why no picture of the page can be attached there", async () => {
  server.me.features = ["proof"];
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  assert.deepEqual([await popup.isShown("proof"), await popup.isShown("no-proof")], [true, false]);
  const panel = await openPanel(popup);
  await panel.isReady();
  assert.equal(await panel.isShown("proof"), false);
  assert.match(await panel.text("no-proof"), /does not let the page be pictured.*click the extension's icon/);
});

test("the side panel says that another page is open, reads it on request, and says what it may not read", async () => {
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  await openPanel(popup);
  await panel.isReady();
  const granted = await browser.visit(browser.show("https://deco.example/vase", DECO));
  await isShown(panel, "read-again");
  assert.match(await panel.text("status"), /Another page is open/);
  await panel.click('[data-testid="read-again"]');
  await panel.until(`document.getElementById("title").value === "Vase"`);
  const other = await browser.visit(browser.show("https://other.example/", "<title>Other</title><h1>Other</h1>"));
  await isShown(panel, "read-again");
  await panel.click('[data-testid="read-again"]');
  await panel.until(`/click the extension's icon on it \\(Alt\\+Shift\\+K\\)/.test(document.body.innerText)`);
  await Promise.all([granted.close(), other.close()]);
});

test("both shortcuts are set, and are those that the texts name", async () => {
  const commands = await browser.worker.evaluate(() => chrome.commands.getAll());
  assert.deepEqual(Object.fromEntries(commands.map(({ name, shortcut }) => [name, shortcut])), {
    _execute_action: "Alt+Shift+K",
    "open-panel": "Alt+Shift+L",
  });
});

test("the menus open the popup: a link fills the form from its card, a short link is opened first", async () => {
  usePage(await browser.visit(browser.show("https://list.example/c/cups", listPage("Cup", ["A", "B", "C"], ".html"))));
  const choose = (menuItemId, info) =>
    browser.popupAfter(async () =>
      browser.worker.evaluate(
        ([details, tab]) => chrome.contextMenus.onClicked.dispatch(details, tab),
        [{ menuItemId, ...info }, await activeTab()],
      ),
    );
  const link = await choose("link", { linkUrl: "https://list.example/p/B.html" });
  await link.isReady();
  assert.deepEqual(
    [await link.value("title"), await link.value("url"), await link.value("price"), await link.value("currency")],
    ["Cup B", "https://list.example/p/B.html", "7.5", "EUR"],
  );
  await browser.closePopup(link);
  const short = await choose("link", { linkUrl: "https://m.tb.cn/h.abc?tk=1" });
  await isShown(short, "dead-end");
  assert.match(await short.text("error"), /short link/);
  assert.equal(await short.evaluate(`document.getElementById("open-link").href`), "https://m.tb.cn/h.abc?tk=1");
  await browser.closePopup(short);
  const picture = await choose("picture", { srcUrl: "https://list.example/B.jpg" });
  await isShown(picture, "dead-end");
  await picture.click('[data-testid="add-by-hand"]');
  await picture.isReady();
  assert.equal(await picture.value("image-url"), "https://list.example/B.jpg");
  await browser.closePopup(picture);
  const whole = await choose("page", {});
  await isShown(whole, "many");
});

test("a page has no button before the person asks for one, and none after the right is taken back", async () => {
  usePage(await browser.visit(browser.show("https://deco.example/vase", DECO)));
  const buttons = () => page.locator("karavan-button").count();
  const registered = () => browser.worker.evaluate(() => chrome.scripting.getRegisteredContentScripts());
  const popup = await browser.clickOn(page);
  await popup.isReady();
  assert.deepEqual([await buttons(), (await registered()).length], [0, 0]);
  await popup.click('[data-testid="site-button"]');
  await popup.until(`document.getElementById("show-button").checked`);
  await page.reload();
  await page.waitForSelector("karavan-button", { state: "attached" });
  assert.deepEqual(
    (await registered()).map(({ matches }) => matches),
    [["https://deco.example/*"]],
  );
  await browser.closePopup(popup);
  // Only a person opens the popup with it.
  await page.evaluate(() => document.querySelector("karavan-button").click());
  const opened = await browser.popupAfter(() => page.mouse.click(1200 - 40, 800 - 96 - 20));
  await opened.isReady();
  assert.equal(await opened.value("title"), "Vase");
  assert.equal(await opened.evaluate(`document.getElementById("show-button").checked`), true);
  await browser.worker.evaluate(
    (origins) => chrome.permissions.onRemoved.dispatch({ origins }),
    ["https://deco.example/*"],
  );
  await eventually(async () => (await registered()).length === 0, "the button is taken back");
  await page.reload();
  assert.equal(await buttons(), 0);
});

test("without the right for a site the browser is asked, and nothing is registered before its answer", async () => {
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  assert.match(await popup.text("site-button"), /www\.uhrenladen\.ch/);
  await popup.evaluate(`(() => {
    window.asked = [];
    chrome.permissions.request = (wanted) => { window.asked.push(wanted); return Promise.resolve(false); };
  })()`);
  await popup.click('[data-testid="site-button"]');
  await popup.until("window.asked.length === 1");
  await popup.until(`!document.getElementById("show-button").checked`);
  assert.deepEqual(await popup.evaluate("window.asked"), [{ origins: ["https://www.uhrenladen.ch/*"] }]);
  assert.deepEqual(await browser.worker.evaluate(() => chrome.scripting.getRegisteredContentScripts()), []);
});

/** Waits until the estimate matches. */
const estimated = (popup, words) => popup.until(`${words}.test(document.getElementById("converted").innerText)`);
/** The requests for estimates, as they were sent. */
const asked = () =>
  server.requests.filter(({ path }) => path === "/api/ext/estimates").map(({ body }) => JSON.parse(body));

test("the sum of the order with the product is the server's own, asked for by numbers only, once per pause", async () => {
  server.me.features = ["estimates"];
  server.me.item_fields = ["weight_grams", "price_per"];
  server.me.clients.push({ id: 6, code: "K7", name: "Anna", currency: "CNY", agent: { id: 2, name: "Jade" } });
  server.estimate = ({ items: [{ quantity, weight_grams: grams }] }) => ({
    total: {
      amount: { amount: `${1234 * quantity}.50`, currency: "RUB" },
      converted: { amount: "98.76", currency: "CNY" },
    },
    ...(grams ? { delivery: { amount: { amount: "45.00", currency: "RUB" } } } : {}),
    left_out: quantity === 300 ? 2 : 0,
  });
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  await estimated(popup, /^Whole order: 1\s234\.50 RUB \(98\.76 CNY\)$/);
  const [first] = asked();
  assert.deepEqual(first, { client_id: 5, order_id: 7, items: [{ price: "1290", currency: "CHF", quantity: 1 }] });
  // Three digits are one question.
  for (const typed of ["3", "30", "300"]) await popup.fill("quantity", typed);
  await estimated(popup, /370\s200\.50 RUB .* in other currencies, priced by the agent later: 2/);
  assert.deepEqual(
    asked().map(({ items: [{ quantity }] }) => quantity),
    [1, 300],
  );
  // An answer that is known is not asked for again.
  await popup.fill("quantity", "1");
  await estimated(popup, /1\s234\.50 RUB/);
  assert.equal(asked().length, 2);
  await popup.fill("weight", "520");
  await estimated(popup, /· delivery ≈ 45\.00 RUB, paid with the shipment$/);
  await popup.fill("target", JSON.stringify({ client: 6 }));
  await popup.until(`!/…/.test(document.getElementById("converted").innerText)`);
  assert.deepEqual(asked().at(-1), {
    client_id: 6,
    items: [{ price: "1290", currency: "CHF", quantity: 1, weight_grams: 520 }],
  });
});

test("without the server the popup shows the goods alone, and says that the sum of the order is missing", async () => {
  server.me.features = ["estimates"];
  server.me.clients[0].pricing = { currency: "RUB", rates: { CHF: "100.5" } };
  server.estimate = () => ({ total: { amount: { amount: "57.00", currency: "RUB" } }, left_out: 0 });
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  await estimated(popup, /^Whole order: 57\.00 RUB$/);
  server.isDown = true;
  await popup.fill("quantity", "2");
  await estimated(popup, /^Goods ≈ 259\s290\.00 RUB at the agent's rate · the order's sum is shown with a connection$/);
  server.isDown = false;
  await popup.fill("quantity", "3");
  await estimated(popup, /^Whole order: 57\.00 RUB$/);
  // Nothing is shown for a price that is not typed yet.
  await popup.fill("price", "");
  assert.equal(await popup.isShown("converted"), false);
});

test("a server that does not estimate gets no question", async () => {
  server.me.clients[0].pricing = { currency: "RUB", rates: { CHF: "100.5" } };
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  assert.match(await popup.text("converted"), /^Goods ≈ 129\s645\.00 RUB at the agent's rate$/);
  await popup.fill("currency", "GBP");
  assert.equal(await popup.isShown("converted"), false);
  assert.deepEqual(asked(), []);
});

test("a title is translated where the agent has it on, and only there", async () => {
  const without = await openOn("1688/quantities-in-rows");
  await without.isReady();
  assert.equal(await without.isShown("translation"), false);
  await page.close();
  server.me.features = ["translation"];
  const popup = await openOn("1688/quantities-in-rows");
  await popup.isReady();
  await popup.click('[data-testid="translate"]');
  await popup.until(`/Переведено/.test(document.getElementById("translated").innerText)`);
  const asked = JSON.parse(server.requests.find(({ path }) => path.endsWith("/translations")).body);
  assert.deepEqual(asked, { texts: ["连帽卫衣"], to: "en", client_id: 5 });
  // The order keeps the title of the shop.
  await sendProduct(popup);
  assert.equal(server.items[0].title, "连帽卫衣");
});

test("a product that is in a draft says in which, to its own account only", async () => {
  await sendProduct(await openOn("shops/swiss-franc"));
  await page.close();
  const again = await openOn("shops/swiss-franc");
  await again.isReady();
  assert.equal(await again.text("already"), "Already in order K101-7");
  await page.close();
  const own = await Browser.open();
  try {
    const sends = await stored("sends");
    await own.worker.evaluate((values) => chrome.storage.local.set({ sends: values }), sends);
    await own.connect(server, { id: 2, name: "Boris" });
    const popup = await own.clickOn(await own.visitFixture("shops/swiss-franc"));
    await popup.isReady();
    assert.equal(await popup.isShown("already"), false);
    await own.connect(server);
    const first = await own.clickOn(await own.visitFixture("shops/swiss-franc"));
    await first.isReady();
    assert.equal(await first.text("already"), "Already in order K101-7");
  } finally {
    await own.close();
  }
});

test("a list in a granted page is read in the side panel too", async () => {
  const popup = await openOnPage("https://list.example/c/cups", listPage("Cup"));
  await isShown(popup, "many");
  await openPanel(popup);
  await isShown(panel, "many");
  assert.match(await panel.text("many"), /Products on this page: 3/);
});
