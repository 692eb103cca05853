/** Steps that are taken with many selected orders: who is left out and why, the results, and the way back. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api, type Order } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { formingShipment, packedShipment, receivedItems } from "../pages/parcels.ts";
import { Phone } from "../pages/phone.ts";

const WORKER = "李伟 (склад)";

const rows = (page: Page) => page.getByTestId("order-row");
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });

/** Submits an order of the client with one item; `price` is none for an item that staff have to price. */
async function submitted(client: Api, title: string): Promise<Order> {
  const order = await client.draft(title);
  const item = { title: "搪瓷杯", url: "https://detail.1688.com/offer/5.html", price: "15.20", quantity: 1 };
  await client.addItem(order.id, item);
  return client.submit(order.id);
}

async function quoted(owner: Api, client: Api, title: string): Promise<Order> {
  const order = await submitted(client, title);
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
  return order;
}

async function paid(owner: Api, client: Api, title: string): Promise<Order> {
  const order = await quoted(owner, client, title);
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "1000", currency: "RUB", memo: "пополнение" });
  await client.pay(order.id, "RUB");
  return order;
}

async function selectAll(page: Page, search: string, count: number): Promise<void> {
  await page.goto(`/agent/orders?search=${search}`);
  await expect(rows(page)).toHaveCount(count);
  await page.getByTestId("select-all").check();
  await expect(page.getByTestId("selected-count")).toContainText(String(count));
}

test("quotes tell who is left out and why, and can be withdrawn", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const [first, second] = [await submitted(client, "Счёт раз"), await submitted(client, "Счёт два")];
  const done = await quoted(owner, client, "Счёт готов");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await selectAll(page, "Счёт", 3);
  await page.getByTestId("quote-selected").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByTestId("bulk-orders")).toContainText("2 заказа · 1 клиент");
  await expect(dialog.getByTestId("left-out")).toContainText(`${done.number} — Ждёт оплаты`);
  await expect(dialog.getByTestId("bulk-subject")).not.toBeEmpty();
  await expectAccessible(page);
  await dialog.getByTestId("bulk-confirm").click();
  await expect(dialog).toHaveCount(0);
  await expect(rows(page).filter({ hasText: "Ждёт оплаты" })).toHaveCount(3);
  // The order that was left out stays selected.
  await expect(page.getByTestId("selected-count")).toContainText("Выбрано: 1");

  await page.getByTestId("toast-undo").click();
  for (const order of [first, second]) await expect(row(page, order.number)).toContainText("На расчёте");
  await expect(row(page, done.number)).toContainText("Ждёт оплаты");
});

test("a refused quote is listed with its reason, and stays selected", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await submitted(client, "Откажут один");
  const other = await submitted(client, "Откажут два");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await selectAll(page, "Откажут", 2);
  await page.getByTestId("quote-selected").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByTestId("bulk-confirm")).toContainText("2");
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
  await dialog.getByTestId("bulk-confirm").click();
  await expect(dialog.getByTestId("bulk-refused")).toContainText(order.number);
  await expect(dialog.getByTestId("bulk-refused")).not.toContainText(other.number);
  await dialog.getByTestId("bulk-close").click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByTestId("selected-count")).toContainText("Выбрано: 1");
});

test("paid orders move on to the purchase, and others say what they wait for", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const first = await paid(owner, client, "Дальше раз");
  const waiting = await submitted(client, "Дальше ждёт");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await selectAll(page, "Дальше", 2);
  await expect(page.getByTestId("expect-selected")).toHaveCount(0);
  await page.getByTestId("start-selected").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByTestId("left-out")).toContainText(`${waiting.number} — На расчёте`);
  await dialog.getByTestId("bulk-confirm").click();
  await expect(row(page, first.number)).toContainText("Выкупается");
  await expect(page.getByTestId("toast")).toContainText("Выкуп начат: 1 заказ");
});

test("an assignment happens at once, and its message takes it back", async ({ page, client }) => {
  const orders = [await submitted(client, "Кому раз"), await submitted(client, "Кому два")];
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await selectAll(page, "Кому", 2);
  const select = page.getByTestId("assign-selected");
  await select.selectOption({ label: WORKER });
  for (const order of orders) await expect(row(page, order.number)).toContainText(WORKER);
  await page.getByTestId("toast-undo").click();
  for (const order of orders) await expect(row(page, order.number)).toContainText("Дмитрий Орлов");

  await row(page, orders[0]!.number).getByTestId("select-order").check();
  await select.selectOption({ label: WORKER });
  await expect(row(page, orders[0]!.number)).toContainText(WORKER);
  await page.getByTestId("select-all").check();
  await select.selectOption({ label: WORKER });
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByTestId("left-out")).toContainText(`${orders[0]!.number} — уже у этого сотрудника`);
  await expect(dialog.getByTestId("bulk-subject")).toHaveText(WORKER);
  await dialog.getByTestId("bulk-confirm").click();
  await expect(row(page, orders[1]!.number)).toContainText(WORKER);
});

