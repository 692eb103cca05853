/** The agent's settings, and their effect on orders and shipments. */
import { AGENT_OWNER, Api, CLIENT, type Order } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { AgentSettings } from "../pages/agent-settings.ts";
import { LoginPage } from "../pages/login.ts";
import { answerQuestion } from "../pages/shell.ts";

const GOODS = {
  title: "加绒卫衣",
  url: "https://detail.1688.com/offer/7.html",
  price: "100.00",
  quantity: 2,
  shop: { name: "云裳服饰厂" },
};

test("a delivery method with tariff, packaging and insurance determines the price of an order and a shipment", async ({ page, browser, server, client }) => {
  test.slow();
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const settings = new AgentSettings(page);
  await test.step("the agent adds entries to the lists", async () => {
    await settings.open("delivery_methods");
    await settings.add({ name: "Белый авто", days_min: "14", days_max: "20" });
    await expect(settings.entries.filter({ hasText: "Белый авто" })).toContainText("14–20");
    await settings.open("delivery_tariffs");
    await settings.add(
      { country: "RU", minimum: "0", volumetric_divisor: "6000", "step-price": "20,00" },
      { delivery_method_id: "Белый авто", currency: "CNY ¥" },
    );
    await expect(settings.entries.filter({ hasText: "Белый авто → Россия" })).toBeVisible();
    await settings.open("packaging");
    await settings.add({ name: "Ящик", price: "60", weight_grams: "1000" }, { currency: "CNY ¥" });
    await settings.open("insurance");
    await settings.add({ name: "От всего", percent: "3", minimum: "5" }, { currency: "CNY ¥" });
    await settings.open("transport_companies");
    await settings.add({ name: "ПЭК", tracking_url: "https://example.com/?n={track}" });
  });

  const draft = await client.draft("Кофты по тарифу");
  const cabinet = await (await browser.newContext({ baseURL: server.url, locale: "ru-RU" })).newPage();
  await test.step("the client chooses them and sees their prices", async () => {
    await client.post(`/client/orders/${draft.id}/items`, GOODS);
    await new LoginPage(cabinet).logIn("client", CLIENT, `/client/orders/${draft.id}`);
    await cabinet.getByTestId("edit-order").click();
    await cabinet.getByTestId("destination_country").fill("RU");
    await cabinet.getByTestId("delivery_method_id").selectOption({ label: "Белый авто · 14–20 дн." });
    // Prices have a narrow space before the currency.
    const choose = async (field: string, option: RegExp) => {
      const value = await cabinet.getByTestId(field).locator("option").filter({ hasText: option }).getAttribute("value");
      await cabinet.getByTestId(field).selectOption(value);
    };
    await choose("packaging_id", /^Ящик · 60,00\s¥$/);
    await choose("insurance_id", /^От всего · 3\s%$/);
    await cabinet.getByTestId("save-order").click();
    await expect(cabinet.getByTestId("delivered-by")).toHaveText(["Белый авто", "Ящик", "От всего"]);
    const charges = cabinet.getByTestId("charge");
    await expect(charges.filter({ hasText: "Упаковка" })).toContainText("60,00");
    await expect(charges.filter({ hasText: "Страховка" })).toContainText("6,00");
  });

  const order = await client.submit(draft.id);
  const line = order.items[0]!.id;
  await test.step("a weighed item has an estimate of cargo, and the quote keeps it", async () => {
    await owner.patch(`/agent/orders/${order.id}/items/${line}`, { weight_grams: 4000 });
    await cabinet.reload();
    await expect(cabinet.getByTestId("charge").filter({ hasText: "Доставка до вас" })).toContainText("100,00");
    await page.goto(`/agent/orders/${order.id}`);
    await expect(page.getByTestId("charge").filter({ hasText: "Упаковка" })).toContainText("60,00");
    await page.getByTestId("quote").click();
    await page.getByTestId("rate").fill("12,5");
    await page.getByTestId("confirm-step").click();
    await expect(page.getByTestId("delivered-by")).toHaveText(["Способ доставки: Белый авто", "Упаковка: Ящик", "Страховка: От всего"]);
    await cabinet.reload();
    await expect(cabinet.getByTestId("estimated")).toBeVisible();
  });

  await test.step("the shipment takes over the choice and gets a proposed price", async () => {
    await owner.post("/agent/clients/1/balance/adjustments", { amount: "10000", currency: "CNY", memo: "пополнение" });
    await client.pay(order.id, "CNY");
    for (const step of ["buy", "receive"]) await owner.post("/agent/items/moves", { items: [line], step });
    const shipment = await owner.post<Order>("/agent/shipments", { client_id: 1, items: [line] });
    await page.goto(`/agent/shipments/${shipment.id}`);
    await expect(page.getByTestId("delivery_method_id").locator("option:checked")).toHaveText("Белый авто · 14–20 дн.");
    await page.getByTestId("transport_company_id").selectOption({ label: "ПЭК" });
    await page.getByTestId("weight_grams").fill("5");
    await page.getByTestId("places").fill("1");
    await page.getByTestId("track").fill("DL-77");
    await page.getByTestId("pack").click();
    await page.getByTestId("quote").click();
    // 5 kg at 20 yuan, the packaging, and 3 % of 200 yuan for the insurance.
    await expect(page.getByTestId("cost")).toHaveValue("166,00");
    await expect(page.getByTestId("proposal").getByTestId("charge")).toHaveCount(3);
    await page.getByTestId("rate").fill("12,5");
    await page.getByTestId("confirm-step").click();
    await expect(page.getByTestId("shipment-status")).toHaveClass(/quoted/);
    await cabinet.goto(`/client/shipments/${shipment.id}`);
    await expect(cabinet.getByTestId("summary")).toContainText("ПЭК");
    await expect(cabinet.getByTestId("summary").getByRole("link")).toHaveAttribute("href", "https://example.com/?n=DL-77");
    await expect(cabinet.getByTestId("summary")).toContainText("166,00");
  });

  await test.step("an entry in use is archived, not deleted", async () => {
    await settings.open("packaging");
    await settings.entries.filter({ hasText: "Ящик" }).getByTestId("edit-entry").click();
    await page.getByTestId("delete-entry").click();
    await answerQuestion(page, "yes");
    await expect(page.getByTestId("dialog").getByRole("alert")).toContainText("уже используется");
    await page.getByTestId("archive-entry").click();
    await expect(settings.entries.filter({ hasText: "Ящик" })).toContainText("в архиве");
  });
});

