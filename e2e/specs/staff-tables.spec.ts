/** The tables of staff: rows open by click and by key, the density is kept, sums, cards on a phone. And what can be undone. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { formingShipment, packedShipment, receivedItems } from "../pages/parcels.ts";

const WAREHOUSE = "+79990000004";

const LISTS = [
  ["/agent/orders", "order-row"],
  ["/agent/clients", "client-row"],
  ["/agent/shipments", "shipment-row"],
  ["/agent/deliveries", "delivery-row"],
  ["/agent/shipping-requests?status=all", "request-row"],
] as const;

/** The address of the page that the first row opens. */
async function addressOfFirst(page: Page, rows: string): Promise<string> {
  return (await page.getByTestId(rows).first().getByRole("link").first().getAttribute("href"))!;
}

for (const [path, rows] of LISTS) {
  test(`a row opens by click and by Enter: ${path}`, async ({ page }) => {
    await new LoginPage(page).logIn("agent", AGENT_OWNER, path);
    const address = await addressOfFirst(page, rows);
    await page.keyboard.press("j");
    await expect(page.getByTestId(rows).first()).toHaveClass(/chosen/);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await page.goto(path);
    await page.getByTestId(rows).first().locator("td").nth(2).click();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
  });
}

test("compact rows are lower, in every table and after a reload; deliveries have a line of sums", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/deliveries?part=archive");
  const row = page.getByTestId("delivery-row").first();
  const before = (await row.boundingBox())!.height;
  await page.getByTestId("density").click();
  expect((await row.boundingBox())!.height).toBeLessThan(before);
  await page.goto("/agent/clients");
  await expect(page.getByTestId("density")).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".client-table")).toHaveClass(/compact/);
  await expectAccessible(page);

  await page.goto("/agent/deliveries");
  // The cargo of the demo that should have come weeks ago.
  await expect(page.getByTestId("late").first()).toHaveText(/^Опоздание \d+ (день|дня|дней)$/);
  const weights = await page.getByTestId("delivery-row").locator(".weight").allInnerTexts();
  const kilograms = (text: string) => Number(text.replace(/[^\d,]/g, "").replace(",", "."));
  if (weights.length > 1) {
    const sum = weights.reduce((total, text) => total + kilograms(text), 0);
    expect(kilograms(await page.locator("tfoot .weight").innerText())).toBeCloseTo(sum, 1);
  }
});

test("a text that is cut is whole in the tooltip of its cell", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/shipments");
  const cell = page.getByTestId("shipment-row").locator("td.place").filter({ hasText: "Петропавловск" }).first();
  await cell.hover();
  await expect(cell).toHaveAttribute("title", /Петропавловск-Камчатский$/);
});

test("on a phone the rows of shipments and deliveries are cards", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/shipments");
  for (const [path, rows] of [["/agent/shipments", "shipment-row"], ["/agent/deliveries", "delivery-row"]] as const) {
    await page.goto(path);
    const box = (await page.getByTestId(rows).first().boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    expect(box.height).toBeGreaterThan(60);
    await expect(page.locator("th.number")).toBeHidden();
    await expectAccessible(page);
  }
});

test("rows that open no page are cards on a phone, whose cells have the names of their columns", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "5000", currency: "CNY", memo: "пополнение" });
  await client.post("/client/balance/requests", { amount: "321.00", currency: "RUB", comment: "с карты Сбера" });
  await client.post("/client/withdrawals", { amount: "12.50", currency: "CNY", requisites: "Alipay li@example.com" });
  await client.post("/client/wallet-topup", { wallet: "alipay", account: "li@example.com", amount: "10" });
  await page.setViewportSize({ width: 390, height: 844 });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/staff");
  for (const [path, rows] of [
    ["/agent/staff", "person-row"],
    ["/agent/balance-requests", "request"],
    ["/agent/withdrawals", "withdrawal"],
    ["/agent/wallet-topups", "request"],
  ] as const) {
    await page.goto(path);
    const card = page.getByTestId(rows).first();
    const box = (await card.boundingBox())!;
    expect(box.x + box.width, path).toBeLessThanOrEqual(390);
    await expect(card).toHaveCSS("display", "grid");
    await expect(page.locator("thead")).toBeHidden();
    await expectAccessible(page);
  }
  await page.goto("/agent/staff");
  const role = page.getByTestId("person-row").first().locator("[data-label]").first();
  await expect(role).toHaveAttribute("data-label", "Роль");
  expect(await role.evaluate((cell) => getComputedStyle(cell, "::before").content)).toBe('"Роль"');
});

