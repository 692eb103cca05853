/** An order from the click in the shop to the acceptance, with client and agent side by side. */
import type { Page } from "@playwright/test";
import { AGENT_OWNER, Api, CLIENT, type Order } from "../harness/api.ts";
import { connect, openShop } from "../harness/connected.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";

const GOODS = {
  title: "加绒卫衣",
  url: "https://detail.1688.com/offer/7.html",
  price: "100.00",
  quantity: 2,
  shop: { name: "云裳服饰厂" },
};

/** Staff of the first agent, logged in. */
async function agentPage(page: Page): Promise<OrderCard> {
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  return new OrderCard(page);
}

/** Creates an order of the client with one item and submits it. */
async function createSubmittedOrder(client: Api, title: string): Promise<Order> {
  const draft = await client.draft(title);
  await client.post(`/client/orders/${draft.id}/items`, GOODS);
  return client.post<Order>(`/client/orders/${draft.id}/submit`, {});
}

/** The agent quotes the order at 12.5 rubles per yuan. */
async function quote(card: OrderCard): Promise<void> {
  await card.page.getByTestId("quote").click();
  await card.page.getByTestId("rate").fill("12,5");
  await card.page.getByTestId("confirm-step").click();
  await expect(card.status).toHaveClass(/quoted/);
}

/** The agent moves all items by one step. */
async function bulk(card: OrderCard, step: string, fill: Record<string, string> = {}): Promise<void> {
  await card.page.getByTestId("choose-all").check();
  await card.page.getByTestId(`bulk-${step}`).click();
  for (const [field, value] of Object.entries(fill)) await card.page.getByTestId(field).fill(value);
  // The sum of a refund is filled in when the server has calculated it.
  if (step === "refund") await expect(card.page.getByTestId("item-cost")).toBeVisible();
  await card.page.getByTestId("confirm-bulk").click();
  await expect(card.page.getByTestId("dialog")).toBeHidden();
}

async function topUpBalance(owner: Api, amount: string, currency: string): Promise<void> {
  await owner.post("/agent/clients/1/balance/adjustments", { amount, currency, memo: "пополнение" });
}

