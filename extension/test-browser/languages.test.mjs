/** Languages in a real Chromium: of the texts, and of the marks on shops' texts; and the packages of the stores. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, listFixture } from "./harness.mjs";
import { isShown, openOn, openOnPage, page, sendProduct, server, startSession } from "./session.mjs";

startSession();

/** `[text, language]` of elements; an element without a mark has the language of the document. */
const marks = (popup, selector) =>
  popup.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => [element.value || element.innerText, element.lang])`,
  );

test("each option value has the language that its script proves, and Latin letters prove none", async () => {
  const popup = await openOn("1688/quantities-in-rows");
  await popup.isReady();
  assert.deepEqual(await marks(popup, "#axes span"), [["颜色", "zh"]]);
  assert.deepEqual(await marks(popup, "#axes option"), [
    ["黑色", "zh"],
    ["深灰色", "zh"],
  ]);
  assert.deepEqual(await marks(popup, "#rows th > span > span"), [
    ["L", ""],
    ["XL", ""],
  ]);
  assert.deepEqual(await marks(popup, "#chosen span"), [["黑色 / L", "zh"]]);
  assert.deepEqual(await marks(popup, "#title"), [["连帽卫衣", "zh"]]);
  // The mark follows the typed text.
  await popup.fill("title", "Hoodie");
  assert.deepEqual(await marks(popup, "#title"), [["Hoodie", ""]]);
});

test("texts of shops and what the person types have their own direction", async () => {
  const popup = await openOn("1688/quantities-in-rows");
  await popup.isReady();
  const direction = (id) => popup.evaluate(`getComputedStyle(document.getElementById("${id}")).direction`);
  for (const [written, expected] of [
    ["كوب من الفولاذ", "rtl"],
    ["Кружка", "ltr"],
    ["קומקום", "rtl"],
  ]) {
    for (const id of ["title", "variant", "comment"]) {
      await popup.evaluate(`document.getElementById("${id}").value = ${JSON.stringify(written)}`);
      assert.equal(await direction(id), expected, `${id}: ${written}`);
    }
  }
  assert.equal(await popup.evaluate("getComputedStyle(document.body).direction"), "ltr");
});

test("titles of lists and of waiting products have the language of the shop", async () => {
  const { url, html } = listFixture("taobao-orders");
  const list = await openOnPage(url, html);
  await isShown(list, "many");
  const titles = await marks(list, "#found label > span");
  assert.ok(titles.length > 1 && titles.every(([, language]) => language === "zh"), JSON.stringify(titles));
  await page.close();
  const popup = await openOn("1688/quantities-in-rows");
  await popup.isReady();
  server.isDown = true;
  await popup.send();
  await isShown(popup, "waiting");
  assert.deepEqual(await marks(popup, "#waiting li > span > span"), [
    ["连帽卫衣", "zh"],
    ["黑色 / L", "zh"],
  ]);
});

for (const [locale, language, letters] of [
  ["ru", "ru", /[а-я]{4}/],
  ["zh_CN", "zh", /[\u4e00-\u9fff]{2}/],
])
  test(`${locale}: popup and options declare the language of their texts, and failures take the focus`, async () => {
    const own = await Browser.open({ locale });
    try {
      await own.connect(server);
      const popup = await own.clickOn(await own.visitFixture("shops/swiss-franc"));
      await popup.isReady();
      assert.ok((await popup.evaluate("document.documentElement.lang")).startsWith(language));
      assert.doesNotMatch(await popup.evaluate("document.body.innerText"), /Quantity|Comment|Send|e_\w+/);
      assert.match(await popup.evaluate("document.body.innerText"), letters);
      assert.equal(await popup.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
      await popup.fill("price", "");
      await popup.send();
      await popup.until(`!document.getElementById("error").hidden`);
      assert.equal(await popup.evaluate(`document.getElementById("error").getAttribute("role")`), "alert");
      const focused = await popup.evaluate("document.activeElement.id");
      assert.ok(["price", "error"].includes(focused), focused);
      const options = await own.openPage("options/options.html");
      assert.ok((await options.evaluate("document.documentElement.lang")).startsWith(language));
    } finally {
      await own.close();
    }
  });

for (const vendor of ["chrome", "edge"])
  test(`the package for ${vendor} reads and sends a product`, async () => {
    const own = await Browser.open({ vendor });
    try {
      await own.connect(server);
      const popup = await own.clickOn(await own.visitFixture("shops/swiss-franc"));
      await sendProduct(popup);
      assert.equal(server.items.length, 1);
    } finally {
      await own.close();
    }
  });