test("purchasing and services are links of the menu, each current on its part of the list", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/orders");
  const menu = page.locator(".rail");
  const link = (name: string) => menu.getByRole("link", { name, exact: true });
  await expect(link("Заказы")).toHaveAttribute("aria-current", "page");
  await link("Выкуп").click();
  await expect(page).toHaveURL(/section=to_buy/);
  await expect(page.getByTestId("to_buy")).toHaveClass(/active/);
  await expect(link("Выкуп")).toHaveAttribute("aria-current", "page");
  await expect(menu.locator("[aria-current]")).toHaveCount(1);
  await link("Услуги").click();
  await expect(page.getByTestId("services")).toHaveClass(/active/);
  await expect(menu.locator("[aria-current]")).toHaveText("Услуги");
  // The tabs have the same address and different queries: one of them is the current one.
  await expect(page.locator("main .tabs [aria-current]")).toHaveCount(1);
  await expect(page.getByTestId("services")).toHaveAttribute("aria-current", "true");
});

test("a buyer's home page says what to buy, and a person without prices has no link to it", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await new LoginPage(page).logIn("agent", WAREHOUSE, "/agent/orders");
  await expect(page.locator(".rail").getByRole("link", { name: "Выкуп" })).toHaveCount(0);

  const draft = await client.draft("Купить сегодня");
  await client.addItem(draft.id, { title: "搪瓷杯", url: "https://detail.1688.com/offer/5.html", price: "15.20" });
  await client.submit(draft.id);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "10000", currency: "RUB", memo: "пополнение" });
  await client.pay(draft.id, "RUB");
  const everything = { orders: { level: "edit", breadth: "all" }, order_prices: { level: "view", breadth: "all" } };
  const group = await owner.post<{ id: number }>("/agent/access-groups", { name: "Закупщики", grants: everything });
  const { data } = await owner.send<{ data: { id: number; phone: string }[] }>("GET", "/agent/staff");
  const worker = data.find((person) => person.phone === WAREHOUSE)!;
  await owner.patch(`/agent/staff/${worker.id}`, { group_id: group.id });
  await page.goto("/agent/home");
  const toBuy = page.getByTestId("to-buy");
  await expect(toBuy.getByRole("heading", { name: "Что выкупать" })).toBeVisible();
  await expectAccessible(page);
  const address = await addressOfFirst(page, "order-to-buy");
  await toBuy.getByTestId("order-to-buy").first().locator("td").nth(1).click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
});

test("the palette finds a delivery that no first page has, by the shipment it carries", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const shipment = await packedShipment(owner, client);
  const delivery = await owner.post<{ id: number; number: string }>("/agent/deliveries", {});
  await owner.post(`/agent/deliveries/${delivery.id}/shipments`, { shipments: [shipment.id] });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/home");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /Заказ, клиент/ }).fill(shipment.number);
  await expect(page.getByTestId("palette-option").filter({ hasText: delivery.number })).toBeVisible();
});

test("an item that was taken out of a shipment is put back by the message", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const { id } = await formingShipment(owner, await receivedItems(owner, client, "Вынули по ошибке", 2));
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/shipments/${id}`);
  const packed = async () => (await owner.send<{ items: unknown[] }>("GET", `/agent/shipments/${id}`)).items.length;
  const removes = page.getByTestId("remove-from-shipment");
  await expect(removes).toHaveCount(2);
  await removes.first().click();
  await expect(removes).toHaveCount(1);
  expect(await packed()).toBe(1);
  await page.getByTestId("toast-undo").click();
  await expect(removes).toHaveCount(2);
  expect(await packed()).toBe(2);
});

test("a shipment that was loaded into a delivery or unloaded goes back by the message", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const shipment = await packedShipment(owner, client);
  const delivery = await owner.post<{ id: number }>("/agent/deliveries", {});
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/deliveries/${delivery.id}`);
  const loaded = page.getByTestId("loaded").getByTestId("shipment-row");
  await page.getByTestId("search-loadable").fill(shipment.number);
  // The search finds longer numbers that contain this one, too.
  const offered = page.getByTestId("loadable").locator(".loaded").filter({ has: page.getByText(shipment.number, { exact: true }) });
  await expect(offered).toHaveCount(1);
  await offered.getByTestId("load").click();
  await expect(loaded).toHaveCount(1);
  await page.getByTestId("toast-undo").last().click();
  await expect(loaded).toHaveCount(0);
  await page.getByTestId("toast-undo").last().click();
  await expect(loaded).toHaveCount(1);
  await page.getByTestId("unload").click();
  await expect(loaded).toHaveCount(0);
  await page.getByTestId("toast-undo").last().click();
  await expect(loaded).toHaveCount(1);
  await expect(loaded).toContainText(shipment.number);
});
