/** "Read wrongly", in a real Chromium: the report is shown in full, sent, saved, and becomes a fixture; broken shops are named. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { writeFixture } from "../scripts/reported.mjs";
import { expectedOf } from "../test/page.mjs";
import { isShown, openOn, openOnPage, page, server, startSession } from "./session.mjs";

startSession();

const openReport = async (popup) => {
  await popup.click('[data-testid="reads-wrongly"]');
  await isShown(popup, "report");
};
const sendReport = async (popup) => {
  const content = await popup.value("report-content");
  await popup.click('[data-testid="report-send"]');
  await popup.until(`/Sent/.test(document.getElementById("report-state").innerText)`);
  const sent = server.requests.find(({ path }) => path === "/api/ext/reports");
  assert.equal(sent.body, content);
  return JSON.parse(content);
};

test("what was shown is what is sent, and the state of the page goes along so that it becomes a fixture", async () => {
  server.me.features = ["reports"];
  const folder = mkdtempSync(join(tmpdir(), "karavan-report-"));
  try {
    for (const name of ["1688/chosen-sku-by-address", "pinduoduo/sku-in-shared-link", "taobao/sku-in-address"]) {
      server.requests = [];
      const popup = await openOn(name);
      await popup.isReady();
      await openReport(popup);
      await popup.fill("report-wrong", "the price is another");
      const report = await sendReport(popup);
      const [shop] = name.split("/");
      assert.deepEqual([report.shop, report.wrong], [shop, "the price is another"]);
      const expected = expectedOf(name);
      const made = writeFixture(report, name, folder);
      assert.deepEqual([made.expected.price, made.expected.variant], [expected.price, expected.variant], name);
      await page.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a page on which nothing was read is reported too, and closing the report brings back what it covered", async () => {
  server.me.features = ["reports"];
  const popup = await openOn("poizon/empty-shell");
  await isShown(popup, "dead-end");
  await openReport(popup);
  assert.equal(await popup.isShown("dead-end"), false);
  await popup.click("#report-cancel");
  assert.deepEqual([await popup.isShown("dead-end"), await popup.isShown("report")], [true, false]);
  await openReport(popup);
  const report = await sendReport(popup);
  assert.deepEqual([report.shop, report.captured.title, report.captured.price], ["poizon", "", ""]);
});

test("without the server's board the report can be saved, and is not sent", async () => {
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  await openReport(popup);
  assert.deepEqual([await popup.isShown("report-send"), await popup.isShown("report-save")], [false, true]);
});

test("a shop that the agent says is read wrongly is named before anything is sent, read or not", async () => {
  const broken = { state: "broken", since: "2026-11-20T08:00:00Z", note: "Prices without a login are wrong" };
  server.me.shops = { 1688: broken, poizon: broken, "deco.example": broken, "www.uhrenladen.ch": broken };
  const read = await openOn("1688/quantities-in-rows");
  await read.isReady();
  assert.match(await read.text("broken"), /read wrongly at present: check every field\. Prices without a login/);
  await page.close();
  const unread = await openOn("poizon/empty-shell");
  await isShown(unread, "dead-end");
  assert.match(await unread.text("broken"), /Prices without a login/);
  await page.close();
  // A shop without an adapter is known by its host without www.
  const shop = `<html lang="fr"><title>Vase</title><script type="application/ld+json">
    {"@type":"Product","name":"Vase","offers":{"price":"45.50","priceCurrency":"EUR"}}</script><h1>Vase</h1>`;
  const host = await openOnPage("https://www.deco.example/vase", shop);
  await host.isReady();
  assert.equal(await host.isShown("broken"), true);
  await page.close();
  server.me.shops = { 1688: { ...broken, state: "ok" } };
  const mended = await openOn("1688/quantities-in-rows");
  await mended.isReady();
  assert.equal(await mended.isShown("broken"), false);
});
