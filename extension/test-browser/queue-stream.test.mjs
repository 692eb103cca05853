/** The queue as one stream, many products that wait, and networks that answer in place of the server, in a real Chromium. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "./harness.mjs";
import { PORTAL, waitingQueue } from "./waiting.mjs";
import { browser, isShown, openOn, server, startSession, stored } from "./session.mjs";

startSession();
const queueIsEmpty = () => eventually(async () => (await stored("queue")).length === 0, "the queue is empty");

const wait = (count) =>
  browser.worker.evaluate((queue) => chrome.storage.local.set({ queue }), waitingQueue(server, count));

test("fifty products that wait are folded, and follow the first that is sent, in their order", async () => {
  await wait(50);
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  await isShown(popup, "waiting");
  const height = await popup.evaluate(`document.getElementById("waiting").getBoundingClientRect().height`);
  assert.ok(height < 200, `${height} px`);
  await popup.send();
  await queueIsEmpty();
  assert.deepEqual(
    server.items.map(({ title }) => title),
    ["Automatik 40", ...Array.from({ length: 50 }, (_, index) => `Waiting ${index + 1}`)],
  );
  assert.match(await popup.text("done"), /The product is in order/);
});

test("trying again says what came of it", async () => {
  await wait(3);
  const popup = await openOn("shops/article");
  await isShown(popup, "waiting");
  server.isDown = true;
  await popup.click('[data-testid="retry"]');
  await popup.until(`/Not sent: 3/.test(document.getElementById("error").innerText)`);
  server.isDown = false;
  await popup.click('[data-testid="retry"]');
  await popup.until(`/Products sent: 3/.test(document.getElementById("delivered").innerText)`);
  assert.deepEqual([await popup.isShown("waiting"), await popup.isShown("error")], [false, false]);
});

test("the page of a network that answers in place of the server keeps the product", async () => {
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  server.refusal = PORTAL;
  await popup.send();
  await isShown(popup, "waiting");
  assert.match(await popup.text("error"), /Something else answered/);
  server.refusal = null;
  await popup.click('[data-testid="retry"]');
  await popup.until(`/in order K101-7/.test(document.getElementById("delivered").innerText)`);
  assert.equal(server.items.length, 1);
});
