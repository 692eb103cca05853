/** Connections in a real Chromium: several servers and cabinets, their last use, and revoking from both ends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Server, TOKEN, eventually } from "./harness.mjs";
import { browser, isShown, openOn, page, sendProduct, server, startSession, stored, usePage } from "./session.mjs";

startSession();

const other = { server: "https://other.example", token: TOKEN, person: { id: 2, name: "Boris" }, cabinets: [] };
const storeOther = () => browser.worker.evaluate((others) => chrome.storage.local.set({ others }), [other]);
async function openOptions() {
  const options = await browser.openPage("options/options.html");
  usePage(options.page);
  await options.until(`!document.getElementById("connections").hidden`);
  return options;
}
const rows = (options) =>
  options.evaluate(`[...document.querySelectorAll('[data-testid="stored-connection"]')].map((row) => row.innerText)`);

test("of several cabinets a product goes to the chosen one, and the next product is offered the same", async () => {
  server.me.clients.push({ id: 6, code: "K7", name: "Anna", currency: "CNY", agent: { id: 2, name: "Jade" } });
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  const offered = await popup.evaluate(`[...document.getElementById("target").options].map((option) => option.text)`);
  assert.ok(offered.some((name) => /K101/.test(name)) && offered.some((name) => /K7.*Jade|Jade.*K7/.test(name)));
  await popup.fill("target", JSON.stringify({ client: 6 }));
  await sendProduct(popup);
  const created = server.requests.find(({ method, path }) => method === "POST" && path === "/api/ext/drafts");
  assert.equal(JSON.parse(created.body).client_id, 6);
  await page.close();
  const next = await openOn("shops/kuwait-thousandths");
  await next.isReady();
  assert.equal(await next.value("target"), JSON.stringify({ order: 7 }));
});

test("the options name the connection in use and when each sent last; another one is used by a click", async () => {
  await storeOther();
  await sendProduct(await openOn("shops/swiss-franc"));
  await page.close();
  const options = await openOptions();
  const [first, second] = await rows(options);
  assert.match(first, /In use/);
  assert.match(first, /Last sent\s+\d+\/\d+\/\d+/);
  assert.doesNotMatch(second, /In use/);
  assert.match(second, /Last sent\s+never/);
  await options.click('[data-testid="use-connection"]');
  await options.until(`/In use[^]*other\\.example/.test(document.querySelector("#connections li").innerText)`);
  assert.equal((await stored("connection")).server, other.server);
});

test("disconnecting revokes the token at the server, and the other connection is in use", async () => {
  await storeOther();
  const options = await openOptions();
  await options.click('[data-testid="disconnect"]');
  await options.until(`/The token was revoked at the server/.test(document.getElementById("good").innerText)`);
  assert.deepEqual(
    server.requests.map(({ method, path }) => [method, path]),
    [["DELETE", "/api/ext/token"]],
  );
  assert.equal((await rows(options)).length, 1);
  assert.deepEqual([(await stored("connection")).server, await stored("others")], [other.server, []]);
});

test("a token that is revoked in the cabinet is named in popup and options, and loses nothing that waits", async () => {
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  server.isDown = true;
  await popup.send();
  await isShown(popup, "waiting");
  await page.close();
  Object.assign(server, { isDown: false, isRevoked: true });
  const refused = await openOn("shops/swiss-franc");
  await isShown(refused, "way-back");
  assert.match(await refused.text("error"), /revoked/);
  await refused.until(`/revoked/.test(document.getElementById("waiting").innerText)`);
  await page.close();
  const options = await openOptions();
  assert.match((await rows(options))[0], /revoked/);
  assert.equal((await stored("queue")).length, 1);
  await page.close();
  // The same account connected again gets its waiting products.
  server.isRevoked = false;
  await browser.connect(server);
  await openOn("shops/article");
  await eventually(() => server.items.length === 1, "the product is sent");
});

test("a product that waits for one server goes there while another one is in use", async () => {
  const second = await Server.start();
  try {
    const popup = await openOn("shops/swiss-franc");
    await popup.isReady();
    server.isDown = true;
    await popup.send();
    await isShown(popup, "waiting");
    await page.close();
    const { connection } = await browser.stored();
    await browser.worker.evaluate((values) => chrome.storage.local.set(values), {
      connection: { ...connection, server: second.url },
      others: [connection],
    });
    server.isDown = false;
    const next = await openOn("shops/kuwait-thousandths");
    await sendProduct(next);
    await next.until(`document.getElementById("waiting").hidden`);
    assert.deepEqual(
      [server.items.map(({ title }) => title), second.items.map(({ title }) => title)],
      [["Automatik 40"], ["Oud"]],
    );
  } finally {
    await second.stop();
  }
});