test("a message is filled with the data of each order, and leaves out who has nothing to pay", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const toPay = await quoted(owner, client, "Письмо оплата");
  const other = await submitted(client, "Письмо рано");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await selectAll(page, "Письмо", 2);
  await page.getByTestId("message-selected").click();
  const dialog = page.getByRole("dialog");
  const text = dialog.getByLabel("Текст");
  await expect(text).toBeFocused();
  await expect(dialog.getByTestId("bulk-confirm")).toBeDisabled();
  await text.fill("Заказ {order number}");
  await expect(dialog).toContainText("Такой подстановки нет.");
  await text.fill("Заказ {order} принят");
  await expect(dialog.getByTestId("bulk-orders")).toContainText("2 заказа");
  await text.fill("По заказу {order} к оплате {sum}");
  await expect(dialog.getByTestId("left-out")).toContainText(`${other.number} — нечего оплачивать`);
  await expect(dialog.getByTestId("bulk-sample")).toContainText(`По заказу ${toPay.number} к оплате`);
  await expectAccessible(page);
  await dialog.getByTestId("bulk-confirm").click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByTestId("toast")).toContainText("Отправлено: 1 заказ");
  // A message changes nothing of the order, so the selection stays for the next step.
  await expect(page.getByTestId("selected-count")).toContainText("Выбрано: 2");
  const chat = (id: number) => client.send<{ data: { body: string }[] }>("GET", `/client/orders/${id}/chat`);
  const [message] = (await chat(toPay.id)).data;
  expect(message!.body).toMatch(new RegExp(`^По заказу ${toPay.number} к оплате \\d`));
  expect((await chat(other.id)).data).toEqual([]);
});

test("labels leave out canceled orders, and the export has the selected orders only", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await submitted(client, "Лист раз");
  const canceled = await submitted(client, "Лист отменён");
  await owner.post(`/agent/orders/${canceled.id}/cancel`, { reason: "проверка" });
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await selectAll(page, "Лист", 2);
  await page.getByTestId("order-labels").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByTestId("left-out")).toContainText(`${canceled.number} — Отменён`);
  const [sheet] = await Promise.all([page.waitForEvent("popup"), dialog.getByTestId("print-labels").click()]);
  await expect(sheet.getByTestId("label")).toHaveCount(1);
  await expect(sheet.getByTestId("label")).toContainText(order.number);
  await sheet.close();
  await expect(dialog).toHaveCount(0);

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export-selected").click()]);
  expect(download.suggestedFilename()).toBe("orders.xlsx");
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe("PK");
  const page2 = await owner.send<{ data: { id: number }[] }>("GET", `/agent/orders?order_ids=${order.id},${canceled.id}`);
  expect(page2.data.map((row) => row.id)).toEqual([canceled.id, order.id]);
});

test("a phone selects by cards, and takes the steps from a sheet", async ({ browser, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const first = await submitted(client, "Палец раз");
  const done = await quoted(owner, client, "Палец готов");
  const phone = await Phone.logIn(browser, server, "agent", AGENT_OWNER);
  await phone.page.goto("/agent/orders?search=Палец");
  const cards = rows(phone.page);
  await expect(cards).toHaveCount(2);
  await expect(phone.get("select-order").first()).toBeHidden();
  await expect(phone.get("select-all")).toBeHidden();
  await phone.tap("select-mode");
  // The whole card is pressed, and no page opens.
  await cards.filter({ hasText: first.number }).tap();
  await expect(phone.get("selected-count")).toContainText("Выбрано: 1");
  await expect(phone.page).toHaveURL(/search=/);
  const box = (await phone.get("select-order").first().boundingBox())!;
  expect(Math.min(box.width, box.height), "a checkbox is large enough for a finger").toBeGreaterThanOrEqual(24);
  await expectAccessible(phone.page);
  await phone.get("select-all").tap();
  await expect(phone.get("selected-count")).toContainText("Выбрано: 2");
  await phone.tap("open-bulk-steps");
  for (const step of ["quote-selected", "assign-selected", "message-selected", "order-labels", "export-selected"]) {
    await expect(phone.get(step), step).toBeInViewport({ ratio: 1 });
  }
  await expectAccessible(phone.page);
  await phone.tap("quote-selected");
  const dialog = phone.page.getByRole("dialog");
  await expect(dialog.getByTestId("left-out")).toContainText(`${done.number} — Ждёт оплаты`);
  await expect(dialog.getByTestId("left-out")).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByTestId("bulk-confirm")).toBeInViewport({ ratio: 1 });
  await dialog.getByTestId("bulk-confirm").tap();
  await expect(dialog).toHaveCount(0);
  await expect(cards.filter({ hasText: "Ждёт оплаты" })).toHaveCount(2);
  await phone.tap("open-bulk-steps");
  await phone.get("assign-selected").selectOption({ label: WORKER });
  await expect(phone.get("assign-selected"), "the sheet closes with the choice").toBeHidden();
  await expect(phone.get("toast").last()).toBeVisible();
  await phone.tap("select-mode");
  await expect(phone.get("selected-count")).toHaveCount(0);
  await cards.filter({ hasText: first.number }).tap();
  await expect(phone.page).toHaveURL(new RegExp(`/agent/orders/${first.id}$`));
  await phone.close();
});

