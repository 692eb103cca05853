/** The order card of staff: the table of items, the menu of actions, and the tabs next to the items. */
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, type Api, type Order } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";

const CUP = { title: "搪瓷杯", url: "https://detail.1688.com/offer/5.html", price: "15.20" };

/** A submitted order with items of several shops. */
async function orderOf(client: Api, title: string, items: number, shops: number): Promise<Order> {
  const draft = await client.draft(title);
  for (let number = 1; number <= items; number += 1) {
    const url = `https://detail.1688.com/offer/${number}.html`;
    await client.addItem(draft.id, { ...CUP, title: `杯子 ${number}`, url, shop: { name: `店${number % shops}` } });
  }
  return client.submit(draft.id);
}

async function open(page: Page, order: Order): Promise<OrderCard> {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/orders/${order.id}`);
  const card = new OrderCard(page);
  await expect(card.items.first()).toBeVisible();
  return card;
}

const top = async (element: Locator) => (await element.boundingBox())!.y;

test("the items are rows of a table that keys walk through, select and edit", async ({ page, client }) => {
  const card = await open(page, await orderOf(client, "Таблица", 4, 2));
  await expect(page.getByTestId("shop-total")).toHaveText([/30,40/, /30,40/]);
  // The first opening of a submitted order is a change, after which the card is drawn again.
  const height = async () => (await card.items.first().boundingBox())?.height ?? Infinity;
  await expect.poll(height, "a row is one or two lines").toBeLessThanOrEqual(60);
  await page.setViewportSize({ width: 1920, height: 900 });
  await expect(page.getByRole("columnheader")).toHaveText(["Товар", "Цена × кол-во", "Сумма", "Трек", "Статус"]);
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.keyboard.press("j");
  await expect(card.items.nth(0)).toBeFocused();
  for (let step = 1; step < 4; step += 1) await page.keyboard.press("ArrowDown");
  await expect(card.items.nth(3), "the rows of the next shop follow").toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  await expect(card.items.nth(2).getByTestId("select-item")).toBeChecked();
  await expect(page.getByTestId("bulk")).toContainText("Выбрано: 1");
  await card.items.nth(1).focus();
  await page.keyboard.press("e");
  await expect(page.getByTestId("dialog").getByTestId("save-item")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.locator("h1").click();
  await page.keyboard.press("/");
  await expect(page.getByTestId("find-item")).toBeFocused();
  await page.keyboard.type("杯子 3");
  await expect(card.items).toHaveCount(1);
  await page.getByTestId("choose-all").check();
  await expect(page.getByTestId("bulk"), "what the filter hides is not selected").toContainText("Выбрано: 1");
  await expectAccessible(page);
});

test("one button is the next step, and a menu has the rest", async ({ page, client }) => {
  await open(page, await orderOf(client, "Действия", 1, 1));
  const head = page.locator(".page-head");
  await expect(head.locator(".button.primary")).toHaveText(["Выставить счёт"]);
  await expect(page.getByTestId("cancel")).toBeHidden();
  await page.getByTestId("order-actions").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByTestId("order-label")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByTestId("cancel")).toBeFocused();
  await expectAccessible(page);
  const menu = (await page.locator(".action-menu").boundingBox())!;
  const button = (await page.getByTestId("order-actions").boundingBox())!;
  expect(menu.y, "the menu is below its button").toBeGreaterThanOrEqual(button.y + button.height);
  expect(menu.x + menu.width).toBeLessThanOrEqual(1280);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Отменить заказ" })).toBeVisible();
  await expect(page.locator(".action-menu")).toBeHidden();
});

test("the actions of a row are seen when the pointer is over it", async ({ page, client }) => {
  const card = await open(page, await orderOf(client, "Действия строки", 2, 1));
  const edit = card.items.first().getByTestId("edit-item");
  await page.locator("h1").hover();
  await expect(edit).toHaveCSS("opacity", "0");
  await card.items.first().hover();
  await expect(edit).toHaveCSS("opacity", "1");
  // The card may be drawn again between the two measurements.
  await expect(async () => {
    const [row, button] = [(await card.items.first().boundingBox())!, (await edit.boundingBox())!];
    expect(button.y, "the button is inside of its row").toBeGreaterThanOrEqual(row.y);
    expect(button.y + button.height).toBeLessThanOrEqual(row.y + row.height + 1);
  }).toPass();
});

test("the tabs beside the items stay in sight, count messages, and show one panel", async ({ page, client }) => {
  const order = await orderOf(client, "Вкладки", 40, 1);
  await client.post(`/client/orders/${order.id}/chat`, { body: "Когда выкуп?" });
  const card = await open(page, order);
  await expect(page.getByTestId("money")).toBeVisible();
  await expect(page.getByTestId("chat")).toBeHidden();
  await expect(page.getByTestId("tab-badge")).toHaveText("1");
  await page.mouse.wheel(0, 4000);
  await expect(card.items.last()).toBeInViewport();
  await expect(page.getByTestId("tab-chat")).toBeInViewport();
  await page.getByTestId("tab-chat").click();
  await expect(page.getByTestId("chat").getByText("Когда выкуп?")).toBeInViewport();
  await expect(page.getByTestId("money")).toBeHidden();
  await expect(page.getByTestId("tab-badge"), "the message was read").toHaveCount(0);

  await page.getByTestId("tab-chat").press("ArrowRight");
  await expect(page.getByTestId("tab-services")).toBeFocused();
  await expect(page.getByTestId("no-services")).toBeVisible();
  await page.getByTestId("tab-services").press("ArrowRight");
  await expect(page.getByTestId("history").locator("li").first()).toBeVisible();
  await page.getByTestId("tab-notes").click();
  const note = page.getByTestId("order-note");
  await expect(note).toContainText("Заметки пока нет");
  // Rows beneath the head of the table have small targets.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
  await note.getByTestId("note-mark").click();
  await page.getByTestId("note-text").fill("Клиент просил не торопиться");
  await expect(page.getByTestId("note-state")).toContainText("Сохранено ·");
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("note-body")).toHaveText("Клиент просил не торопиться");
  await page.reload();
  await expect(page.getByTestId("money"), "a fresh card starts with the money").toBeVisible();
});

test("a shop of a large order is drawn whole without a click, and stays folded after a change", async ({ page, client }) => {
  const order = await orderOf(client, "Много строк", 130, 2);
  const card = await open(page, order);
  await expect(card.items).toHaveCount(65);
  await page.getByTestId("fold-shop").first().click();
  await expect(card.items).toHaveCount(0);
  await page.getByTestId("fold-shop").last().click();
  await expect(card.items).toHaveCount(65);
  await card.items.first().getByTestId("edit-item").click();
  await page.getByTestId("dialog").getByLabel("Трек").fill("SF1");
  await page.getByTestId("save-item").click();
  await expect(card.items.first()).toContainText("SF1");
  await expect(card.items, "the first shop is still folded").toHaveCount(65);
});

test("on a phone the items are cards, and the other sections are tabs above them", async ({ page, client }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const card = await open(page, await orderOf(client, "Телефон", 3, 1));
  await expect(page.getByTestId("money")).toBeHidden();
  expect(await top(page.getByTestId("tab-items"))).toBeLessThan(await top(card.items.first()));
  expect(await top(page.getByTestId("tab-items")), "the head leaves room for the items").toBeLessThanOrEqual(480);
  await expect(page.locator(".page-head").getByTestId("quote")).toBeVisible();
  await expect(page.getByTestId("order-client")).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  await page.getByTestId("order-actions").click();
  await page.getByTestId("order-details").click();
  await expect(page.getByTestId("assignee")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Трек" })).toBeHidden();
  await page.getByTestId("tab-money").click();
  await expect(page.getByTestId("money")).toBeVisible();
  await expect(card.items.first()).toBeHidden();
  await expectAccessible(page);
  await page.getByTestId("tab-items").click();
  await expect(card.items.first()).toBeVisible();
});
