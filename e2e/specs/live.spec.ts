/** Open pages follow what the other side does, without a reload. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { createSubmittedOrder } from "../pages/chat.ts";
import { LoginPage } from "../pages/login.ts";

/** Fails the test if the page is loaded again. */
async function forbidReload(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }));
  return async () => expect(await page.evaluate(() => "notReloaded" in globalThis), "the page was not reloaded").toBe(true);
}

test("staff price an order and the client pays it; both cards and lists follow", async ({ page, browser, server, client }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "20000", currency: "RUB", memo: "пополнение" });
  const order = await createSubmittedOrder(client, "Живая страница");
  const sockets: string[] = [];
  page.on("websocket", (socket) => sockets.push(socket.url()));
  await new LoginPage(page).logIn("client", CLIENT);
  const mine = new OrderCard(page);
  await mine.open("client", order.id);
  await expect(page.getByTestId("chat-messages")).toBeVisible();
  const theirs = await (await browser.newContext({ baseURL: server.url, locale: "ru-RU" })).newPage();
  await new LoginPage(theirs).logIn("agent", AGENT_OWNER);
  const card = new OrderCard(theirs);
  await card.open("agent", order.id);
  const list = await theirs.context().newPage();
  await list.goto("/agent/orders");
  const row = list.getByTestId("order-row").filter({ hasText: order.number });
  await row.getByTestId("select-order").check();
  const checks = [await forbidReload(page), await forbidReload(theirs), await forbidReload(list)];

  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
  await expect(mine.status).toHaveClass(/quoted/);
  await expect(card.status).toHaveClass(/quoted/);
  await expect(row.locator(".badge")).toHaveClass(/quoted/);
  await expect(row.getByTestId("select-order"), "the selection is kept").toBeChecked();

  await page.getByTestId("pay-RUB").click();
  await page.getByTestId("confirm-sum").click();
  await expect(mine.status).toHaveClass(/paid/);
  await expect(card.status).toHaveClass(/paid/);
  await expect(row.locator(".badge")).toHaveClass(/paid/);
  for (const check of checks) await check();
  expect(new Set(sockets).size, "one address").toBe(1);
  expect(sockets.length, "each full load of the page opens one socket").toBeLessThanOrEqual(2);
  await theirs.context().close();
});

test("what is being typed survives a change by somebody else, and a stale version is refused", async ({ page, client }) => {
  const order = await client.draft("Двое пишут");
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", order.id);
  await page.getByTestId("edit-order").click();
  await page.getByTestId("title").fill("Набираю");
  await client.patch(`/client/orders/${order.id}`, { title: "Первый успел" });
  // Longer than the delay of a refetch.
  await expect.poll(() => client.order(order.id).then(({ title }) => title)).toBe("Первый успел");
  await page.getByTestId("title").pressSequentially(" дальше", { delay: 150 });
  await expect(page.getByTestId("title")).toHaveValue("Набираю дальше");
  await page.getByTestId("save-order").click();
  await expect(page.getByRole("alert")).toBeVisible();
});

test("a click is not lost when a change arrives between press and release", async ({ page, client }) => {
  const order = await client.draft("Нажатие");
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${order.id}`);
  const list = await page.context().newPage();
  await list.goto("/client/orders?filter=drafts");
  await page.bringToFront();
  await page.getByTestId("cancel").hover();
  await page.mouse.down();
  await client.addItem(order.id, { title: "搪瓷杯", url: "https://detail.1688.com/offer/5.html", price: "15.20" });
  await client.patch(`/client/orders/${order.id}`, { comment: "Для окна рядом", title: "Нажатие и отпускание" });
  // The list of the other window shows when the change has arrived.
  await expect(list.getByTestId("order-row").filter({ hasText: "Нажатие и отпускание" })).toBeVisible();
  await page.mouse.up();
  await expect(page.getByTestId("confirmation-subject")).toContainText("Нажатие");
  await page.getByTestId("confirmation-keep").click();
  await expect(page.getByTestId("item")).toHaveCount(1);
});

test("a top-up request is followed by both sides", async ({ page, browser, server, client }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/balance-requests");
  await expect(page.getByTestId("bell")).toBeVisible();
  const cabinet = await (await browser.newContext({ baseURL: server.url, locale: "ru-RU" })).newPage();
  await new LoginPage(cabinet).logIn("client", CLIENT);
  await cabinet.goto("/client/balance");
  await expect(cabinet.getByTestId("account-RUB")).toBeVisible();
  const asked = await client.post<{ id: number }>("/client/balance/requests", { amount: "4321.50", currency: "RUB" });
  const theirs = page.getByTestId("request").filter({ hasText: "4 321,50" });
  const mine = cabinet.getByTestId("request").filter({ hasText: "4 321,50" });
  await expect(theirs).toBeVisible();
  await expect(mine.getByTestId("request-status")).toHaveText("Ждёт реквизитов");
  await owner.post(`/agent/balance-requests/${asked.id}/reject`, { reason: "нет" });
  await expect(mine.getByTestId("request-status")).not.toHaveText("Ждёт реквизитов");
  await cabinet.context().close();
});

test("the bell counts what waits, links to it and follows changes", async ({ page, server, client }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const bell = page.getByTestId("bell");
  await bell.click();
  const list = page.getByTestId("bell-list");
  await expect(list).toBeVisible();
  const group = page.getByTestId("bell-orders_to_price");
  const number = async () => {
    if ((await group.count()) === 0) return 0;
    return Number((await group.locator(".count-badge").textContent())?.replace("+", ""));
  };
  const before = await number();
  const order = await createSubmittedOrder(client, "Звонок");
  await expect.poll(number).toBe(Math.min(before + 1, 99));
  await expectAccessible(page);
  await group.click();
  await expect(page).toHaveURL(/section=to_price/);
  await expect(list).toBeHidden();
  await bell.click();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
  await bell.click();
  await expect.poll(number).toBe(before);
});
