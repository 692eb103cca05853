/** The inbox of the staff: all dialogues in one list, with the chat of one next to it. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { faultsOfLook } from "../harness/looks.ts";
import { expect, test } from "../harness/test.ts";
import { createSubmittedOrder } from "../pages/chat.ts";
import { LoginPage } from "../pages/login.ts";

const dialogue = (page: Page, text: string) => page.getByTestId("dialogue").filter({ hasText: text });

async function write(client: Api, order: number, body: string): Promise<void> {
  await client.post(`/client/orders/${order}/chat`, { body });
}

async function openInbox(page: Page, tab: string): Promise<void> {
  await page.goto(`/agent/chats?tab=${tab}`);
  await expect(page.getByTestId("dialogues").or(page.getByTestId("empty"))).toBeVisible();
}

test("a question is answered from the inbox, and its dialogue leaves the waiting ones", async ({ page, client }) => {
  const order = (await createSubmittedOrder(client, "Вопрос из списка")).id;
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await openInbox(page, "waiting");
  const waiting = page.getByTestId("waiting").locator(".count");
  await expect(waiting).toHaveText(/\d/);
  const before = Number(await waiting.innerText());
  await write(client, order, "Когда приедет мой заказ?");

  const row = dialogue(page, "Когда приедет мой заказ?");
  await expect(row, "the row appears without a reload").toBeVisible();
  await expect(row).toContainText("ждёт");
  await expect(waiting).toHaveText(String(before + 1));
  await row.click();
  await expect(page.getByTestId("open-order")).toHaveAttribute("href", `/agent/orders/${order}`);
  await expectAccessible(page);
  const field = page.getByTestId("chat-text");
  await field.fill("Завтра");
  await field.press("Enter");
  await expect(page.getByTestId("message").last()).toContainText("Завтра");
  await expect(row, "answered").toHaveCount(0);
  await expect(field, "the chat stays open").toBeVisible();
  await page.getByTestId("all").click();
  await expect(dialogue(page, "Завтра").first()).toBeVisible();
});

test("a dialogue is assigned, snoozed and marked as needing no reply", async ({ page, client }) => {
  const order = (await createSubmittedOrder(client, "Отложенный чат")).id;
  await write(client, order, "Спасибо за помощь");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await openInbox(page, "waiting");
  const row = dialogue(page, "Спасибо за помощь");
  await row.click();
  await page.getByTestId("assignee").selectOption({ label: "李伟 (склад)" });
  await expect(row).toContainText("李伟");

  await page.getByTestId("no-reply-needed").click();
  await expect(row).toHaveCount(0);
  await page.getByTestId("toast").getByRole("button").first().click();
  await expect(row, "undone").toBeVisible();

  await page.getByTestId("snooze").click();
  await page.getByTestId("snooze-tomorrow").click();
  await expect(page.getByTestId("snoozed-until")).toContainText("9:00");
  await expect(row).toHaveCount(0);
  await page.getByTestId("snoozed").click();
  await expect(row).toContainText("Отложен до");
  await page.getByTestId("snooze-end").click();
  await expect(row).toHaveCount(0);
  await page.getByTestId("waiting").click();
  await row.click();
  await page.getByTestId("snooze").click();
  await page.getByTestId("snooze-choose").click();
  await expect(page.getByTestId("until")).toBeFocused();
  await page.getByTestId("until").fill("01.01.2020");
  await page.getByTestId("until-time").fill("10:00");
  await page.getByTestId("confirm-snooze").click();
  await expect(page.getByTestId("dialog").getByRole("alert")).toBeVisible();
  await page.keyboard.press("Escape");
  await write(client, order, "Ещё вопрос");
  await expect(dialogue(page, "Ещё вопрос")).toBeVisible();
  await page.goto(`/agent/orders/${order}`);
  await page.getByTestId("tab-history").click();
  const assigned = page.getByTestId("history").getByRole("listitem").filter({ hasText: "Сменился ответственный за чат" });
  await expect(assigned).toContainText("李伟");
});

test("a saved reply is inserted with the data of the order", async ({ page, client }) => {
  const order = (await createSubmittedOrder(client, "С заготовкой")).id;
  await write(client, order, "Можно ссылку на заказ?");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto(`/agent/chats?tab=all&order=${order}`);
  await page.getByTestId("saved-replies").click();
  await page.getByTestId("edit-replies").click();
  const title = `Ссылка ${order}`;
  await page.getByTestId("title").fill(title);
  await page.getByTestId("body").fill("Заказ {number}");
  await page.getByTestId("save-reply").click();
  await expect(page.getByTestId("dialog").locator(".fault").first(), "an unknown placeholder").toBeVisible();
  await page.getByTestId("body").fill("Ваш заказ {order}: {link}");
  await page.getByTestId("save-reply").click();
  await expect(page.getByTestId("reply-row").filter({ hasText: title })).toBeVisible();
  await page.keyboard.press("Escape");
  const reply = page.getByTestId("saved-reply").filter({ hasText: title });
  await expect(reply).toContainText(`/client/orders/${order}`);
  await reply.click();
  await expect(page.getByTestId("chat-text")).toHaveValue(new RegExp(`^Ваш заказ .+/client/orders/${order}$`));
  await expect(page.getByTestId("chat-text")).toBeFocused();
});

test("the inbox is searched, and the address keeps the text", async ({ page, client }) => {
  const first = (await createSubmittedOrder(client, "Ищем первый")).id;
  const second = (await createSubmittedOrder(client, "Ищем второй")).id;
  await write(client, first, "Когда привезут чайник?");
  await write(client, second, "Когда привезут лампу?");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await openInbox(page, "waiting");
  await page.getByTestId("search").fill("ЧАЙНИК");
  await expect(page.getByTestId("dialogue")).toHaveCount(1);
  await dialogue(page, "чайник").click();
  await expect(page.getByTestId("message").last()).toContainText("чайник");
  await expect(page.getByTestId("dialogue"), "the chat opens in the found list").toHaveCount(1);
  await page.reload();
  await expect(page.getByTestId("search")).toHaveValue("ЧАЙНИК");
  await expect(page.getByTestId("dialogue")).toHaveCount(1);
  await page.getByTestId("search").fill("Ищем второй");
  await expect(dialogue(page, "лампу")).toBeVisible();
  await page.getByTestId("search").fill("такого нет");
  await expect(page.getByTestId("empty")).toContainText("Ничего не найдено");
  await page.getByTestId("search").fill("");
  await expect(dialogue(page, "чайник")).toBeVisible();
  await expect(dialogue(page, "лампу")).toBeVisible();
});

test("on a phone the chat lies over the list", async ({ page, client }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const order = (await createSubmittedOrder(client, "С телефона")).id;
  await write(client, order, "Пишу с телефона");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await openInbox(page, "all");
  await dialogue(page, "Пишу с телефона").click();
  await expect(page.getByTestId("chat-text")).toBeVisible();
  await expect(page.getByTestId("dialogues")).toBeHidden();
  await page.getByTestId("back-to-chats").click();
  await expect(page.getByTestId("dialogues")).toBeVisible();
  await expect(page.getByTestId("chat-text")).toHaveCount(0);
});

test("the menu and the bell lead to as many unread dialogues as they count", async ({ page, client }) => {
  const order = (await createSubmittedOrder(client, "Непрочитанный чат")).id;
  await write(client, order, "Прочтите меня");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/home");
  await page.getByTestId("bell").click();
  const link = page.getByTestId("bell-client_chats");
  const counted = Number(await link.locator(".count-badge").textContent());
  await link.click();
  await expect(page).toHaveURL(/tab=unread/);
  await expect(page.getByTestId("dialogue")).toHaveCount(counted);
  await expect(page.getByTestId("unread").locator(".count")).toHaveText(String(counted));
});

test("the inbox fits all widths in both themes", async ({ page, client }) => {
  const order = (await createSubmittedOrder(client, "Как выглядит")).id;
  await write(client, order, "Когда отправите? Очень длинный вопрос, который не помещается в одну строку списка и сокращается");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await openInbox(page, "all");
  const faults = await faultsOfLook(page, { name: "inbox list", fullPage: false });
  await page.goto(`/agent/chats?tab=all&order=${order}`);
  await expect(page.getByTestId("message")).toHaveCount(1);
  faults.push(...(await faultsOfLook(page, { name: "inbox room", fullPage: false })));
  expect(faults).toEqual([]);
});
