/** The hands of a day: what the tasks that are done three hundred times take by the shortest way that the pages offer. */
import type { Page } from "@playwright/test";
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { Hands, report } from "../harness/hands.ts";
import { photo } from "../harness/pictures.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";
import { cell, onTheWay } from "../pages/scanner.ts";

const shop = { name: "云裳服饰厂" };
const GOODS = [1, 2].map((number) => ({
  title: `卫衣 ${number}`,
  url: `https://detail.1688.com/offer/${number}.html`,
  price: "100.00",
  shop,
}));

/** Submits an order of the client with two items. */
async function submitted(client: Api, title: string): Promise<number> {
  const draft = await client.draft(title);
  for (const goods of GOODS) await client.addItem(draft.id, goods);
  await client.submit(draft.id);
  return draft.id;
}

async function paid(owner: Api, client: Api, title: string): Promise<number> {
  const order = await submitted(client, title);
  await owner.post(`/agent/orders/${order}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "10000", currency: "RUB", memo: "пополнение" });
  await client.pay(order, "RUB");
  return order;
}

/** The ids of items that the warehouse has received. */
async function received(owner: Api, client: Api, title: string): Promise<number[]> {
  const order = await paid(owner, client, title);
  const card = await owner.send<{ items: { id: number }[] }>("GET", `/agent/orders/${order}`);
  const items = card.items.map((item) => item.id);
  for (const step of ["buy", "receive"]) await owner.post("/agent/items/moves", { step, items });
  return items;
}

async function packedShipment(owner: Api, client: Api, title: string): Promise<{ id: number; number: string }> {
  const items = await received(owner, client, title);
  const made = await owner.post<{ id: number; number: string }>("/agent/shipments", { client_id: 1, items });
  await owner.patch(`/agent/shipments/${made.id}`, { weight_grams: 900, places: 1 });
  await owner.post(`/agent/shipments/${made.id}/moves`, { step: "pack" });
  return made;
}

async function openAsStaff(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

test.afterAll(report);

test("orders: a price, a quote, a purchase, a track", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/orders");
  const card = new OrderCard(page);
  const prices = page.getByTestId("row-price");

  await test.step("prices", async () => {
    const order = await submitted(client, "Цены строк");
    await card.open("agent", order);
    const hands = new Hands(page, "prices of two lines");
    await hands.click(prices.first());
    await hands.type("91,5");
    await hands.press("Enter");
    await expect(prices.nth(1)).toBeFocused();
    await hands.type("92");
    await hands.press("Enter");
    await hands.waits(async () => {
      await expect(card.item("卫衣 1").getByTestId("item-total")).toContainText("91,50");
      await expect(card.item("卫衣 2").getByTestId("item-total")).toContainText("92,00");
    });
    hands.finish();
    await page.reload();
    await expect(prices.first()).toHaveValue("91,50");
    await expect(prices.nth(1)).toHaveValue("92,00");
  });

  await test.step("a quote", async () => {
    await card.open("agent", await submitted(client, "Расчёт"));
    const hands = new Hands(page, "quote of an order");
    await hands.click(page.getByTestId("quote"));
    await hands.click(page.getByTestId("confirm-step"));
    await hands.waits(() => expect(card.status).toHaveClass(/quoted/));
    hands.finish();
  });

  await test.step("quotes in bulk", async () => {
    for (const title of ["Пачка 1", "Пачка 2", "Пачка 3"]) await submitted(client, title);
    await page.goto("/agent/orders?search=Пачка");
    const rows = page.getByTestId("order-row");
    await expect(rows).toHaveCount(3);
    const hands = new Hands(page, "quote of three orders");
    await hands.click(page.getByTestId("select-all"));
    await hands.click(page.getByTestId("quote-selected"));
    await expect(page.getByRole("dialog")).toContainText("3 заказа");
    await hands.press("Enter");
    await hands.waits(() => expect(rows.filter({ hasText: "Ждёт оплаты" })).toHaveCount(3));
    hands.finish();
  });

  await test.step("a price and a quote by the keyboard", async () => {
    await card.open("agent", await submitted(client, "Без мыши"));
    await expect(prices.first()).toBeVisible();
    const hands = new Hands(page, "quote with one price change, keyboard only");
    await hands.press("p");
    await hands.type("95");
    await hands.press("Enter");
    await hands.waits(() => expect(card.item("卫衣 1").getByTestId("item-total")).toContainText("95,00"));
    await hands.press("Control+Enter");
    await expect(page.getByTestId("dialog")).toBeVisible();
    await hands.press("Control+Enter");
    await hands.waits(() => expect(card.status).toHaveClass(/quoted/));
    hands.finish();
  });

  const order = await paid(owner, client, "Выкуп");
  await card.open("agent", order);
  await test.step("a purchase", async () => {
    const hands = new Hands(page, "purchase of an order");
    await hands.click(page.getByTestId("choose-all"));
    await hands.click(page.getByTestId("bulk-buy"));
    await hands.fill(page.getByTestId("marketplace_order_number"), "28475610");
    await hands.press("Control+Enter");
    await hands.waits(() => expect(card.status).toHaveClass(/purchased/));
    hands.finish();
  });
  await test.step("a track", async () => {
    const hands = new Hands(page, "track of an order");
    await hands.click(page.getByTestId("choose-all"));
    await hands.click(page.getByTestId("bulk-send"));
    await hands.fill(page.getByTestId("domestic_track"), "SF77700011");
    await hands.press("Control+Enter");
    await hands.waits(() => expect(page.getByTestId("item").first()).toContainText("SF77700011"));
    hands.finish();
  });
});

test("money: requisites, a credited line, a statement of forty lines", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const ask = (amount: string) =>
    client.post<{ id: number; code: string }>("/client/balance/requests", { amount, currency: "RUB" });
  const row = (amount: string) => page.getByTestId("request").filter({ hasText: amount });
  await ask("4101.00");
  await ask("4102.00");
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/balance-requests");

  await test.step("requisites", async () => {
    // The first request of the currency names the requisites; the page offers them for the next one.
    await row("4 101,00").getByTestId("issue").click();
    await page.getByTestId("requisites").last().fill("Сбербанк\n2202 2000 1234 5678\nАнна С.");
    await page.getByTestId("confirm-step").click();
    await expect(row("4 101,00")).toHaveCount(0);
    await expect(row("4 102,00").getByTestId("issue-last")).toContainText("Сбербанк 2202");
    const hands = new Hands(page, "requisites of a top-up");
    await hands.click(row("4 102,00").getByTestId("issue-last"));
    await hands.waits(() => expect(row("4 102,00")).toHaveCount(0));
    hands.finish();
  });

  const issued = async (amount: string) => {
    const request = await ask(amount);
    await owner.post(`/agent/balance-requests/${request.id}/issue`, { requisites: "Сбербанк 2202" });
    return request.code;
  };
  const today = new Date().toLocaleDateString("ru-RU");
  const lines = page.getByTestId("statement-line");
  await page.goto("/agent/statement-lines");

  await test.step("one line", async () => {
    const code = await issued("5301.00");
    await page.getByTestId("statement").fill(`${today};+5301,00 RUB;перевод ${code}`);
    await page.getByTestId("keep-statement").click();
    await expect(lines).toHaveCount(1);
    const hands = new Hands(page, "credit of a matched line");
    await hands.click(lines.getByTestId("credit-line"));
    await hands.waits(() => expect(lines).toHaveCount(0));
    await expect(page.getByTestId("toast").last()).toContainText("Зачислено");
    hands.finish();
    await test.step("and it can be taken back", async () => {
      await page.getByTestId("toast-undo").last().click();
      await expect(page.getByRole("dialog")).toContainText("5 301,00");
      await page.keyboard.press("Escape");
    });
  });

  await test.step("forty lines", async () => {
    const statement = [];
    for (let line = 0; line < 40; line += 1) {
      const amount = 6400 + line;
      statement.push(`${today};+${amount},00 RUB;перевод ${await issued(`${amount}.00`)}`);
    }
    const file = { name: "statement.csv", mimeType: "text/csv", buffer: Buffer.from(statement.join("\n")) };
    const hands = new Hands(page, "credit of a file with forty lines");
    await hands.choose(page.getByTestId("statement-file"), file);
    await hands.waits(() => expect(page.getByTestId("credit-exact")).toContainText("40"));
    await hands.click(page.getByTestId("credit-exact"));
    await expect(page.getByTestId("confirmation-subject")).toContainText("256 780,00");
    await hands.click(page.getByTestId("confirmation-confirm"));
    await hands.waits(() => expect(lines).toHaveCount(0, { timeout: 30_000 }));
    hands.finish();
  });
});

test("the warehouse: a receipt, a photo, a shipment, a delivery", async ({ page, browser, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/orders");

  await test.step("a receipt", async () => {
    await onTheWay(owner, client, "搪瓷杯", "SF1029384756");
    const shelf = await cell(owner, "H-1");
    await openAsStaff(page, "/agent/scan?mode=receive");
    await expect(page.getByTestId("scan-code")).toBeFocused();
    await page.keyboard.type(shelf.code);
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("scan-context")).toContainText("H-1");
    const hands = new Hands(page, "receipt of a package");
    await hands.scan("SF1029384756");
    await hands.waits(() => expect(page.getByTestId("scan-message")).toHaveText("Принято"));
    hands.finish();
  });

  await test.step("a photo by phone", async () => {
    const order = await client.order(await submitted(client, "Фото"));
    const { data } = await owner.send<{ data: { id: number; code: string }[] }>("GET", "/agent/settings/services");
    const service = data.find((one) => one.code === "photo")!;
    await owner.patch(`/agent/settings/services/${service.id}`, { enabled: true, mode: "free" });
    await owner.post(`/agent/orders/${order.id}/items/${order.items[0]!.id}/services`, { service_id: service.id });
    await openAsStaff(page, `/agent/orders/${order.id}`);
    const hands = new Hands(page, "photo of an item by phone");
    await hands.click(page.getByTestId("render-service"));
    await hands.click(page.getByTestId("by-phone"));
    const link = (await page.getByTestId("copy-link").getAttribute("data-url"))!;
    const context = await browser.newContext({ baseURL: server.url, locale: "ru-RU", viewport: { width: 390, height: 844 } });
    const phone = await context.newPage();
    await phone.goto(link);
    await hands.choose(phone.locator("#pick"), await photo(page, "1.jpg"));
    await hands.waits(() => expect(page.getByTestId("tile")).toHaveCount(1));
    await hands.click(phone.locator("#finish"));
    await expect(phone.locator("#notice")).toContainText("Файлы переданы");
    hands.finish();
    await context.close();
  });

  await test.step("a shipment", async () => {
    await received(owner, client, "Упаковка");
    const { data } = await owner.send<{ data: { client_code: string }[] }>("GET", "/agent/shipments/packable?client_id=1");
    await openAsStaff(page, "/agent/shipments?tab=to_pack&client=1");
    const own = page.getByTestId("packable").filter({ hasText: data[0]!.client_code }).first();
    const hands = new Hands(page, "shipment that is packed");
    await hands.fill(own.getByTestId("pack-weight"), "4,2");
    await hands.press("Enter");
    await hands.waits(() => expect(page.getByTestId("shipment-status")).toHaveText("Упакована"));
    hands.finish();
  });

  await test.step("a delivery", async () => {
    const [first, second] = [await packedShipment(owner, client, "Первая"), await packedShipment(owner, client, "Вторая")];
    const delivery = await owner.post<{ id: number }>("/agent/deliveries", {});
    await openAsStaff(page, `/agent/deliveries/${delivery.id}`);
    const loaded = page.getByTestId("loaded").getByTestId("shipment-row");
    const scanning = new Hands(page, "delivery loaded with two shipments by scan");
    await scanning.click(page.getByTestId("search-loadable"));
    await scanning.scan(first.number);
    await scanning.waits(() => expect(loaded).toHaveCount(1));
    await scanning.scan(second.number);
    await scanning.waits(() => expect(loaded).toHaveCount(2));
    scanning.finish();
    await packedShipment(owner, client, "Третья");
    await packedShipment(owner, client, "Четвёртая");
    const offered = await owner.send<{ data: unknown[] }>("GET", "/agent/shipments?loadable=true");
    await expect(page.getByTestId("load-all")).toContainText(`· ${offered.data.length}`);
    const all = new Hands(page, "delivery loaded with all shipments of a filter");
    await all.click(page.getByTestId("load-all"));
    await all.waits(() => expect(page.getByTestId("nothing-to-load")).toBeVisible());
    all.finish();
  });

  await test.step("the departure asks and names who is notified, and Escape changes nothing", async () => {
    await page.getByTestId("depart").click();
    await expect(page.getByRole("dialog")).toContainText("Уведомление получат");
    await expect(page.getByTestId("confirmation-confirm")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("delivery-status")).toHaveText("Формируется");
  });
});
