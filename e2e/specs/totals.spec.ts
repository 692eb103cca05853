/** The total of an order is what counts now, on both sides. */
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";

const GOODS = { title: "加绒卫衣", url: "https://detail.1688.com/offer/7.html", price: "250.00", quantity: 2 };

test("header, items and table follow the agent's price, the quote and a refund", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.patch("/agent/settings/conditions", { commission: { percent: "10", minimum_minor: 0 } });
  const draft = await client.draft("Итог заказа");
  const item = await client.addItem(draft.id, GOODS);
  await client.submit(draft.id);
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  const shown = async (total: string) => {
    await card.open("client", draft.id);
    await expect(card.total).toContainText(total);
    await page.goto("/client/orders?filter=current");
    await expect(page.getByTestId("order-row").filter({ hasText: "Итог заказа" })).toContainText(total);
  };
  await shown("500,00");

  await owner.patch(`/agent/orders/${draft.id}/items/${item.id}`, { price: "285.75" });
  await shown("571,50");
  await card.open("client", draft.id);
  const row = card.item(GOODS.title);
  await expect(row.getByTestId("item-price")).toContainText("285,75");
  await expect(row.locator("s")).toContainText("250,00");
  await expect(row.getByTestId("item-total")).toContainText("571,50");

  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await shown("628,65");
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "1000", currency: "CNY", memo: "пополнение" });
  await client.pay(draft.id, "CNY");
  await owner.post(`/agent/orders/${draft.id}/refunds`, { amount: "128.65", reason: "скидка" });
  await shown("500,00");
  await card.open("client", draft.id);
  await expect(page.getByTestId("paid-sum")).toContainText("628,65");
  await expect(page.getByTestId("refunded")).toContainText("128,65");
  await expect(page.getByTestId("cost-total")).toContainText("500,00");
});

test("two brackets of a tariff with the same bounds are refused beside the bracket", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/settings/delivery-methods", { name: "Ступени" });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/settings?tab=delivery_tariffs");
  await page.getByTestId("add-entry").click();
  await page.getByTestId("delivery_method_id").selectOption({ label: "Ступени" });
  await page.getByTestId("minimum").fill("0");
  await page.getByTestId("add-step").click();
  const steps = page.getByTestId("step");
  for (const step of await steps.all()) await step.getByTestId("step-price").fill("20,00");
  await page.getByTestId("save-entry").click();
  await expect(steps.nth(1).getByTestId("step-error")).toContainText("такие границы уже есть");
  await expect(steps.nth(0).getByTestId("step-error")).toHaveCount(0);
});
