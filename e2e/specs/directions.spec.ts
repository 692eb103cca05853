/** Texts in Arabic, Persian and Hebrew have their own direction, among the Russian texts of the pages. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { chatOf, staffChat } from "../pages/chat.ts";
import { contextOf, places, prepare } from "../pages/places.ts";

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

/** The columns with texts that people type. */
const TYPED = {
  access_groups: ["name"],
  agent_notifications: ["title", "body"],
  agents: ["name"],
  balance_requests: ["requisites", "reject_reason", "comment"],
  cells: ["name"],
  chat_messages: ["body"],
  clients: ["name", "company"],
  deliveries: ["carrier", "route"],
  notes: ["body"],
  order_groups: ["shop_name"],
  order_history: ["actor_name", "detail", "reason"],
  order_item_services: ["comment"],
  order_items: ["title", "variant", "comment", "agent_comment", "refuse_reason", "problem_reason", "cell"],
  orders: ["title", "comment", "destination_city"],
  recipients: ["name", "region", "city", "street"],
  refunds: ["reason"],
  shipment_history: ["actor_name", "reason"],
  shipments: ["city", "comment", "problem_reason"],
  shipping_requests: ["wishes", "answer"],
  users: ["name"],
  wallet_topups: ["account", "comment", "reject_reason"],
  withdrawals: ["requisites", "comment", "reject_reason"],
};

/** The Hebrew texts and fields of a page that have the direction of the page instead of their own. */
const undirected = (page: Page) =>
  page.evaluate(() => {
    const hebrew = /[\u0590-\u05ff]/;
    const faults = new Set<string>();
    const check = (element: Element, text: string) => {
      const closest = element.closest("[dir], bdi");
      if (hebrew.test(text) && (!closest || closest === document.documentElement)) faults.add(element.outerHTML.slice(0, 120));
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement;
      // Single letters stand in for pictures.
      if (parent && !parent.closest("script, style, [aria-hidden]")) check(parent, texts.currentNode.textContent ?? "");
    }
    for (const field of document.querySelectorAll<HTMLInputElement>("input, textarea")) check(field, field.value);
    return [...faults];
  });

for (const guard of ["agent", "client"] as const) {
  test(`what people type has its own direction on every page: ${guard}`, async ({ browser, server }) => {
    test.slow();
    const all = places(await prepare(server)).filter((place) => place.guard === guard);
    const statements = Object.entries(TYPED).flatMap(([table, columns]) =>
      columns.map((column) => `UPDATE ${table} SET ${column} = 'שלום (7)' || id WHERE ${column} <> ''`),
    );
    server.sql(statements.join(";\n"));
    const context = await contextOf(browser, server, guard);
    const page = await context.newPage();
    const faults: string[] = [];
    for (const { url } of all) {
      await page.goto(url);
      await page.locator(":is(h1, h2):visible").first().waitFor();
      await page.waitForLoadState("networkidle");
      faults.push(...(await undirected(page)).map((fault) => `${url}: ${fault}`));
    }
    await context.close();
    expect(faults).toEqual([]);
  });
}
