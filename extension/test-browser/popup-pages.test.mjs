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
    refusal: null,
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

test(
  "axe finds no violation when something is missing, waits, or is sent, in light and dark",
  { skip: !existsSync(AXE) },
  async () => {
    const axe = readFileSync(AXE, "utf8");
    const check = async (popup, what) => {
      await popup.evaluate(axe);
      for (const value of ["light", "dark"]) {
        await popup.call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
        const faults = await popup.evaluate(
          `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes.map(({ target }) => target)))`,
        );
        assert.deepEqual(faults, [], `${what}, ${value}`);
      }
    };
    const byHand = await openOn("shops/article");
    await byHand.until(`!document.getElementById("dead-end").hidden`);
    await check(byHand, "no product");
    await byHand.click('[data-testid="add-by-hand"]');
    await byHand.isReady();
    await check(byHand, "by hand");
    await page.close();

    server.refusal = { status: 409, headers: {}, content: { code: "order_not_draft" } };
    const refused = await openOn("shops/swiss-franc");
    await refused.isReady();
    await refused.send();
    await refused.until(`!document.getElementById("error").hidden`);
    await check(refused, "refused");
    server.refusal = null;
    server.isDown = true;
    await refused.send();
    await refused.until(`!document.getElementById("waiting").hidden`);
    await check(refused, "waiting");
    await page.close();
    const offline = await openOn("shops/kuwait-thousandths");
    await offline.isReady();
    await check(offline, "offline");
    server.isDown = false;
    await offline.send();
    await offline.until(`!document.getElementById("done").hidden`);
    await check(offline, "sent");
    await page.close();

    await browser.worker.evaluate(() => chrome.storage.local.clear());
    const unconnected = await openOn("shops/swiss-franc");
    await unconnected.until(
      `!document.getElementById("to-settings").hidden && !document.getElementById("way-back").hidden`,
    );
    await check(unconnected, "not connected");
  },
);

test("the first request fails: the popup offers to try again", async () => {
  server.isDown = true;
  const popup = await openOn("shops/swiss-franc");
  await popup.until(`document.getElementById("try-again").checkVisibility()`);
  server.isDown = false;
  await popup.click('[data-testid="try-again"]');
  await popup.isReady();
  assert.equal(await popup.value("title"), "Automatik 40");
});

test("a product is changed and sent by the keyboard alone, and the focus is always seen", async () => {
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  const press = async (key, code, text) => {
    const about = { key, windowsVirtualKeyCode: code, ...(text ? { text } : {}) };
    await popup.call("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", ...about });
    await popup.call("Input.dispatchKeyEvent", { type: "keyUp", ...about });
  };
  const reach = async (id) => {
    for (let steps = 0; steps < 40; steps += 1) {
      await press("Tab", 9);
      const { focused, outline, top, bottom } = await popup.evaluate(`(() => {
        const element = document.activeElement;
        const box = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        const focused = element.id || element.dataset.testid;
        return { focused, outline: style.outlineStyle, top: box.top, bottom: innerHeight - box.bottom };
      })()`);
      if (focused === undefined || focused === "") continue;
      assert.notEqual(outline, "none", focused);
      assert.ok(top >= -1 && bottom >= -1, `${focused} is out of sight`);
      if (focused === id) return;
    }
    assert.fail(`${id} is not reached`);
  };
  await reach("quantity");
  for (const digit of "3") await press(digit, digit.charCodeAt(0), digit);
  await reach("send");
  await press("Enter", 13, "\r");
  await popup.until(`!document.getElementById("done").hidden`);
  assert.equal(await popup.evaluate("document.activeElement.closest('#done') !== null"), true);
  assert.deepEqual([server.items.length, server.items[0].quantity], [1, 3]);
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

test("a picture of the page that the server refuses is reported, and the product is in the order", async () => {
  server.me = { ...server.me, features: ["proof"] };
  server.refusal = { path: "/proof", status: 413, headers: {}, content: { code: "body_too_large" } };
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  await popup.click('[data-testid="with-proof"]');
  await popup.send();
  await popup.until(`!document.getElementById("done").hidden`, 30_000);
  assert.match(await popup.text("error"), /picture of the page could not be added/);
  assert.match(await popup.text("done"), /in order K101-7/);
  assert.equal(server.items.length, 1);
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
