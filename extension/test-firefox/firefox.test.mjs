/** The shipped Firefox package in a real Firefox: it loads, reads a page by the click on its icon, sends, and keeps. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before, beforeEach, test } from "node:test";
import { SETTINGS_PAGE, Server, TOKEN, eventually, listPage } from "../test-browser/harness.mjs";
import { movedAddress, movedPages } from "../test-browser/moved.mjs";
import { GLOBALS, PORTAL, newNames, waitingQueue } from "../test-browser/waiting.mjs";
import { Firefox, firefox } from "./harness.mjs";

const AXE = new URL("../../e2e/node_modules/axe-core/axe.min.js", import.meta.url).pathname;
const skip = firefox ? false : "Firefox is not installed";
let server;
let browser;
before(async () => {
  if (skip) return;
  server = await Server.start();
  browser = await Firefox.open();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(async () => {
  if (skip) return;
  await browser.closePopup();
  Object.assign(server, { items: [], requests: [], isDown: false, refusal: null });
  server.me = { ...server.me, features: [], item_fields: undefined };
  await browser.connect(server);
});

test("a click on the icon reads the page, and the product is sent", { skip }, async () => {
  await browser.visitFixture("shops/swiss-franc");
  const popup = await browser.click();
  await popup.isReady();
  assert.deepEqual(
    [await popup.value("title"), await popup.value("price"), await popup.value("currency")],
    ["Automatik 40", "1290", "CHF"],
  );
  await popup.send();
  await popup.until(`!document.getElementById("done").hidden`);
  assert.deepEqual(
    server.items.map(({ title, price, currency }) => [title, price, currency]),
    [["Automatik 40", "1290", "CHF"]],
  );
});

test("SKUs are chosen in the table, and a picture of the page goes along", { skip }, async () => {
  server.me = { ...server.me, item_fields: ["options", "sku_id"], features: ["proof"] };
  await browser.visitFixture("1688/quantities-in-rows");
  const popup = await browser.click();
  await popup.isReady();
  assert.match(await popup.text("matrix"), /Variants chosen: 1, pieces: 12/);
  await popup.click('[data-testid="with-proof"]');
  await popup.send();
  await popup.until(`!document.getElementById("done").hidden`);
  assert.deepEqual(
    server.items.map(({ variant, quantity, sku_id }) => [variant, quantity, sku_id]),
    [["黑色 / L", 12, "1"]],
  );
  const proof = await eventually(
    () => server.requests.find(({ path }) => path.endsWith("/proof")),
    "the picture is sent",
  );
  assert.ok(proof.body.length > 1000);
});

test("a product of an unreachable server waits, and is sent by the background page", { skip }, async () => {
  await browser.visitFixture("shops/swiss-franc");
  const popup = await browser.click();
  await popup.isReady();
  server.isDown = true;
  await popup.send();
  await popup.until(`!document.getElementById("waiting").hidden`);
  assert.equal(await browser.inBackground("browser.action.getBadgeText({})"), "1");
  await browser.closePopup();
  server.isDown = false;
  await browser.endBackground();
  await browser.connect(server);
  await browser.inBackground(
    `browser.storage.local.get("queue")
      .then(({ queue }) => browser.storage.local.set({ queue: queue.map((entry) => ({ ...entry, nextAt: 0 })) }))
      .then(() => browser.alarms.create("send-again", { when: Date.now() + 100 }))`,
  );
  await eventually(() => server.items.length === 1, "the product is sent");
  await eventually(async () => (await browser.stored()).queue.length === 0, "the queue is empty");
  assert.equal(await browser.inBackground("browser.action.getBadgeText({})"), "");
});

test("a list is shown with boxes, and a page without a product is filled in by hand", { skip }, async () => {
  await browser.visit(browser.show("https://list.example/c/mugs", listPage("Mug")));
  const popup = await browser.click();
  await popup.until(`!document.getElementById("many").hidden`);
  assert.match(await popup.text("many"), /Products on this page: 3/);
  await popup.click('[data-testid="add-by-hand"]');
  await popup.isReady();
  assert.equal(await popup.value("title"), "Mugs");
});

for (const [name, { html, title, price, isMarked }] of Object.entries(movedPages))
  test(`after a change of the page without loading: ${name}`, { skip }, async () => {
    await browser.visit(browser.show(movedAddress, html));
    const popup = await browser.click();
    await popup.isReady();
    assert.deepEqual(
      [await popup.value("title"), await popup.value("price"), await popup.isShown("looked")],
      [title, price, isMarked],
    );
  });

test("each doubtful row of a list has a tick of its own", { skip }, async () => {
  const html = listPage("Mug").replaceAll("€7.50", "$7.50");
  await browser.visit(browser.show("https://list.example.ca/c/mugs", html));
  const popup = await browser.click();
  await popup.until(`!document.getElementById("many").hidden`);
  await popup.click('[data-testid="choose-all"]');
  await popup.click('[data-testid="row-looked-at"]');
  await popup.click('[data-testid="send-many"]');
  await popup.until(`/tick the box next to its mark/.test(document.getElementById("error").innerText)`);
  assert.equal(server.items.length, 0);
});

test("fifty products that wait are folded, and follow the first that is sent, in their order", { skip }, async () => {
  // The server asked for an hour: the popup does not send them by itself.
  const queue = JSON.stringify(waitingQueue(server, 50));
  await browser.inBackground(`browser.storage.local.set({ queue: ${queue} }).then(() => true)`);
  await browser.visitFixture("shops/swiss-franc");
  const popup = await browser.click();
  await popup.isReady();
  await popup.until(`!document.getElementById("waiting").hidden`);
  const height = await popup.evaluate(`document.getElementById("waiting").getBoundingClientRect().height`);
  assert.ok(height < 200, `${height} px`);
  await popup.send();
  await eventually(() => server.items.length === 51, "all products are sent", 60_000);
  assert.deepEqual(
    server.items.map(({ title }) => title),
    ["Automatik 40", ...Array.from({ length: 50 }, (_, index) => `Waiting ${index + 1}`)],
  );
});

test("the page of a network that answers in place of the server keeps the product", { skip }, async () => {
  await browser.visitFixture("shops/swiss-franc");
  const popup = await browser.click();
  await popup.isReady();
  server.refusal = PORTAL;
  await popup.send();
  await popup.until(`!document.getElementById("waiting").hidden`);
  // The list and the error are drawn one after the other.
  await popup.until(`/Something else answered/.test(document.querySelector('[data-testid="error"]').innerText)`);
  server.refusal = null;
  await popup.click('[data-testid="retry"]');
  await popup.until(`/in order K101-7/.test(document.getElementById("delivered").innerText)`);
  assert.equal(server.items.length, 1);
});

test("a reading leaves the two globals of the specification in the page", { skip }, async () => {
  await browser.visitFixture("shops/swiss-franc");
  const names = () => browser.inTab(`Object.getOwnPropertyNames(window.wrappedJSObject ?? window)`);
  const before = await names();
  const popup = await browser.click();
  await popup.isReady();
  await popup.click('[data-testid="show-list"]');
  await popup.until(`!document.getElementById("error").hidden`);
  assert.deepEqual(newNames(before, await names()), GLOBALS);
});

test("a report shows the structure of the page, and is sent", { skip }, async () => {
  server.me = { ...server.me, features: ["reports"] };
  await browser.visitFixture("shops/swiss-franc");
  const popup = await browser.click();
  await popup.isReady();
  await popup.click('[data-testid="reads-wrongly"]');
  await popup.until(`!document.getElementById("report").hidden`);
  const content = await popup.value("report-content");
  assert.match(content, /url: https:\/\/www\.uhrenladen\.ch\/\S+\/automatik-40\?color=blau -->/);
  assert.doesNotMatch(content, /gclid|svc_/);
  await popup.click('[data-testid="report-send"]');
  await popup.until(`/Sent/.test(document.getElementById("report-state").innerText)`);
});

test("options and sidebar are pages of their own without faults of accessibility", { skip }, async () => {
  const options = await browser.openPage("options/options.html");
  await options.until(`document.querySelectorAll('[data-testid="stored-connection"]').length === 1`);
  const sidebar = await browser.openPage("popup/popup.html?view=panel");
  await sidebar.until(`/click the extension's icon/.test(document.getElementById("error").innerText)`);
  if (!existsSync(AXE)) return;
  await sidebar.evaluate(`${readFileSync(AXE, "utf8")}; true`);
  assert.deepEqual(await sidebar.evaluate(`axe.run().then(({ violations }) => violations.map(({ id }) => id))`), []);
});

test("the settings page of a cabinet connects the extension after the question", { skip }, async () => {
  await browser.inBackground("browser.storage.local.clear().then(() => true)");
  server.settings = SETTINGS_PAGE;
  await browser.visit(`${server.url}/client/settings`);
  const popup = await browser.click();
  await popup.until(`document.getElementById("confirm").open`);
  assert.match(await popup.text("confirm"), /Anna/);
  assert.equal((await browser.stored()).connection, undefined, "nothing is stored before the answer");
  await popup.click('[data-testid="confirm-connection"]');
  await popup.until(`/Connected/.test(document.getElementById("done").innerText)`);
  const { connection } = await browser.stored();
  assert.deepEqual([connection.server, connection.token, connection.person.name], [server.url, TOKEN, "Anna"]);
});

test("the menu of a link opens the popup with the product of its card", { skip }, async () => {
  const url = browser.show("https://list.example/c/bowls", listPage("Bowl", ["A", "B", "C"], ".html"));
  const tab = await browser.visit(url);
  const popup = await browser.chooseInMenu(tab, 'a[href="/p/B.html"] h3');
  await popup.isReady();
  assert.deepEqual(
    [await popup.value("title"), await popup.value("url"), await popup.value("price"), await popup.value("currency")],
    ["Bowl B", "https://list.example/p/B.html", "7.5", "EUR"],
  );
});

test("the button in the pages of a site comes with the right for it, and goes with it", { skip }, async () => {
  const tab = await browser.visitFixture("shops/swiss-franc");
  const registered = () => browser.inBackground("browser.scripting.getRegisteredContentScripts()");
  assert.equal(await browser.has(tab, "karavan-button"), false);
  const popup = await browser.click();
  await popup.isReady();
  await popup.click('[data-testid="site-button"]');
  await eventually(async () => (await registered()).length === 1, "the button is registered");
  await browser.closePopup();
  await browser.reload(tab);
  await eventually(() => browser.has(tab, "karavan-button"), "the page has the button");
  assert.deepEqual(
    (await registered()).map(({ matches }) => matches),
    [["https://www.uhrenladen.ch/*"]],
  );
  await browser.inBackground(`browser.permissions.remove({ origins: ["https://www.uhrenladen.ch/*"] })`);
  await eventually(async () => (await registered()).length === 0, "the button is taken back");
  await browser.reload(tab);
  assert.equal(await browser.has(tab, "karavan-button"), false);
});
