/** Shipments: splitting, merging and the choice of delivery by the client. */
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const shop = { name: "云裳服饰厂" };
const HOODIE = { title: "加绒卫衣", url: "https://detail.1688.com/offer/7.html", price: "100.00", quantity: 2, shop };
const FLASK = { title: "不锈钢保温杯", url: "https://detail.1688.com/offer/8.html", price: "35.00", quantity: 1, shop };

/** Creates a paid order with two items that were received in the warehouse, and returns their ids. */
async function inWarehouse(owner: Api, client: Api, title: string): Promise<number[]> {
  const draft = await client.draft(title);
  for (const goods of [HOODIE, FLASK]) await client.post(`/client/orders/${draft.id}/items`, goods);
  const order = await client.post<{ id: number; items: { id: number }[] }>(`/client/orders/${draft.id}/submit`, {});
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "10000", currency: "RUB", memo: "пополнение" });
  await client.pay(order.id, "RUB");
  const items = order.items.map((item) => item.id);
  for (const step of ["buy", "receive"]) await owner.post("/agent/items/moves", { step, items });
  return items;
}

test("a shipment is split in two and merged again", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const items = await inWarehouse(owner, client, "Разделить");
  const { id } = await owner.post<{ id: number }>("/agent/shipments", { client_id: 1, items });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/shipments/${id}`);
  // The items that could be added are listed below them.
  const lines = page.getByTestId("shipment-item").filter({ has: page.getByTestId("remove-from-shipment") });
  await expect(lines).toHaveCount(2);
  await expect(page.getByTestId("split")).toBeHidden();
  await lines.filter({ hasText: FLASK.title }).getByTestId("choose-item").check();
  await page.getByTestId("split").click();
  await expect(page).not.toHaveURL(new RegExp(`/agent/shipments/${id}$`));
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText(FLASK.title);
  const part = (await page.getByTestId("shipment-number").textContent())!;

  await page.goto(`/agent/shipments/${id}`);
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText(HOODIE.title);
  // The client has other shipments that are being formed.
  const merge = page.getByTestId("merge").filter({ hasText: new RegExp(`${part}$`) });
  await merge.click();
  await expect(lines).toHaveCount(2);
  await expect(merge).toHaveCount(0);
});

test("the client chooses destination and delivery method of a packed shipment", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const method = await owner.post<{ id: number }>("/agent/settings/delivery-methods", {
    name: "Авто Благовещенск",
    days_min: 18,
    days_max: 25,
  });
  const items = await inWarehouse(owner, client, "Выбрать доставку");
  const { id } = await owner.post<{ id: number }>("/agent/shipments", { client_id: 1, items });
  await owner.patch(`/agent/shipments/${id}`, { weight_grams: 900, places: 1 });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "pack" });

  await new LoginPage(page).logIn("client", CLIENT, `/client/shipments/${id}`);
  await page.getByTestId("country").fill("RU");
  await page.getByTestId("city").fill("Петропавловск-Камчатский");
  await page.getByTestId("delivery_method_id").selectOption(String(method.id));
  await page.getByTestId("save-form").click();
  await expect(page.getByTestId("summary")).toContainText("Авто Благовещенск");
  await expect(page.getByTestId("summary")).toContainText("Петропавловск-Камчатский");

  const seen = await owner.send<{ city: string; delivery: { method: { name: string } } }>("GET", `/agent/shipments/${id}`);
  expect([seen.city, seen.delivery.method.name]).toEqual(["Петропавловск-Камчатский", "Авто Благовещенск"]);
  // Once the shipment has a price, the choice is fixed.
  await owner.post(`/agent/shipments/${id}/moves`, { step: "quote", cost: "10", rate: "12.5" });
  await page.reload();
  await expect(page.getByTestId("summary")).toBeVisible();
  await expect(page.getByTestId("save-form")).toHaveCount(0);
});

test("each delivery method of a packed shipment has its price before the client chooses", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.patch("/agent/settings/rate", { base: "CNY", source: "fixed", fixed: "12.5" });
  const add = (name: string, days_min: number, days_max: number) =>
    owner.post<{ id: number }>("/agent/settings/delivery-methods", { name, days_min, days_max });
  const [truck, plane] = [await add("Авто через Хоргос", 18, 25), await add("Самолёт в Алматы", 5, 8)];
  await owner.post("/agent/settings/delivery-tariffs", {
    delivery_method_id: truck.id,
    country: "KZ",
    currency: "CNY",
    minimum: "0",
    volumetric_divisor: null,
    brackets: [{ weight_from_grams: 0, density_from_kg_m3: 0, per: "kilogram", price: "30.00" }],
  });
  const items = await inWarehouse(owner, client, "Цены доставки");
  const { id } = await owner.post<{ id: number }>("/agent/shipments", { client_id: 1, items });
  await owner.patch(`/agent/shipments/${id}`, { weight_grams: 2500, places: 1 });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "pack" });

  await new LoginPage(page).logIn("client", CLIENT, `/client/shipments/${id}`);
  const option = (method: { id: number }) => page.getByTestId("delivery_method_id").locator(`option[value="${method.id}"]`);
  await page.getByTestId("country").fill("KZ");
  await expect(option(truck)).toContainText("18–25 дн. · 75,00 ¥ ≈ 937,50 ₽");
  await expect(option(plane)).toContainText("тарифа нет, цену назовёт агент");
  await page.getByTestId("delivery_method_id").selectOption(String(truck.id));
  await expect(page.getByTestId("chosen-method-price")).toContainText("75,00 ¥ ≈ 937,50 ₽");
  await page.getByTestId("country").fill("RU");
  await expect(page.getByTestId("chosen-method-price"), "there is no tariff to this country").toContainText("цену назовёт агент");
  await expect(page.getByTestId("delivery_method_id"), "the choice stays").toHaveValue(String(truck.id));
  await page.getByTestId("country").fill("KZ");
  await page.getByTestId("city").fill("Алматы");
  await page.getByTestId("save-form").click();
  await expect(page.getByTestId("summary")).toContainText("Авто через Хоргос");
});

test("prices and percentages of the options are written in the language of the page", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/settings/packagings", { name: "Короб", price: "500", currency: "RUB", weight_grams: 0 });
  await owner.post("/agent/settings/insurances", { name: "Страховка 2,5", percent: "2.5", minimum: "0", currency: "CNY" });
  const items = await inWarehouse(owner, client, "Упаковать");
  const { id } = await owner.post<{ id: number }>("/agent/shipments", { client_id: 1, items });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/shipments/${id}`);
  await expect(page.getByTestId("packaging_id").locator("option").filter({ hasText: "Короб" })).toHaveText(/^Короб · 500,00\s₽$/);
  await expect(page.getByTestId("insurance_id").locator("option").filter({ hasText: "2,5" })).toHaveText("Страховка 2,5 · 2,5 %");
});
