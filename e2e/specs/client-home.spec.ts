/** The client's home page, and the order on a phone. */
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { ClientOrders } from "../pages/orders.ts";
import { packedShipment } from "../pages/parcels.ts";

const GOODS = { title: "加绒卫衣", url: "https://detail.1688.com/offer/7.html", price: "250.00", quantity: 2 };
const PHONE = { width: 390, height: 844 };

/** An order with a price that the client has not paid. */
async function quotedOrder(owner: Api, client: Api, title: string): Promise<number> {
  const draft = await client.draft(title);
  await client.addItem(draft.id, GOODS);
  await client.submit(draft.id);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  return draft.id;
}

test("the login leads to what waits for the client", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await quotedOrder(owner, client, "Ждёт оплаты на главной");
  await new LoginPage(page).logInByForm("client", CLIENT);
  const waiting = page.getByTestId("waiting");
  const count = Number(await waiting.locator(".count-badge").innerText());
  await expect(waiting.getByTestId("task")).toHaveCount(Math.min(count, 3));
  await page.getByRole("link", { name: "Главная" }).click();
  await expect(page.getByTestId("task")).toHaveCount(count);
  const task = page.getByTestId("task").filter({ hasText: "Ждёт оплаты на главной" });
  await expect(task).toContainText("Оплатите заказ");
  await expect(page.getByTestId("home-balance")).toContainText("₽");
  await task.getByRole("link", { name: "Оплатить" }).click();
  await expect(page).toHaveURL(new RegExp(`/client/orders/${order}$`));
  await expect(page.getByTestId("order-progress")).toContainText("Цена готова");
});

test("on a phone an order is paid in two taps, with the balance before and after", async ({ page, client, server }) => {
  await page.setViewportSize(PHONE);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await quotedOrder(owner, client, "Два касания");
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "100000", currency: "RUB", memo: "пополнение" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "100000", currency: "CNY", memo: "пополнение" });
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${order}`);
  await expect(page.getByTestId("pay-bar")).toBeInViewport();
  await expect(page.getByTestId("money")).toBeHidden();
  await expectAccessible(page);
  await page.getByTestId("pay-now").click();
  await expect(page.getByTestId("sum-balance")).toBeVisible();
  await expect(page.getByTestId("sum-left")).toBeVisible();
  await page.getByTestId("confirm-sum").click();
  await expect(page.getByTestId("toast")).toContainText("Заказ оплачен");
  await expect(page.getByTestId("pay-bar")).toHaveCount(0);
});

test("on a phone the chat is a room that Back leaves", async ({ page, client, server }) => {
  await page.setViewportSize(PHONE);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await quotedOrder(owner, client, "Чат отдельно");
  await owner.post(`/agent/orders/${order}/chat`, { body: "Какой размер?" });
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${order}`);
  const chat = page.getByTestId("chat");
  await expect(page.getByTestId("to-chat")).toContainText("1");
  await expect(chat).toBeHidden();
  await page.getByTestId("to-chat").click();
  await expect(chat).toBeVisible();
  await expect(chat).toContainText("Какой размер?");
  await page.goBack();
  await expect(chat).toBeHidden();
  await expect(page.getByTestId("order-number")).toBeVisible();
});

test("what the balance lacks is topped up on the way, and the form leads back to the order", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const draft = await client.draft("Дороже баланса");
  await client.addItem(draft.id, { ...GOODS, price: "9000000.00" });
  await client.submit(draft.id);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${draft.id}`);
  await page.getByTestId("topup-RUB").click();
  await expect(page).toHaveURL(/\/client\/balance\?topup=/);
  await expect(page.getByTestId("amount")).not.toHaveValue("");
  await page.getByTestId("back").click();
  await expect(page).toHaveURL(new RegExp(`/client/orders/${draft.id}$`));
});

test("the first order is in sight on a phone, and the search covers all orders", async ({ page, client }) => {
  await page.setViewportSize(PHONE);
  await client.draft("Только среди черновиков");
  await new LoginPage(page).logIn("client", CLIENT);
  const orders = new ClientOrders(page);
  const first = await orders.rows.first().boundingBox();
  expect(first!.y).toBeLessThan(320);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await orders.search("только среди черновиков");
  await expect(orders.row("Только среди черновиков")).toBeVisible();
});

test("the list has the client's code, the address of the warehouse, and the tasks on top of current orders only", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await quotedOrder(owner, client, "Над списком");
  await new LoginPage(page).logIn("client", CLIENT);
  await expect(page.getByText("Код клиента K101")).toBeVisible();
  await expect(page.getByTestId("warehouse-card")).toBeHidden();
  await page.getByTestId("warehouse").click();
  await expect(page.getByTestId("warehouse-card")).toContainText("K101");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("warehouse-card")).toBeHidden();
  const waiting = page.getByTestId("waiting");
  await expect(waiting.getByRole("link", { name: "Оплатить" }).first()).toBeVisible();
  await page.getByTestId("drafts").click();
  await expect(waiting).toHaveCount(0);
  await page.getByTestId("current").click();
  await page.setViewportSize(PHONE);
  await page.reload();
  await expect(waiting.getByTestId("task").first()).toBeHidden();
  await waiting.locator("summary").click();
  await expect(waiting.getByTestId("task").first()).toBeVisible();
  await expectAccessible(page);
});

test("a self-buyout says where to send the goods until they have arrived", async ({ page, client }) => {
  const draft = await client.post<{ id: number }>("/client/orders", { type: "self_buyout", title: "Куплю сам" });
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${draft.id}`);
  const task = page.getByTestId("self-buyout");
  await expect(task).toContainText("впишите трек");
  await expect(task).toContainText("K101");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await task.getByRole("button", { name: "Копировать" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("K101");
});

