/** Texts in Arabic, Persian and Hebrew have their own direction, among the Russian texts of the pages. */
import type { Locator } from "@playwright/test";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { chatOf, staffChat } from "../pages/chat.ts";

const TITLE = "كوب من الفولاذ 500 مل";
const MESSAGE = "מתי זה יגיע, K1?";

const direction = (element: Locator) => element.evaluate((node) => getComputedStyle(node).direction);

test("what people type is shown in its own direction on both sides", async ({ page, browser, server, client }) => {
  const draft = await client.draft("سفارش آزمایشی");
  const item = { title: TITLE, url: "https://detail.1688.com/offer/5.html", price: "15.20", comment: "لطفاً بسته‌بندی کنید" };
  await client.addItem(draft.id, item);
  const order = await client.submit(draft.id);
  const mine = await chatOf(page, "client", order);
  const title = page.getByText(TITLE, { exact: true }).first();
  await expect(title).toBeVisible();
  expect(await direction(title)).toBe("rtl");

  await mine.field.fill(MESSAGE);
  expect(await direction(mine.field), "the field follows what is typed").toBe("rtl");
  await mine.field.fill("Когда?");
  expect(await direction(mine.field)).toBe("ltr");
  await mine.say(MESSAGE);
  expect(await direction(mine.bodies.last())).toBe("rtl");
  await mine.say("Когда?");
  expect(await direction(mine.bodies.last())).toBe("ltr");

  const theirs = await staffChat(browser, server, order);
  expect(await direction(theirs.bodies.first())).toBe("rtl");
  await new OrderCard(theirs.page).open("agent", order.id);
  const shown = theirs.page.getByText(TITLE, { exact: true }).first();
  await expect(shown).toBeVisible();
  expect(await direction(shown)).toBe("rtl");
  expect(await direction(theirs.page.locator("body")), "the page itself stays").toBe("ltr");
});
