/** A client is charged exactly the sum that the clicked button showed, and staff fix only what they have seen. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";

const GOODS = { title: "加绒卫衣", url: "https://detail.1688.com/offer/7.html", price: "60.00", quantity: 2 };

interface Balance {
  accounts: { amount: string; currency: string }[];
}

const rubles = async (client: Api) =>
  (await client.send<Balance>("GET", "/client/balance")).accounts.find((account) => account.currency === "RUB")?.amount;

/** Keeps the page from hearing of changes, as with a lost connection. */
const goOffline = (page: Page) => page.routeWebSocket(/./, (socket) => socket.close({ code: 3001 }));

/** Agrees to the sum in the dialog. */
const confirm = (page: Page) => page.getByTestId("confirm-sum").click();

/** Expects the old and the new sum side by side, the new sum on the button, and the text that nothing was charged. */
async function expectBothAmounts(page: Page, button: string, before: string, now: string): Promise<void> {
  await expect(page.getByTestId(button)).toContainText(now);
  const changed = page.getByTestId("amount-changed");
  await expect(changed).toContainText("ничего не списано");
  const amounts = changed.locator("dd");
  await expect(amounts).toHaveText([before, now]);
  const [left, right] = await amounts.evaluateAll((all) => all.map((sum) => sum.getBoundingClientRect().toJSON() as DOMRect));
  expect(left!.top).toBe(right!.top);
  expect(left!.right).toBeLessThanOrEqual(right!.left);
}

test("an order that was quoted again is paid only after the client has seen the new sum", async ({ page, client, server }) => {
  await goOffline(page);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.patch("/agent/settings/conditions", { commission: { percent: "0", minimum_minor: 0 } });
  const draft = await client.draft("Сумма изменилась");
  const item = await client.addItem(draft.id, GOODS);
  await client.submit(draft.id);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "20000", currency: "RUB", memo: "пополнение" });
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", draft.id);
  const pay = page.getByTestId("pay-RUB");
  await expect(pay).toContainText("1 500,00");
  const before = await rubles(client);
  await pay.click();
  await expect(page.getByTestId("sum-amount")).toContainText("1 500,00");
  await expect(page.getByTestId("sum-converted")).toContainText("120,00");
  await page.getByTestId("cancel-sum").click();

  await owner.post(`/agent/orders/${draft.id}/reopen`, { reason: "цена выросла" });
  await owner.patch(`/agent/orders/${draft.id}/items/${item.id}`, { price: "192.00" });
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await pay.click();
  await confirm(page);
  await expectBothAmounts(page, "pay-RUB", "1 500,00 ₽", "4 800,00 ₽");
  await expect(card.status).toHaveClass(/quoted/);
  expect(await rubles(client)).toBe(before);
  await expectAccessible(page);

  await pay.click();
  await confirm(page);
  await expect(card.status).toHaveClass(/paid/);
  await expect(page.getByTestId("amount-changed")).toHaveCount(0);
  await expect(page.getByTestId("paid-sum")).toBeVisible();
  await expect(page.getByTestId("due")).toHaveCount(0);
  expect(Number(before) - Number(await rubles(client))).toBeCloseTo(4800);
});

test("a shipment that was priced again is neither paid nor set to cash on receipt before the client has seen the new sum", async ({ page, client, server }) => {
  await goOffline(page);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const draft = await client.draft("Доставка изменилась");
  await client.addItem(draft.id, GOODS);
  await client.submit(draft.id);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "20000", currency: "RUB", memo: "пополнение" });
  await client.pay(draft.id, "RUB");
  const items = (await client.order(draft.id)).items.map((item) => item.id);
  for (const step of ["buy", "receive"]) await owner.post("/agent/items/moves", { step, items });
  const { id } = await owner.post<{ id: number }>("/agent/shipments", { client_id: 1, items });
  await owner.patch(`/agent/shipments/${id}`, { weight_grams: 900, places: 1 });
  const price = (cost: string) => owner.post(`/agent/shipments/${id}/moves`, { step: "quote", cost, rate: "12.5" });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "pack" });
  await price("100");

  await new LoginPage(page).logIn("client", CLIENT, `/client/shipments/${id}`);
  const status = page.getByTestId("shipment-status");
  await expect(page.getByTestId("cod")).toContainText("1 250,00 ₽");
  await price("160");
  await page.getByTestId("cod").click();
  await confirm(page);
  await expectBothAmounts(page, "cod", "1 250,00 ₽", "2 000,00 ₽");
  await expect(status).toHaveText("Ждёт оплаты");
  await price("200");
  await page.getByTestId("pay-RUB").click();
  await confirm(page);
  await expectBothAmounts(page, "pay-RUB", "2 000,00 ₽", "2 500,00 ₽");
  await expect(status).toHaveText("Ждёт оплаты");
  await page.getByTestId("pay-RUB").click();
  await confirm(page);
  await expect(status).toHaveText("Оплачена");
});

const STALE = "Пока вы редактировали, запись изменилась";

/** Clicks a button whose request is refused as stale, and waits until the page has read the card again. */
async function clickStale(page: Page, button: string, card: string): Promise<void> {
  const read = page.waitForResponse((answer) => answer.request().method() === "GET" && new URL(answer.url()).pathname === card);
  await page.getByTestId(button).click();
  await read;
}

