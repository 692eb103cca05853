/** The popup and the options as pages: keyboard, languages, connections, in a real Chromium. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { assertAccessible } from "./axe.mjs";
import { SETTINGS_PAGE } from "./harness.mjs";
import { browser, isShown, openOn, page, server, startSession, stored, usePage } from "./session.mjs";

startSession();

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
  await isShown(popup, "done");
  assert.equal(await popup.evaluate("document.activeElement.closest('#done') !== null"), true);
  assert.deepEqual([server.items.length, server.items[0].quantity], [1, 3]);
});

test("pairing by a click on the settings page; the options show the connections and disconnect them", async () => {
  await browser.worker.evaluate(() => chrome.storage.local.clear());
  server.settings = SETTINGS_PAGE;
  usePage(await browser.visit(`${server.url}/client/settings`));
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
  await assertAccessible(popup, "the question before a connection");
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
  server.isDown = true;
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
