/** Prices of a delivery before items are shipped: by method, together and apart. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { receivedItems } from "../pages/parcels.ts";

/** Two received items of two pieces: 4 kg in 80 litres, and 14 kg in 20 litres. Returns their ids. */
async function measuredItems(owner: Api, client: Api): Promise<number[]> {
  for (const [base, fixed] of [["CNY", "12.5"], ["USD", "90"]]) {
    await owner.patch("/agent/settings/rate", { base, source: "fixed", fixed });
  }
  const items = await receivedItems(owner, client, "Варианты", 2);
  const measures = [{ weight_grams: 4000, volume_cm3: 80_000 }, { weight_grams: 14_000, volume_cm3: 20_000 }];
  const { data } = await owner.send<{ data: { item_id: number; order_id: number }[] }>("GET", "/agent/shipments/packable?client_id=1");
  for (const [index, item] of items.entries()) {
    const order = data.find((packable) => packable.item_id === item)?.order_id;
    await owner.patch(`/agent/orders/${order}/items/${item}`, measures[index]);
  }
  return items;
}

const truck = (page: Page) => page.getByTestId("variant-method").filter({ hasText: "Авто" }).first();

for (const width of [390, 1280]) {
  test(`variants follow the ticks, and a press fills in the request, at ${width} px`, async ({ page, client, server }) => {
    const owner = await Api.login(server, "agent", AGENT_OWNER);
    await measuredItems(owner, client);
    await page.setViewportSize({ width, height: 900 });
    await new LoginPage(page).logIn("client", CLIENT, "/client/shipping-requests/create");
    const panel = page.getByTestId("delivery-variants");
    await expect(panel).toContainText("Отметьте товары");
    const items = page.getByTestId("shipment-item").filter({ hasText: "加绒卫衣" });
    await items.first().getByTestId("choose-item").check();
    // One item has no variant apart: 0,08 m³ at 280 $.
    await expect(truck(page).getByTestId("variant")).toHaveCount(1);
    await expect(truck(page).getByTestId("variant-price")).toHaveText(/2\s?016,00\s₽/);

    let requests = 0;
    page.on("request", (request) => {
      if (request.url().includes("/delivery-prices")) requests += 1;
    });
    await items.nth(1).getByTestId("choose-item").check();
    // 18 kg of 180 kg/m³ at 2,40 $ together; 0,08 m³ at 280 $ and 14 kg at 2,40 $ apart.
    const [together, apart] = [truck(page).getByTestId("variant").first(), truck(page).getByTestId("variant").nth(1)];
    await expect(together.getByTestId("variant-price")).toHaveText(/3\s?888,00\s₽/);
    await expect(apart.getByTestId("variant-price")).toHaveText(/5\s?040,00\s₽/);
    await expect(apart).toContainText("2 посылки");
    await expect(page.getByTestId("cheapest")).toHaveCount(1);
    await expect(together.getByTestId("cheapest")).toBeVisible();
    await expect(truck(page)).toContainText(/18–25 дн\. · если отправить сегодня, придёт \d\d\.\d\d\.\d\d – /);
    expect(requests, "a tick needs no request").toBe(0);

    await apart.getByRole("radio").check();
    await expect(page.getByTestId("apart")).toBeChecked();
    await expect(page.getByTestId("delivery_method_id").locator("option:checked")).toContainText("Авто");
    await together.getByRole("radio").check();
    await expect(page.getByTestId("together")).toBeChecked();
    const details = page.getByTestId("variant-details");
    await details.locator("summary").click();
    await expect(details.getByTestId("charge")).toContainText(/18\sкг × 2,40\s\$/);
    const parts = details.getByTestId("item-delivery");
    await expect(parts.first()).toContainText(/× 2\s*864,00\s₽\s*432,00\s₽/);
    await expect(parts.nth(1)).toContainText(/3\s?024,00\s₽\s*1\s?512,00\s₽/);
    await expectAccessible(page);

    // The crate adds 6 kg of weight and 90 yuan: 24 kg at 2,40 $ and 1 125 ₽.
    await panel.getByTestId("packaging_id").selectOption({ index: 2 });
    await expect(together.getByTestId("variant-price")).toHaveText(/6\s?309,00\s₽/);
    await page.getByTestId("send-request").click();
    await expect(page).toHaveURL(/\/client\/shipping-requests\/\d+$/);
    await expect(page.getByTestId("request-facts")).toContainText("Авто");
    await expect(page.getByTestId("request-facts")).toContainText("Одной посылкой");

    await page.context().clearCookies();
    await new LoginPage(page).logIn("agent", AGENT_OWNER, page.url().replace("/client/", "/agent/"));
    await expect(truck(page).getByTestId("variant-price").first()).toHaveText(/3\s?888,00\s₽/);
    await expect(truck(page).getByRole("radio").first()).toBeChecked();
    await truck(page).getByTestId("variant").nth(1).getByRole("radio").check();
    await expect(page.getByTestId("variant-details")).toBeVisible();
  });
}

test("what is not known is said instead of a price", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await receivedItems(owner, client, "Без веса");
  await new LoginPage(page).logIn("client", CLIENT, "/client/shipping-requests/create");
  const item = page.getByTestId("shipment-item").filter({ hasText: "加绒卫衣" });
  await item.first().getByTestId("choose-item").check();
  await expect(page.getByTestId("weight-note")).toContainText("Вес части товаров неизвестен");
  await expect(truck(page).getByTestId("variant-missing")).toContainText("без веса цены нет");
  await expect(page.getByTestId("cheapest")).toHaveCount(0);
  // A method without a price can still be asked for.
  await truck(page).getByRole("radio").check();
  await expect(page.getByTestId("delivery_method_id").locator("option:checked")).toContainText("Авто");
});
