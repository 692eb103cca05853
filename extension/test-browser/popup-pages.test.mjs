/** The popup, options and side panel as pages: accessibility, languages, connections, in a real Chromium. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { existsSync, readFileSync } from "node:fs";
import { Browser, Server, TOKEN, listPage } from "./harness.mjs";

const AXE = new URL("../../e2e/node_modules/axe-core/axe.min.js", import.meta.url).pathname;

let server;
let browser;
let page;
before(async () => {
  server = await Server.start();
  browser = await Browser.open();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(async () => {
  await page?.close();
  await browser.worker.evaluate(() => chrome.storage.local.clear());
  Object.assign(server, {
    items: [],
    requests: [],
    isDown: false,
    me: { ...server.me, features: [], item_fields: undefined, shops: undefined },
  });
  await browser.connect(server);
});

const openOn = async (fixture) => {
  page = await browser.visitFixture(fixture);
  return browser.clickOn(page);
};
const stored = async (key) => (await browser.stored())[key];

test("axe finds no violation in any state of the popup", { skip: !existsSync(AXE) }, async () => {
  const axe = readFileSync(AXE, "utf8");
  const check = async (popup, what) => {
    await popup.evaluate(axe);
    const faults = await popup.evaluate(
      `axe
        .run(document, { rules: { "page-has-heading-one": { enabled: true } } })
        .then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes.map(({ target }) => target).join(", ")))`,
    );
    assert.deepEqual(faults, [], what);
  };
  server.me = { ...server.me, features: ["proof", "translation", "reports"] };
  for (const name of ["1688/quantities-in-rows", "shops/canada-dollar"]) {
    const popup = await openOn(name);
    await popup.isReady();
    await popup.evaluate(`document.querySelectorAll("details").forEach((details) => { details.open = true; })`);
    await check(popup, name);
    if (name.startsWith("shops")) {
      await popup.click('[data-testid="reads-wrongly"]');
      await popup.until(`!document.getElementById("report").hidden`);
      await check(popup, "report");
    }
    await page.close();
  }
  const list = await browser.visit(browser.show("https://list.example/c/mugs", listPage("Mug")));
  const many = await browser.clickOn(list);
  await many.until(`!document.getElementById("many").hidden`);
  await check(many, "list");
  page = list;
  const options = await browser.context.newPage();
  await options.goto(`chrome-extension://${browser.id}/options/options.html`);
  await options.evaluate(axe);
  assert.deepEqual(
    await options.evaluate(() => globalThis.axe.run().then(({ violations }) => violations.map(({ id }) => id))),
    [],
  );
  await options.close();
});

test("pairing by a click on the settings page; the options show the connections and disconnect them", async () => {
  await browser.worker.evaluate(() => chrome.storage.local.clear());
  server.settings = `<title>Settings</title><div id="karavan-pairing"></div><script>
    const offer = document.querySelector("#karavan-pairing");
    offer.addEventListener("karavanchallenge", () => {
      Object.assign(offer.dataset, { answer: offer.dataset.challenge, server: location.origin, token: "${TOKEN}" });
    });
  </script>`;
  page = await browser.visit(`${server.url}/client/settings`);
  const popup = await browser.clickOn(page);
  await popup.until(`document.getElementById("confirm").open`);
  assert.match(await popup.text("confirm"), /Connect the extension\?[\s\S]*Anna[\s\S]*K101 \(Lotus\)/);
  assert.equal(
    await popup.evaluate(
      "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth",
    ),
    true,
  );
  assert.equal(await stored("connection"), undefined);
  if (existsSync(AXE)) {
    await popup.evaluate(readFileSync(AXE, "utf8"));
    assert.deepEqual(await popup.evaluate(`axe.run().then(({ violations }) => violations.map(({ id }) => id))`), []);
  }
  await popup.click('[data-testid="confirm-connection"]');
  await popup.until(`/Connected: Anna/.test(document.getElementById("done").innerText)`);
  assert.equal((await stored("connection")).server, server.url);

  const options = await browser.context.newPage();
  await options.goto(`chrome-extension://${browser.id}/options/options.html`);
  const row = options.locator('[data-testid="stored-connection"]');
  assert.match(
    await row.innerText(),
    new RegExp(`In use[\\s\\S]*${server.url}[\\s\\S]*Anna[\\s\\S]*Last sent\\s+never`),
  );
  await row.getByTestId("disconnect").click();
  await options.getByText("It is still valid at the server").waitFor();
  assert.equal(await row.count(), 0);
  assert.equal(await stored("connection"), undefined);
  await options.close();
});

test("a picture of the page goes with the item when the person wants it, and a title is translated when asked", async () => {
  server.me = { ...server.me, features: ["proof", "translation"] };
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  await popup.click("#translate");
  await popup.until(`/Переведено/.test(document.getElementById("translated").innerText)`);
  await popup.click('[data-testid="with-proof"]');
  await popup.send();
  await popup.until(`!document.getElementById("done").hidden`, 30_000);
  const proof = server.requests.find(({ path }) => path.endsWith("/proof"));
  assert.equal(proof.path, "/api/ext/drafts/7/items/101/proof");
  assert.ok(proof.body.length > 1000);
});

test("every text fits in the three languages", async () => {
  // Chromium's own languages are a package of their own: the texts are put in by hand.
  for (const language of ["ru", "en", "zh_CN"]) {
    const messages = JSON.parse(
      readFileSync(new URL(`../_locales/${language}/messages.json`, import.meta.url), "utf8"),
    );
    server.me = { ...server.me, features: ["proof", "translation", "reports"] };
    const popup = await openOn("shops/group-no-variant-chosen");
    await popup.isReady();
    const filled = Object.fromEntries(
      Object.entries(messages).map(([key, { message }]) => [key, message.replace(/\$[A-C]\$/g, "12")]),
    );
    await popup.evaluate(
      `(() => {
        const messages = ${JSON.stringify(filled)};
        for (const element of document.querySelectorAll("[data-text]")) element.textContent = messages[element.dataset.text];
        const others = { "#matrix summary": "matrix_chosen", "#looked span": "looked_at", "#site-button span": "site_button" };
        for (const [selector, key] of Object.entries(others)) document.querySelector(selector).textContent = messages[key];
        for (const details of document.querySelectorAll("details")) details.open = true;
      })()`,
    );
    assert.equal(await popup.evaluate("document.documentElement.scrollWidth <= innerWidth"), true, language);
    const cut = await popup.evaluate(
      `[...document.querySelectorAll("button, label > span, summary, .badge, th")]
        .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
        .filter((element) => getComputedStyle(element).display !== "inline" && !element.classList.contains("visually-hidden"))
        .map((element) => element.innerText)`,
    );
    assert.deepEqual(cut, [], language);
    await page.close();
  }
});

test("the side panel shows the same page; without permission for the site it shows instructions", async () => {
  const panel = await browser.worker.evaluate(() => chrome.sidePanel.getOptions({}));
  assert.equal(panel.path, "popup/popup.html?view=panel");
  const view = await browser.context.newPage();
  await view.goto(`chrome-extension://${browser.id}/popup/popup.html?view=panel`);
  await view.getByText("To read this page, click the extension's icon on it").waitFor();
  assert.equal(await view.locator("#panel").isVisible(), false);
  await view.close();
});