test("labels of the selected shipments are printed from their list", async ({ browser, server }) => {
  const phone = await Phone.logIn(browser, server, "agent", AGENT_OWNER);
  await phone.page.goto("/agent/shipments");
  await phone.tap("select-mode");
  const cards = phone.get("shipment-row");
  const number = (await cards.nth(1).getByRole("link").first().textContent())!.trim();
  await cards.nth(1).tap();
  await expect(phone.get("selected-shipments")).toContainText("Выбрано: 1");
  await phone.tap("open-bulk-steps");
  const [sheet] = await Promise.all([phone.page.waitForEvent("popup"), phone.get("shipment-labels").tap()]);
  await expect(sheet.getByTestId("label")).toHaveCount(1);
  await expect(sheet.getByTestId("label")).toContainText(number);
  await phone.close();
});

test("on a phone the dialog of a step with shipments stays when the sheet of the steps closes", async ({ browser, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const shipment = await packedShipment(owner, client);
  const phone = await Phone.logIn(browser, server, "agent", AGENT_OWNER);
  await phone.page.goto("/agent/shipments?status=quoted");
  await phone.tap("select-mode");
  await phone.get("shipment-row").filter({ hasText: shipment.number }).tap();
  await phone.tap("open-bulk-steps");
  await phone.tap("load-selected");
  await expect(phone.get("bulk-orders")).toContainText("1 посылка · 1 клиент");
  await phone.tap("bulk-confirm");
  await expect(phone.get("toast")).toContainText("Загружено: 1 посылка");
  await phone.close();
});

test("shipments are packed, quoted by the tariffs and loaded together, and each step can be undone", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const [first, second, bare] = [
    await formingShipment(owner, await receivedItems(owner, client, "Первая вместе")),
    await formingShipment(owner, await receivedItems(owner, client, "Вторая вместе")),
    await formingShipment(owner, await receivedItems(owner, client, "Без веса")),
  ];
  const method = (await owner.send<{ data: { id: number }[] }>("GET", "/agent/settings/delivery-methods")).data[0]!.id;
  for (const { id } of [first, second]) {
    await owner.patch(`/agent/shipments/${id}`, { weight_grams: 2000, places: 1, country: "RU", delivery: { delivery_method_id: method } });
  }
  const statusOf = async ({ id }: { id: number }) => (await owner.send<{ status: string }>("GET", `/agent/shipments/${id}`)).status;
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/shipments?status=forming");
  for (const { number } of [first, second, bare]) {
    await page.getByTestId("shipment-row").filter({ hasText: number }).getByTestId("select-shipment").check();
  }

  await page.getByTestId("pack-selected").click();
  await expect(page.getByTestId("bulk-orders")).toContainText("2 посылки · 1 клиент");
  await expect(page.getByTestId("left-out")).toContainText(`${bare.number} — нет веса или мест`);
  await expectAccessible(page);
  await page.getByTestId("bulk-confirm").click();
  await expect(page.getByTestId("toast")).toContainText("Упаковано: 2 посылки");
  expect([await statusOf(first), await statusOf(second), await statusOf(bare)]).toEqual(["packed", "packed", "forming"]);
  await page.getByTestId("toast-undo").click();
  await expect.poll(() => statusOf(second)).toBe("forming");
  for (const { id } of [first, second]) await owner.post(`/agent/shipments/${id}/moves`, { step: "pack" });

  await page.goto("/agent/shipments?status=packed");
  for (const { number } of [first, second]) {
    await page.getByTestId("shipment-row").filter({ hasText: number }).getByTestId("select-shipment").check();
  }
  await page.getByTestId("quote-selected").click();
  const sum = await page.getByTestId("bulk-subject").innerText();
  await page.getByTestId("bulk-confirm").click();
  await expect(page.getByTestId("toast")).toContainText("Рассчитано: 2 посылки");
  const quoted = await owner.send<{ cost: { amount: string } }>("GET", `/agent/shipments/${first.id}`);
  expect(Number(sum.replace(/[^\d,]/g, "").replace(",", "."))).toBe(2 * Number(quoted.cost.amount));
  await expect(page.getByTestId("load-selected")).toHaveText("В доставку · 2");
  await page.getByTestId("load-selected").click();
  await page.getByTestId("bulk-confirm").click();
  await expect(page.getByTestId("toast").last()).toContainText("Загружено: 2 посылки");
  const deliveryOf = async ({ id }: { id: number }) =>
    (await owner.send<{ delivery_id: number | null }>("GET", `/agent/shipments/${id}`)).delivery_id;
  expect(await deliveryOf(first)).not.toBeNull();
  expect(await deliveryOf(first)).toBe(await deliveryOf(second));
  await page.getByTestId("toast-undo").last().click();
  await expect.poll(() => deliveryOf(second)).toBeNull();
});
