/** The cost of an order: one sum on the screen, and at the end exactly the charged amounts. */
import type { Page } from "@playwright/test";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { faultsOfLook } from "../harness/looks.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const GOODS = { title: "紫砂茶壶", url: "https://detail.1688.com/offer/57.html", price: "37.00", quantity: 1 };

/** The block of sums has no fault at any width, in both themes. */
async function lookAtCost(page: Page, name: string): Promise<void> {
  expect(await faultsOfLook(page, { name: `cost-${name}`, fullPage: true })).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
}

test("an order has one sum while it waits for the payment, and in the end what was charged", async ({
  page,
  browser,
  client,
  server,
}) => {
  test.slow();
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.send("PATCH", "/agent/settings/conditions", { commission: { percent: "5", minimum_minor: 2000 } });
  const insurance = { name: "От всего", percent: "3", minimum: "10.00", currency: "CNY" };
  const { id: insurance_id } = await owner.post<{ id: number }>("/agent/settings/insurances", insurance);
  const order = await client.draft("Сколько стоит заказ");
  await client.addItem(order.id, GOODS);
  await client.send("PATCH", `/client/orders/${order.id}`, { delivery: { insurance_id } });
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${order.id}`);
  const staff = await (await browser.newContext({ baseURL: server.url, locale: "ru-RU" })).newPage();
  const total = (cabinet: Page) => cabinet.getByTestId("cost-total");
  await expect(total(page)).toHaveText("57,00 ¥");
  await expect(page.getByTestId("later")).toContainText("в сумму не входит");
  await lookAtCost(page, "estimate");

  await client.submit(order.id);
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
  await new LoginPage(staff).logIn("agent", AGENT_OWNER, `/agent/orders/${order.id}`);
  await page.reload();
  for (const cabinet of [page, staff]) {
    await expect(total(cabinet)).toHaveText("57,00 ¥");
    await expect(cabinet.getByTestId("cost-converted")).toHaveText("712,50 ₽");
    await expect(cabinet.getByTestId("total")).toHaveText("57,00 ¥");
    for (const other of ["due", "paid-sum"]) await expect(cabinet.getByTestId("money").getByTestId(other)).toHaveCount(0);
  }
  await lookAtCost(page, "to-pay");

  await owner.post("/agent/clients/1/balance/adjustments", { amount: "500", currency: "CNY", memo: "пополнение" });
  await client.pay(order.id, "CNY");
  const items = (await client.order(order.id)).items.map((item) => item.id);
  for (const step of ["buy", "receive"]) await owner.post("/agent/items/moves", { step, items });
  const { id } = await owner.post<{ id: number }>("/agent/shipments", { client_id: 1, items });
  await owner.patch(`/agent/shipments/${id}`, { weight_grams: 900, places: 1 });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "pack" });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "quote", cost: "40", rate: "12.5" });
  await page.reload();
  await expect(total(page)).toHaveText("97,00 ¥");
  await expect(page.getByTestId("cost-charge")).toContainText("не оплачено");
  await expect(page.getByTestId("money").getByTestId("due")).toContainText("40,00 ¥");
  await expect(page.getByTestId("estimated")).toHaveCount(0);

  const parcel = await client.send<{ version: number; cost: unknown }>("GET", `/client/shipments/${id}`);
  await client.post(`/client/shipments/${id}/pay`, { version: parcel.version, amount: parcel.cost });
  const delivery = await owner.post<{ id: number }>("/agent/deliveries", {});
  await owner.post(`/agent/deliveries/${delivery.id}/shipments`, { shipments: [id] });
  for (const step of ["depart", "arrive"]) await owner.post(`/agent/deliveries/${delivery.id}/moves`, { step });
  await client.post(`/client/shipments/${id}/accept`, {});
  for (const cabinet of [page, staff]) {
    await cabinet.reload();
    await expect(total(cabinet)).toHaveText("97,00 ¥");
    const money = cabinet.getByTestId("money");
    await expect(money.getByTestId("paid-sum")).toContainText("97,00 ¥");
    await expect(money).not.toContainText("Страховка");
    await expect(money).not.toContainText("оценка");
    await lookAtCost(cabinet, cabinet === page ? "finished" : "finished-staff");
  }
  // Staff see what the carrier takes of the price, and the client does not.
  await owner.patch(`/agent/deliveries/${delivery.id}`, { cost: { amount: "25", currency: "CNY" } });
  await staff.goto(`/agent/shipments/${id}`);
  await expect(staff.getByTestId("freight")).toContainText("25,00 ¥");
  await page.goto(`/client/shipments/${id}`);
  await expect(page.getByTestId("summary")).toBeVisible();
  await expect(page.getByTestId("freight")).toHaveCount(0);
  await page.goto("/client/orders?filter=archive");
  await expect(page.getByTestId("order-row").filter({ hasText: "Сколько стоит заказ" })).toContainText("97,00 ¥");
});