test("a client finds a shipment and an order by the track", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const shipment = await packedShipment(owner, client);
  await owner.patch(`/agent/shipments/${shipment.id}`, { track: "CDEK 5544 3322" });
  await new LoginPage(page).logIn("client", CLIENT, "/client/shipments");
  const rows = page.getByTestId("shipment-row");
  await page.getByTestId("search").fill("cdek55443322");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(shipment.number);
  await page.getByTestId("search").fill("нет такого");
  await expect(page.getByText("Ничего не найдено")).toBeVisible();
  await page.getByTestId("search").fill("");
  await expect(rows.first()).toBeVisible();
});

test("a submitted order can be taken back from the message", async ({ page, client }) => {
  const draft = await client.draft("Отправлен по ошибке");
  await client.addItem(draft.id, GOODS);
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${draft.id}`);
  await page.getByTestId("submit").click();
  await expect(page.getByTestId("toast")).toContainText("Заказ отправлен агенту");
  await page.getByTestId("toast-undo").click();
  await expect(page.getByTestId("toast")).toContainText("Заказ снова черновик");
  await expect(page.getByTestId("submit")).toBeVisible();
});

test("on a phone the list marks what is to be paid and unread, and each step says what comes next", async ({ page, client, server }) => {
  await page.setViewportSize(PHONE);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await quotedOrder(owner, client, "Пометки в списке");
  await owner.post(`/agent/orders/${order}/chat`, { body: "Цвет остался один" });
  const login = new LoginPage(page);
  await login.logIn("client", CLIENT, "/client/home");
  const task = page.getByTestId("task").filter({ hasText: "Пометки в списке" });
  await expect(task).toBeInViewport();
  await page.goto("/client/orders");
  const card = page.getByRole("listitem").filter({ hasText: "Пометки в списке" });
  await expect(card).toContainText("Ждёт оплаты");
  await expect(card.getByRole("link", { name: "Оплатить" })).toBeVisible();
  await expect(card.getByRole("img", { name: "Непрочитанный" })).toBeVisible();
  await expectAccessible(page);
  await card.getByTestId("order-row").click();
  await expect(page.getByTestId("order-progress")).toContainText("Оплатите заказ, и агент начнёт выкуп");
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "100000", currency: "RUB", memo: "пополнение" });
  await client.pay(order, "RUB");
  await expect(page.getByTestId("order-progress")).toContainText("Агент скоро начнёт выкуп");

  await page.goto("/client/balance?topup=4321&currency=RUB");
  await page.getByTestId("request-topup").click();
  const request = page.getByTestId("request").filter({ hasText: "4 321,00" });
  await expect(request.getByTestId("next")).toHaveText("Агент пришлёт реквизиты. Они появятся здесь.");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
});

test("each number of the client's bell leads to exactly what it counts", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await quotedOrder(owner, client, "Из колокольчика");
  await owner.post(`/agent/orders/${order}/chat`, { body: "Подойдёт замена?" });
  await new LoginPage(page).logIn("client", CLIENT);
  await page.getByTestId("bell").click();
  const links = page.getByTestId("bell-list").getByRole("link");
  await expect(links.first()).toBeVisible();
  const counted = await links.evaluateAll((all) =>
    all.map((link) => ({ path: link.getAttribute("href")!, count: Number(link.querySelector(".count-badge")!.textContent) })),
  );
  // Top-ups are a part of the page of the balance.
  const lists = counted.filter(({ path }) => /client\/(orders|shipments)/.test(path));
  expect(lists.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["/client/orders?status=quoted", "/client/orders?unread_chats=true"]),
  );
  for (const { path, count } of lists) {
    await test.step(path, async () => {
      await page.goto(path);
      const tab = page.locator(".tab.active");
      await expect(tab.locator(".count")).toHaveText(String(count));
      await expect(page.locator("main").getByTestId(/^(order|shipment)-row$/)).toHaveCount(Math.min(count, 50));
    });
  }
  await page.goto("/client/orders?unread_chats=true");
  await expect(page.getByTestId("order-row").filter({ hasText: "Из колокольчика" })).toBeVisible();
  await expectAccessible(page);
  await page.getByTestId("current").click();
  await expect(page).toHaveURL(/filter=current/);
});
