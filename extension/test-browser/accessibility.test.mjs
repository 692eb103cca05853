/** Axe finds nothing in any state of the popup, the side panel and the options, in light and in dark. */
import { test } from "node:test";
import { assertAccessible, hasAxe, unfold } from "./axe.mjs";
import { TOKEN, listFixture, listPage } from "./harness.mjs";
import { browser, isShown, openOn, openOnPage, page, sendProduct, server, startSession, usePage } from "./session.mjs";

startSession();
const skip = !hasAxe;
const everything = () => {
  server.me.features = ["proof", "translation", "reports"];
  server.me.item_fields = ["weight_grams", "size_mm"];
  server.me.clients[0].pricing = { currency: "RUB", rates: { CNY: "12.5", CAD: "60" }, fee_percent: "5" };
};
const openList = (name) => {
  const { url, html } = listFixture(name);
  return openOnPage(url, html);
};

test("a product, its variants, a report, and lists", { skip }, async () => {
  everything();
  for (const name of ["1688/quantities-in-rows", "shops/canada-dollar"]) {
    const popup = await openOn(name);
    await popup.isReady();
    await unfold(popup);
    await assertAccessible(popup, name);
    if (name.startsWith("shops")) {
      await popup.click('[data-testid="reads-wrongly"]');
      await isShown(popup, "report");
      await assertAccessible(popup, "report");
    }
    await page.close();
  }
  for (const name of ["taobao-orders", "jd-orders"]) {
    const many = await openList(name);
    await isShown(many, "many");
    await assertAccessible(many, name);
    await page.close();
  }
  const many = await openOnPage("https://list.example.ca/c/mugs", listPage("Mug").replaceAll("€7.50", "$7.50"));
  await isShown(many, "many");
  await assertAccessible(many, "list");
  await many.click('[data-testid="choose-all"]');
  await isShown(many, "many-looked");
  await assertAccessible(many, "list with doubtful rows");
  await many.click('[data-testid="send-many"]');
  await isShown(many, "error");
  await assertAccessible(many, "list that is not looked at");
});

test("nothing found, by hand, refused, waiting, offline, sent, not connected", { skip }, async () => {
  server.me.shops = { "blog.example": { state: "broken", note: "The prices are those of yesterday" } };
  const byHand = await openOn("shops/article");
  await isShown(byHand, "dead-end");
  await assertAccessible(byHand, "no product in a shop that is known to be read wrongly");
  await byHand.click('[data-testid="add-by-hand"]');
  await byHand.isReady();
  await assertAccessible(byHand, "by hand");
  await page.close();

  server.refusal = { status: 409, headers: {}, content: { code: "order_not_draft" } };
  const refused = await openOn("shops/swiss-franc");
  await refused.isReady();
  await refused.send();
  await isShown(refused, "error");
  await assertAccessible(refused, "refused");
  server.refusal = null;
  server.isDown = true;
  await refused.send();
  await isShown(refused, "waiting");
  await assertAccessible(refused, "waiting");
  await page.close();
  const offline = await openOn("shops/kuwait-thousandths");
  await offline.isReady();
  await assertAccessible(offline, "offline");
  server.isDown = false;
  await sendProduct(offline);
  await assertAccessible(offline, "sent");
  await page.close();

  await browser.worker.evaluate(() => chrome.storage.local.clear());
  const unconnected = await openOn("shops/swiss-franc");
  await isShown(unconnected, "way-back");
  await assertAccessible(unconnected, "not connected");
});

test("the side panel, with a page that it reads and one that it may not read", { skip }, async () => {
  everything();
  const popup = await openOn("1688/quantities-in-rows");
  await popup.isReady();
  const panel = await browser.popupAfter(() => popup.click('[data-testid="open-panel"]'));
  await panel.isReady();
  await unfold(panel);
  await assertAccessible(panel, "side panel");
  const other = await browser.visit(browser.show("https://other.example/", "<title>Other</title><h1>Other</h1>"));
  await isShown(panel, "read-again");
  await assertAccessible(panel, "side panel beside another page");
  await panel.click('[data-testid="read-again"]');
  await panel.until(`/click the extension's icon/.test(document.getElementById("error").innerText)`);
  await assertAccessible(panel, "side panel without the right");
  await other.close();
  await panel.evaluate("window.close()");
});

test("the options: connections, the form, its error, and the question", { skip }, async () => {
  await browser.worker.evaluate(
    (others) => chrome.storage.local.set({ others }),
    [{ server: "https://other.example", token: TOKEN, person: { id: 2, name: "Boris" }, failure: "e_revoked" }],
  );
  const options = await browser.openPage("options/options.html");
  usePage(options.page);
  await options.until(`document.querySelectorAll('[data-testid="stored-connection"]').length === 2`);
  await assertAccessible(options, "two connections");
  await options.fill("server", "http://shop.example");
  await options.fill("token", TOKEN);
  await options.click('[data-testid="save"]');
  await isShown(options, "error");
  await assertAccessible(options, "an address that is refused");
  await browser.worker.evaluate(() => chrome.storage.local.clear());
  await options.fill("server", server.url);
  await options.click('[data-testid="save"]');
  await options.until(`document.getElementById("confirm").open`);
  await assertAccessible(options, "the question");
  await options.click('[data-testid="confirm-connection"]');
  await isShown(options, "good");
  await assertAccessible(options, "connected");
});