test("an order goes from the shop page to the acceptance by the client", async ({ extension, server, client, shops, page }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const draft = await client.draft("Кружки до двери");
  await connect(extension, server, client);
  const shop = await openShop(extension, shops.open("1688", "https://detail.1688.com/offer/610000000001.html"));
  const popup = await extension.clickOn(shop);
  await popup.isReady();
  await popup.sendTo(draft);

  const cabinet = await extension.context.newPage();
  const mine = new OrderCard(cabinet);
  const at = (path: string) => `${server.url}${path}`;
  await test.step("the client submits", async () => {
    await cabinet.goto(at("/client/login"));
    const login = new LoginPage(cabinet);
    await login.enterPhone(CLIENT);
    await login.enterPassword("karavan-demo");
    await expect(cabinet).toHaveURL(/\/client\/orders$/);
    await cabinet.goto(at(`/client/orders/${draft.id}`));
    await expect(cabinet.getByTestId("money")).toContainText("Предварительная сумма");
    await mine.press("submit");
    await expect(mine.status).toHaveClass(/submitted/);
  });

  const card = await agentPage(page);
  await test.step("the agent sets the price and quotes the order", async () => {
    await card.open("agent", draft.id);
    await page.getByTestId("domestic").fill("8,00");
    await page.getByTestId("domestic").blur();
    await expect(page.getByTestId("charge").filter({ hasText: "Доставка по Китаю" })).toContainText("8,00");
    await quote(card);
  });

  await test.step("the client pays from the balance", async () => {
    const order = await client.order(draft.id);
    expect(order.status).toBe("quoted");
    await topUpBalance(owner, "100000", "RUB");
    await cabinet.reload();
    await cabinet.getByTestId("pay-RUB").click();
    await cabinet.getByTestId("confirm-sum").click();
    await expect(mine.status).toHaveClass(/paid/);
    await expect(cabinet.getByTestId("money")).toContainText("Оплачено");
  });

  await test.step("the agent marks the item as bought, sent and received", async () => {
    await card.open("agent", draft.id);
    await bulk(card, "buy", { marketplace_order_number: "284756100", price: "18,00" });
    await expect(card.status).toHaveClass(/purchased/);
    await bulk(card, "send", { domestic_track: "SF77700011" });
    await bulk(card, "receive", { cell: "B-7" });
    await expect(card.status).toHaveClass(/at_warehouse/);
    await cabinet.reload();
    await expect(cabinet.getByTestId("item-status")).toHaveText("На складе");
    await expect(cabinet.locator("body")).not.toContainText("B-7");
  });

  let shipment = "";
  await test.step("the warehouse packs the shipment and sets its price", async () => {
    await page.goto("/agent/shipments?tab=to_pack");
    const own = page.getByTestId("packable").filter({ hasText: "K101" }).filter({ hasText: "304不锈钢保温杯" });
    for (const box of await own.getByTestId("shipment-item").all()) {
      if (!(await box.innerText()).includes("304不锈钢保温杯")) await box.getByRole("checkbox").uncheck();
    }
    await own.getByTestId("create-shipment").click();
    await expect(page.getByTestId("shipment-status")).toHaveText("Собирается");
    shipment = page.url().split("/").at(-1) ?? "";
    await page.getByTestId("weight_grams").fill("4,2");
    await page.getByTestId("places").fill("1");
    await page.getByTestId("pack").click();
    await expect(page.getByTestId("shipment-status")).toHaveText("Упакована");
    await page.getByTestId("quote").click();
    await page.getByTestId("cost").fill("100");
    await page.getByTestId("dialog").getByTestId("rate").fill("12,5");
    await page.getByTestId("confirm-step").click();
    await expect(page.getByTestId("shipment-status")).toHaveText("Ждёт оплаты");
  });

  await test.step("the client pays the delivery in yuan", async () => {
    await cabinet.goto(at(`/client/shipments/${shipment}`));
    await cabinet.getByTestId("pay-CNY").click();
    await cabinet.getByTestId("confirm-sum").click();
    await expect(cabinet.getByTestId("shipment-status")).toHaveText("Оплачена");
  });

  await test.step("the cargo delivery departs and arrives", async () => {
    await page.goto("/agent/deliveries");
    await page.getByTestId("create-delivery").click();
    const number = await page.getByTestId("delivery-number").innerText();
    expect(number).toMatch(/^D\d+$/);
    const parcel = page.locator(".loaded").filter({ has: page.locator(`a[href="/agent/shipments/${shipment}"]`) });
    await parcel.getByTestId("load").click();
    await expect(page.getByTestId("loaded")).toContainText("K101-S");
    await page.getByTestId("depart").click();
    await page.getByTestId("confirmation-confirm").click();
    await expect(page.getByTestId("delivery-status")).toHaveText("В пути");
    await page.getByTestId("arrive").click();
    await page.getByTestId("confirmation-confirm").click();
    await expect(page.getByTestId("delivery-status")).toHaveText("Прибыла");
  });

  await test.step("the client accepts, and the order is completed", async () => {
    await cabinet.reload();
    await cabinet.getByTestId("accept").click();
    await cabinet.getByTestId("confirmation-confirm").click();
    await expect(cabinet.getByTestId("shipment-status")).toHaveText("Принята");
    expect((await client.order(draft.id)).status).toBe("accepted");
  });
});

test("an insufficient balance leads to a top-up of the missing amount", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await createSubmittedOrder(client, "Не хватает");
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "5000" });
  await new LoginPage(page).logIn("client", CLIENT);
  await new OrderCard(page).open("client", order.id);
  const topup = page.getByTestId("topup-RUB");
  await expect(topup).toBeVisible();
  await expect(topup).toHaveAttribute("href", /^\/client\/balance\?topup=\d+\.\d\d&currency=RUB&back=/);
  await expect(page.getByTestId("pay-CNY")).toBeVisible();
});

test("a missing quantity is settled by a refund that both sides see", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await createSubmittedOrder(client, "Недостача");
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
  await topUpBalance(owner, "10000", "RUB");
  await client.pay(order.id, "RUB");
  const card = await agentPage(page);
  await card.open("agent", order.id);
  await bulk(card, "buy");
  await bulk(card, "receive", { counted_quantity: "1" });
  await expect(page.getByTestId("item-reason")).toHaveText("1 / 2");
  await test.step("an error closes with its dialog", async () => {
    await page.getByTestId("choose-all").check();
    await page.getByTestId("bulk-refund").click();
    await expect(page.getByTestId("item-cost")).toBeVisible();
    await page.getByTestId("confirm-bulk").click();
    await expect(page.getByTestId("dialog").getByRole("alert")).toContainText("нужно заполнить");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.getByTestId("choose-all").uncheck();
  });
  await bulk(card, "refund", { reason: "пришла одна из двух" });
  await expect(page.getByTestId("refund")).toContainText("1 250,00");
  await expect(card.status, "the piece that came goes on").toHaveClass(/at_warehouse/);
  await page.context().clearCookies();
  await new LoginPage(page).logIn("client", CLIENT);
  await card.open("client", order.id);
  await expect(page.getByTestId("money")).toContainText("пришла одна из двух");
});