test("staff who see an old state neither quote, refund nor cancel before they have seen the new one", async ({ page, client, server }) => {
  await goOffline(page);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.patch("/agent/settings/conditions", { commission: { percent: "0", minimum_minor: 0 } });
  const draft = await client.draft("Устаревший вид");
  const hoodie = await client.addItem(draft.id, GOODS);
  await client.addItem(draft.id, { ...GOODS, title: "不锈钢保温杯", price: "40.00", quantity: 1 });
  await client.submit(draft.id);
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "20000", currency: "RUB", memo: "пополнение" });
  const before = Number(await rubles(client));
  const path = `/agent/orders/${draft.id}`;
  const charged = async () => before - Number(await rubles(client));
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const card = new OrderCard(page);
  await card.open("agent", draft.id);
  const dialog = page.getByTestId("dialog");

  await test.step("a quote of prices that have changed", async () => {
    await page.getByTestId("quote").click();
    await dialog.getByTestId("rate").fill("12,5");
    await expect(dialog.getByTestId("sum-amount")).toContainText("160,00 ¥");
    await owner.patch(`${path}/items/${hoodie.id}`, { price: "80.00" });
    await clickStale(page, "confirm-step", path);
    await expect(dialog.getByRole("alert")).toContainText(STALE);
    await expect(dialog.getByTestId("sum-amount")).toContainText("200,00 ¥");
    expect((await client.order(draft.id)).status).toBe("submitted");
    await page.getByTestId("confirm-step").click();
    await expect(card.status).toHaveClass(/quoted/);
  });

  await client.pay(draft.id, "RUB");
  await page.reload();
  await test.step("the refund of an item after another refund", async () => {
    await card.item("不锈钢保温杯").getByTestId("select-item").check();
    await page.getByTestId("bulk-refund").click();
    await expect(dialog.getByTestId("sum-amount")).toContainText("500,00 ₽");
    await expect(dialog.getByTestId("sum-converted")).toContainText("40,00 ¥");
    await dialog.getByTestId("reason").fill("нет в продаже");
    await owner.post(`${path}/refunds`, { amount: "100", reason: "скидка" });
    await clickStale(page, "confirm-bulk", path);
    await expect(dialog.getByRole("alert")).toContainText(STALE);
    await expect(dialog, "what is left is fetched again").toContainText("2 400,00 ₽");
    expect(await charged()).toBeCloseTo(2400);
    await page.getByTestId("confirm-bulk").click();
    await expect(dialog).toBeHidden();
    await expect.poll(charged).toBeCloseTo(1900);
  });

  await test.step("the cancellation after another refund", async () => {
    await page.getByTestId("order-actions").click();
    await page.getByTestId("cancel").click();
    await expect(dialog.getByTestId("sum-amount")).toContainText("1 900,00 ₽");
    await expect(dialog.getByTestId("sum-converted")).toContainText("152,00 ¥");
    await dialog.getByTestId("reason").fill("магазин закрылся");
    await owner.post(`${path}/refunds`, { amount: "100", reason: "скидка" });
    await clickStale(page, "confirm-step", path);
    await expect(dialog.getByRole("alert")).toContainText(STALE);
    await expect(dialog.getByTestId("sum-amount")).toContainText("1 800,00 ₽");
    expect((await client.order(draft.id)).status).toBe("paid");
    await page.getByTestId("confirm-step").click();
    await expect(card.status).toHaveClass(/canceled/);
    await expect.poll(charged).toBeCloseTo(0);
  });
});

test("staff who see an old state of a shipment book no cash and cancel nothing", async ({ page, client, server }) => {
  await goOffline(page);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const draft = await client.draft("Устаревшая посылка");
  await client.addItem(draft.id, GOODS);
  await client.submit(draft.id);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "20000", currency: "RUB", memo: "пополнение" });
  await client.pay(draft.id, "RUB");
  const items = (await client.order(draft.id)).items.map((item) => item.id);
  for (const step of ["buy", "receive"]) await owner.post("/agent/items/moves", { step, items });
  const { id } = await owner.post<{ id: number }>("/agent/shipments", { client_id: 1, items });
  const path = `/agent/shipments/${id}`;
  await owner.patch(path, { weight_grams: 900, places: 1 });
  await owner.post(`${path}/moves`, { step: "pack" });
  await owner.post(`${path}/moves`, { step: "quote", cost: "100", rate: "12.5" });
  const { version } = await client.send<{ version: number }>("GET", `/client/shipments/${id}`);
  await client.post(`/client/shipments/${id}/cod`, { version, amount: { amount: "1250.00", currency: "RUB" } });

  await new LoginPage(page).logIn("agent", AGENT_OWNER, path);
  const status = page.getByTestId("shipment-status");
  await page.getByTestId("receive-cash").click();
  await expect(page.getByTestId("sum-amount")).toContainText("1 250,00");
  await owner.patch(path, { comment: "проверить пломбу" });
  await clickStale(page, "confirm-sum", path);
  await expect(page.getByTestId("dialog").getByRole("alert")).toContainText("ничего не списано");
  await expect(page.getByTestId("paid"), "the money is not booked").toBeHidden();
  await expect(page.getByTestId("sum-amount")).toContainText("1 250,00");
  await page.getByTestId("confirm-sum").click();
  await expect(page.getByTestId("paid")).toBeVisible();

  await page.getByTestId("cancel").click();
  await expect(page.getByTestId("sum-amount")).toContainText("1 250,00 ₽");
  await expect(page.getByTestId("sum-converted")).toContainText("100,00 ¥");
  await page.getByTestId("dialog").getByTestId("reason").fill("не отправляем");
  await owner.patch(path, { comment: "пломба на месте" });
  await clickStale(page, "confirm-step", path);
  await expect(page.getByTestId("dialog").getByRole("alert")).toContainText(STALE);
  await expect(status).not.toHaveText("Отменена");
  await expect(page.getByTestId("dialog").getByTestId("reason"), "what was typed is kept").toHaveValue("не отправляем");
  await page.getByTestId("confirm-step").click();
  await expect(status).toHaveText("Отменена");
});
