/** A page that changed without being loaded, in a real Chromium: data of the product before is not used. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { movedAddress, movedPages } from "./moved.mjs";
import { openOnPage, page, startSession, usePage } from "./session.mjs";

startSession();

for (const [name, { html, title, price, isMarked }] of Object.entries(movedPages))
  test(`after a change of the page without loading: ${name}`, async () => {
    const popup = await openOnPage(movedAddress, html);
    await popup.isReady();
    assert.deepEqual(
      [await popup.value("title"), await popup.value("price"), await popup.isShown("looked")],
      [title, price, isMarked],
    );
    assert.match(
      await popup.value("url"),
      isMarked || title !== "Oak stool" ? /second-2002$/ : /first-1001(\?variant=400500)?$/,
    );
    assert.doesNotMatch(
      await popup.value("image-url"),
      title === "Oak stool" ? /second/ : isMarked ? /first\.jpg/ : /none/,
    );
    await page.close();
    usePage(null);
  });

test("values that the page says in two ways can be chosen", async () => {
  const html = movedPages["an address that only lost its tracking"].html.replace("€49.00", "€39.00");
  const popup = await openOnPage(movedAddress, html);
  await popup.isReady();
  assert.match(await popup.text("price-choices"), /49 EUR\s+39 EUR/);
  await popup.evaluate(
    `[...document.querySelectorAll("#price-choices button")].find((one) => /39/.test(one.innerText)).click()`,
  );
  assert.equal(await popup.value("price"), "39");
  assert.equal(await popup.isShown("looked"), false, "a chosen value is one that was looked at");
});