test("a delivery comes in parts, and a receipt by mistake is taken back", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await createSubmittedOrder(client, "По частям");
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
  await topUpBalance(owner, "10000", "RUB");
  await client.pay(order.id, "RUB");
  const card = await agentPage(page);
  await card.open("agent", order.id);
  await bulk(card, "buy");
  await page.getByTestId("choose-all").check();
  await page.getByTestId("bulk-receive").click();
  await expect(page.getByTestId("rest-later")).toHaveCount(0);
  await page.getByTestId("counted_quantity").fill("1");
  await page.getByTestId("rest-later").check();
  await page.getByTestId("confirm-bulk").click();
  await expect(page.getByTestId("dialog")).toBeHidden();
  await expect(page.getByTestId("item")).toHaveCount(2);
  await expect(page.getByTestId("item-status").nth(0)).toHaveText("На складе");
  await expect(page.getByTestId("item-status").nth(1)).toHaveText("Выкуплен");
  await page.getByTestId("item").first().getByTestId("select-item").check();
  await page.getByTestId("bulk-undo_receipt").click();
  await page.getByTestId("reason").fill("другая коробка");
  await page.getByTestId("confirm-bulk").click();
  await expect(page.getByTestId("item-status").nth(0)).toHaveText("Выкуплен");
});

/** A picture of one pixel. */
const ONE_PIXEL_PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

test("a client reports a cargo problem with text and photos, and the agent resolves it", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await createSubmittedOrder(client, "Проблема с грузом");
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
  await topUpBalance(owner, "10000", "RUB");
  await client.pay(order.id, "RUB");
  const items = (await client.order(order.id)).items.map((item) => item.id);
  for (const step of ["buy", "receive"]) await owner.post("/agent/items/moves", { step, items });
  const { id } = await owner.post<{ id: number }>("/agent/shipments", { client_id: 1, items });
  await owner.patch(`/agent/shipments/${id}`, { weight_grams: 900, places: 1 });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "pack" });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "quote", cost: "10", rate: "12.5" });

  await new LoginPage(page).logIn("client", CLIENT, `/client/shipments/${id}`);
  await page.getByTestId("cod").click();
  await page.getByTestId("confirm-sum").click();
  await expect(page.getByTestId("shipment-status")).toHaveText("Оплата при получении");
  const delivery = await owner.post<{ id: number }>("/agent/deliveries", {});
  await owner.post(`/agent/deliveries/${delivery.id}/shipments`, { shipments: [id] });
  for (const step of ["depart", "arrive"]) await owner.post(`/agent/deliveries/${delivery.id}/moves`, { step });
  await page.reload();
  await page.getByTestId("report").click();
  await page.getByTestId("reason").fill("Коробка вскрыта, одной вещи нет");
  const picture = (name: string) => ({ name, mimeType: "image/png", buffer: ONE_PIXEL_PNG });
  await page.getByTestId("problem-photos").setInputFiles([picture("1.png"), picture("2.png")]);
  await expect(page.getByTestId("problem-photo")).toHaveCount(2);
  // Uploaded photos stay with the report when the dialog is closed.
  await page.keyboard.press("Escape");
  await page.getByTestId("report").click();
  await page.getByTestId("reason").fill("Коробка вскрыта, одной вещи нет");
  await page.getByTestId("problem-photo").first().getByRole("button").click();
  await expect(page.getByTestId("problem-photo")).toHaveCount(1);
  await page.getByTestId("send-report").click();
  await expect(page.getByTestId("shipment-status")).toHaveText("Проблема");

  await page.context().clearCookies();
  await agentPage(page);
  await page.goto("/agent/orders?section=problems");
  await expect(page.getByTestId("order-row").filter({ hasText: "Проблема с грузом" })).toBeVisible();
  await page.goto(`/agent/shipments/${id}`);
  await expect(page.getByTestId("problem-reason")).toHaveText("Коробка вскрыта, одной вещи нет");
  await page.getByTestId("media-thumb").click();
  await expect(page.getByTestId("gallery-place")).toHaveText("1 / 1");
  await page.getByTestId("gallery-close").click();
  await page.getByTestId("resolve").click();
  await page.getByTestId("dialog").getByTestId("reason").fill("Возместили стоимость");
  await page.getByTestId("confirm-step").click();
  await expect(page.getByTestId("shipment-status")).toHaveText("Принята");
  expect((await client.order(order.id)).status).toBe("accepted");
});