test("requisites are filled from a saved card, and a disabled order type is refused", async ({ page, server, client }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const settings = new AgentSettings(page);
  await settings.open("payment_cards");
  await settings.add({ bank: "Т-Банк", holder: "Анна С.", number: "2200 7000 1234 5678" });
  const asked = await client.post<{ id: number }>("/client/balance/requests", { amount: "12345", currency: "RUB" });
  await page.goto("/agent/balance-requests?status=requested");
  await page.getByTestId("request").filter({ hasText: "12 345,00" }).getByTestId("issue").click();
  await page.getByTestId("select-card").filter({ hasText: "2200 7000 1234 5678" }).click();
  await expect(page.getByTestId("requisites")).toHaveValue("Т-Банк\n2200 7000 1234 5678\nАнна С.");
  await page.getByTestId("confirm-step").click();
  await expect(page.getByTestId("dialog")).toBeHidden();
  const issued = await owner.send<{ data: { id: number; requisites: string }[] }>("GET", "/agent/balance-requests?status=issued");
  expect(issued.data.find((row) => row.id === asked.id)?.requisites).toContain("2200 7000 1234 5678");

  await settings.open("self_buyout");
  await page.getByTestId("enabled").uncheck();
  await page.getByTestId("save-offer").click();
  await expect(page.getByTestId("save-offer")).toHaveText("Сохранено");
  await expect(client.post("/client/orders", { type: "self_buyout" })).rejects.toThrow("not_offered");

  await settings.open("main");
  await page.getByTestId("contacts").fill("Telegram: @lotus");
  await page.getByTestId("save-main").click();
  await expect(page.getByTestId("save-main")).toHaveText("Сохранено");
  expect((await client.send<{ contacts: string }>("GET", "/client/terms")).contacts).toBe("Telegram: @lotus");
});
