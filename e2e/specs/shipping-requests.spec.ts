/** A client asks for items to be shipped; staff answer. */
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { answerQuestion } from "../pages/shell.ts";

/** Creates a paid order with two items of this name in the warehouse. Returns the id of the order. */
async function inWarehouse(owner: Api, client: Api, title: string): Promise<number> {
  const draft = await client.draft(title);
  for (const number of [1, 2]) {
    const url = `https://detail.1688.com/offer/77${number}.html`;
    await client.addItem(draft.id, { title: `${title} ${number}`, url, price: "20.00", quantity: 1 });
  }
  const order = await client.submit(draft.id);
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "10000", currency: "RUB", memo: "пополнение" });
  await client.pay(order.id, "RUB");
  const items = order.items.map((item) => item.id);
  for (const step of ["buy", "receive"]) await owner.post("/agent/items/moves", { step, items });
  return order.id;
}

test("a client asks on a phone, staff make a shipment, and both see it", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await inWarehouse(owner, client, "Заявка");
  await page.setViewportSize({ width: 390, height: 844 });
  await new LoginPage(page).logIn("client", CLIENT);
  await page.goto("/client/shipments");
  await page.getByTestId("ask-shipping").click();
  await expect(page.getByTestId("send-request")).toBeDisabled();
  for (const number of [1, 2]) {
    await page.getByTestId("shipment-item").filter({ hasText: `Заявка ${number}` }).getByTestId("choose-item").check();
  }
  await page.getByTestId("apart").check();
  await page.getByTestId("wishes").fill("Без коробок");
  await page.getByTestId("send-request").click();
  await expect(page).toHaveURL(/\/client\/shipping-requests\/\d+$/);
  await expect(page.getByTestId("request-status")).toHaveText("Ждёт ответа");
  await expect(page.getByTestId("toast")).toContainText("Заявка на отправку отправлена");
  await expect(page.getByTestId("next")).toContainText("Агент проверит заявку и соберёт посылку");
  const number = await page.getByTestId("request-number").innerText();
  const own = page.url();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.context().clearCookies();
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/shipments");
  await expect(page.getByTestId("open-requests")).toHaveText(/\d+/);
  await page.getByTestId("requests").click();
  await page.getByTestId("request-row").filter({ hasText: number }).click();
  await expect(page.getByText("Без коробок")).toBeVisible();
  // Each item has a shipment of its own; the second one goes to the first shipment.
  await page.getByTestId("parcel").nth(1).selectOption("new-1");
  await page.getByTestId("confirm-request").click();
  await expect(page.getByTestId("request-status")).toHaveText("Подтверждена");
  const parcels = await page.getByTestId("item-parcel").allInnerTexts();
  expect(new Set(parcels).size).toBe(1);

  await page.context().clearCookies();
  await new LoginPage(page).logIn("client", CLIENT);
  await page.goto(own);
  await expect(page.getByTestId("request-status")).toHaveText("Подтверждена");
  await expect(page.getByTestId("next")).toContainText("Когда она будет взвешена, выберите доставку");
});

test("further items of the form are loaded, and the choice stays", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await inWarehouse(owner, client, "Далее");
  await page.route("**/client/shipping-requests/items**", (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set("limit", "1");
    return route.continue({ url: url.href });
  });
  await new LoginPage(page).logIn("client", CLIENT, "/client/shipments");
  await page.getByTestId("ask-shipping").click();
  const [items, more] = [page.getByTestId("shipment-item"), page.getByTestId("more")];
  await expect(items).toHaveCount(1);
  const first = items.first().getByTestId("choose-item");
  await first.check();
  while (await more.isVisible()) {
    const loaded = await items.count();
    await more.click();
    await expect(items).toHaveCount(loaded + 1);
  }
  await expect(first).toBeChecked();
  await first.uncheck();
  for (const number of [1, 2]) await items.filter({ hasText: `Далее ${number}` }).getByTestId("choose-item").check();
  await page.getByTestId("send-request").click();
  await expect(page).toHaveURL(/\/client\/shipping-requests\/\d+$/);
  await expect(page.getByTestId("shipment-item")).toHaveCount(2);
});

test("staff refuse with a reason, and a client withdraws", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await inWarehouse(owner, client, "Отказ");
  const { items } = await client.order(order);
  const ask = (item: number): Promise<{ id: number }> =>
    client.post("/client/shipping-requests", { items: [item], grouping: "together" });
  const [first, second] = [await ask(items[0]!.id), await ask(items[1]!.id)];
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto(`/agent/shipping-requests/${first.id}`);
  await page.getByTestId("refuse").click();
  await page.getByTestId("reason").fill("Ждём второй товар");
  await page.getByTestId("send-refusal").click();
  await expect(page.getByTestId("request-status")).toHaveText("Отклонена");

  await page.context().clearCookies();
  await new LoginPage(page).logIn("client", CLIENT);
  await page.goto(`/client/shipping-requests/${first.id}`);
  await expect(page.getByTestId("request-answer")).toHaveText("Ждём второй товар");
  await page.goto(`/client/shipping-requests/${second.id}`);
  await page.getByTestId("withdraw").click();
  await answerQuestion(page, "yes");
  await expect(page.getByTestId("request-status")).toHaveText("Отозвана");
});

test("packing from an order selects the items of this order only", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await inWarehouse(owner, client, "Упаковка");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto(`/agent/orders/${order}`);
  await page.getByTestId("pack-order").click();
  await expect(page.getByTestId("packable")).toBeVisible();
  const chosen = page.getByTestId("shipment-item").filter({ has: page.getByRole("checkbox", { checked: true }) });
  await expect(chosen).toHaveCount(2);
  for (const text of await chosen.allInnerTexts()) expect(text).toContain("Упаковка");
  await page.getByTestId("create-shipment").click();
  await expect(page).toHaveURL(/\/agent\/shipments\/\d+$/);
  await expect(page.getByTestId("shipment-item").filter({ has: page.getByTestId("remove-from-shipment") })).toHaveCount(2);
});
