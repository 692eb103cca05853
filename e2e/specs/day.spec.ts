/** A day of an agent: thirty orders arrive, and ten are quoted, paid, bought, received, packed and loaded. */
import { AGENT_OWNER, Api, type Order } from "../harness/api.ts";
import { photo } from "../harness/pictures.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";
import { cell, scan } from "../pages/scanner.ts";

const ORDERS = 30;
const QUOTED = 10;
const BOUGHT = 5;
const SHOP = { name: "День: фабрика кружек" };

/** Submits an order with one item, which costs 100 yuan. */
async function arrive(client: Api, number: number): Promise<Order> {
  const title = number <= QUOTED ? `Утро ${number}` : `Вечер ${number}`;
  const draft = await client.post<Order>("/client/orders", {
    type: "standard",
    title,
    destination_country: "RU",
    destination_city: "Псков",
  });
  const url = `https://detail.1688.com/offer/6100000001${number}.html`;
  await client.addItem(draft.id, { title: `Кружка ${number}`, url, price: "100.00", quantity: 1, shop: SHOP });
  return client.submit(draft.id);
}

test("thirty orders arrive, and the day is closed", async ({ page, client, server }) => {
  test.setTimeout(180_000);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const card = new OrderCard(page);
  const orders: Order[] = [];
  let topUp = { id: 0, code: "" };

  await test.step("thirty orders arrive", async () => {
    await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/home");
    const waiting = page.getByTestId("task-orders_to_price");
    const before = Number((await waiting.textContent())!.match(/\d+/)![0]);
    for (let number = 1; number <= ORDERS; number += 1) orders.push(await arrive(client, number));
    await expect(waiting).toContainText(String(before + ORDERS));
  });

  await test.step("ten are quoted together", async () => {
    await page.goto("/agent/orders?search=Утро");
    const rows = page.getByTestId("order-row");
    await expect(rows).toHaveCount(QUOTED);
    await page.getByTestId("select-all").check();
    await page.getByTestId("quote-selected").click();
    await page.getByTestId("bulk-confirm").click();
    await expect(rows.filter({ hasText: "Ждёт оплаты" })).toHaveCount(QUOTED);
  });

  await test.step("a file of the bank credits the client, who pays", async () => {
    topUp = await client.post("/client/balance/requests", { amount: "30000.00", currency: "RUB" });
    await owner.post(`/agent/balance-requests/${topUp.id}/issue`, { requisites: "Сбербанк 2202" });
    const line = `${new Date().toLocaleDateString("ru-RU")};+30000,00 RUB;перевод ${topUp.code}`;
    const file = { name: "statement.csv", mimeType: "text/csv", buffer: Buffer.from(line) };
    await page.goto("/agent/statement-lines");
    await page.getByTestId("statement-file").setInputFiles(file);
    const kept = page.getByTestId("statement-line").filter({ hasText: topUp.code });
    await kept.getByTestId("credit-line").click();
    await expect(kept).toHaveCount(0);
    for (const order of orders.slice(0, QUOTED)) await client.pay(order.id, "RUB");
  });

  const track = "SF1020304050607";
  await test.step("five are bought by one purchase", async () => {
    await page.goto("/agent/orders?section=to_buy");
    await page.getByTestId("purchasing-board").click();
    await page.getByTestId("search").fill("фабрика кружек");
    const ticks = page.getByTestId("shop").getByTestId("tick");
    await expect(ticks).toHaveCount(QUOTED);
    await ticks.first().click();
    await ticks.nth(BOUGHT - 1).click({ modifiers: ["Shift"] });
    await expect(page.getByTestId("ticked-sum")).toContainText("500,00");
    await page.getByTestId("buy").click();
    await page.getByTestId("marketplace_order_number").fill("day-28475610");
    await page.getByTestId("confirm-buy").click();
    await expect(ticks).toHaveCount(QUOTED - BOUGHT);
    await page.getByTestId("paste-tracks").click();
    await page.getByTestId("tracks").fill(`day-28475610\t${track}`);
    await page.getByTestId("apply-tracks").click();
    await expect(page.getByTestId("track-line")).toHaveCount(1);
    await page.getByTestId("apply-tracks").click();
    await expect(page.getByTestId("dialog")).toBeHidden();
  });

  await test.step("their package is received by one scan", async () => {
    const shelf = await cell(owner, "Д-1");
    await page.goto("/agent/scan?mode=receive");
    await expect(page.getByTestId("scan-code")).toBeFocused();
    await scan(page, shelf.code);
    await expect(page.getByTestId("scan-context")).toContainText("Д-1");
    await scan(page, track);
    await expect(page.getByTestId("scan-message")).toHaveText("Принято");
    await expect(page.getByTestId("scan-latest").getByTestId("scanned-item")).toHaveCount(BOUGHT);
  });

  const received: Order[] = [];
  for (const { id } of orders.slice(0, QUOTED)) {
    const order = await owner.send<Order & { items: { status: string }[] }>("GET", `/agent/orders/${id}`);
    if (order.items[0]!.status === "at_warehouse") received.push(order);
  }
  expect(received).toHaveLength(BOUGHT);

  await test.step("one is photographed", async () => {
    await card.open("agent", received[0]!.id);
    await card.items.first().getByTestId("add-photos").click();
    await page.getByTestId("files").setInputFiles(await photo(page, "кружка.jpg"));
    await expect(page.getByTestId("tile")).toBeVisible();
    await page.getByTestId("close-service").click();
    await expect(card.items.first().getByTestId("media-thumb")).toHaveCount(1);
  });

  await test.step("one did not suit and is refunded", async () => {
    await card.open("agent", received[BOUGHT - 1]!.id);
    await page.getByTestId("choose-all").check();
    await page.getByTestId("bulk-refund").click();
    await expect(page.getByTestId("item-cost")).toBeVisible();
    await page.getByTestId("reason").fill("скол");
    await page.getByTestId("confirm-bulk").click();
    await expect(page.getByTestId("dialog")).toBeHidden();
    await expect(page.getByTestId("refund")).toBeVisible();
  });

  let shipment = "";
  await test.step("the others are packed in two boxes", async () => {
    await page.goto("/agent/shipments?tab=to_pack");
    const group = page.getByTestId("packable").filter({ hasText: "Псков" });
    await expect(group.getByTestId("shipment-item")).toHaveCount(BOUGHT - 1);
    await group.getByTestId("create-shipment").click();
    const number = page.getByTestId("shipment-number");
    await expect(number).toBeVisible();
    shipment = (await number.textContent())!;
    const form = page.getByTestId("place-list").locator("form");
    await form.getByTestId("place-count").fill("2");
    await page.getByTestId("add-places").click();
    const boxes = page.getByTestId("place-list").getByTestId("place");
    await expect(boxes).toHaveCount(2);
    await boxes.first().getByTestId("place-weight").fill("3,2");
    await page.keyboard.press("Enter");
    await expect(boxes.nth(1).getByTestId("place-weight")).toBeFocused();
    await page.keyboard.type("2,8");
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("place-totals")).toContainText("6 кг");
    await page.getByTestId("pack").click();
    await expect(page.getByTestId("shipment-status")).toHaveText("Упакована");
  });

  const { data } = await owner.send<{ data: { id: number }[] }>("GET", `/agent/shipments?search=${shipment}`);
  const parcel = data[0]!;
  await test.step("the client pays the delivery", async () => {
    await owner.post(`/agent/shipments/${parcel.id}/moves`, { step: "quote", cost: "60", rate: "12.5" });
    const { version } = await client.send<{ version: number }>("GET", `/client/shipments/${parcel.id}`);
    await client.post(`/client/shipments/${parcel.id}/pay`, { version, amount: { amount: "750.00", currency: "RUB" } });
  });

  await test.step("the boxes are loaded by scan, and the delivery departs", async () => {
    const delivery = await owner.post<{ id: number }>("/agent/deliveries", { carrier: "Восток Карго" });
    await page.goto(`/agent/deliveries/${delivery.id}`);
    await page.getByTestId("search-loadable").click();
    await scan(page, shipment);
    await expect(page.getByTestId("loaded").getByTestId("shipment-row")).toHaveCount(1);
    const { places } = await owner.send<{ places: { code: string }[] }>("GET", `/agent/shipments/${parcel.id}/places`);
    await page.getByTestId("open-loading").click();
    await expect(page.getByTestId("load-progress")).toContainText("0 из 2");
    for (const place of places) {
      await scan(page, place.code);
      await expect(page.getByTestId("scan-message")).toHaveText("Погружено");
    }
    await expect(page.getByTestId("load-progress")).toContainText("Всё погружено");
    await page.goto(`/agent/deliveries/${delivery.id}`);
    await page.getByTestId("depart").click();
    await page.getByTestId("confirmation-confirm").click();
    await expect(page.getByTestId("delivery-status")).toHaveText("В пути");
  });

  await test.step("the carrier is paid from the cash box, and its day is closed", async () => {
    await page.goto("/agent/cash-entries");
    await page.getByTestId("new-box").click();
    await page.getByTestId("name").fill("Касса дня");
    await page.getByTestId("currency").selectOption("RUB");
    await page.getByTestId("save-box").click();
    const box = page.getByTestId("cash-box").filter({ hasText: "Касса дня" });
    const enter = async (step: string, amount: string, note: string) => {
      await page.getByTestId(step).click();
      await page.getByTestId("amount").fill(amount);
      const option = page.getByTestId("box_id").locator("option").filter({ hasText: "Касса дня" });
      await page.getByTestId("box_id").selectOption((await option.getAttribute("value"))!);
      await page.getByTestId("note").fill(note);
      await page.getByTestId("confirm-step").click();
      await expect(page.getByTestId("cash-entry").first()).toContainText(note);
    };
    await enter("new-income", "30000", "снято с карты");
    await enter("new-expense", "4200", "Восток Карго");
    await expect(box.getByTestId("balance")).toContainText("25 800,00");
    await box.getByTestId("close-day").click();
    await expect(page.getByTestId("expected")).toContainText("25 800,00");
    await page.getByTestId("counted").fill("25800");
    await page.getByTestId("confirm-step").click();
    await expect(box.getByTestId("closed-through")).toBeVisible();
  });

  await test.step("the evening's orders still wait", async () => {
    await page.goto("/agent/orders?search=Вечер");
    await expect(page.getByTestId("order-row").filter({ hasText: "На расчёте" })).toHaveCount(ORDERS - QUOTED);
  });
});
