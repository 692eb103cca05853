/** A client is charged exactly the sum that the clicked button showed. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";

const GOODS = { title: "加绒卫衣", url: "https://detail.1688.com/offer/7.html", price: "60.00", quantity: 2 };

interface Balance {
  accounts: { amount: string; currency: string }[];
}

const rubles = async (client: Api) =>
  (await client.send<Balance>("GET", "/client/balance")).accounts.find((account) => account.currency === "RUB")?.amount;

/** Keeps the page from hearing of changes, as with a lost connection. */
const goOffline = (page: Page) => page.routeWebSocket(/./, (socket) => socket.close({ code: 3001 }));

/** Agrees to the sum in the dialog. */
const confirm = (page: Page) => page.getByTestId("confirm-sum").click();

/** Expects the old and the new sum side by side, the new sum on the button, and the text that nothing was charged. */
async function expectBothAmounts(page: Page, button: string, before: string, now: string): Promise<void> {
  await expect(page.getByTestId(button)).toContainText(now);
  const changed = page.getByTestId("amount-changed");
  await expect(changed).toContainText("ничего не списано");
  const amounts = changed.locator("dd");
  await expect(amounts).toHaveText([before, now]);
  const [left, right] = await amounts.evaluateAll((all) => all.map((sum) => sum.getBoundingClientRect().toJSON() as DOMRect));
  expect(left!.top).toBe(right!.top);
  expect(left!.right).toBeLessThanOrEqual(right!.left);
}

test("an order that was quoted again is paid only after the client has seen the new sum", async ({ page, client, server }) => {
  await goOffline(page);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.patch("/agent/settings/conditions", { commission: { percent: "0", minimum_minor: 0 } });
  const draft = await client.draft("Сумма изменилась");
  const item = await client.addItem(draft.id, GOODS);
  await client.submit(draft.id);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "20000", currency: "RUB", memo: "пополнение" });
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", draft.id);
  const pay = page.getByTestId("pay-RUB");
  await expect(pay).toContainText("1 500,00");
  const before = await rubles(client);
  await pay.click();
  await expect(page.getByTestId("sum-amount")).toContainText("1 500,00");
  await expect(page.getByTestId("sum-converted")).toContainText("120,00");
  await page.getByTestId("cancel-sum").click();

  await owner.post(`/agent/orders/${draft.id}/reopen`, { reason: "цена выросла" });
  await owner.patch(`/agent/orders/${draft.id}/items/${item.id}`, { price: "192.00" });
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await pay.click();
  await confirm(page);
  await expectBothAmounts(page, "pay-RUB", "1 500,00 ₽", "4 800,00 ₽");
  await expect(card.status).toHaveClass(/quoted/);
  expect(await rubles(client)).toBe(before);
  await expectAccessible(page);

  await pay.click();
  await confirm(page);
  await expect(card.status).toHaveClass(/paid/);
  await expect(page.getByTestId("amount-changed")).toHaveCount(0);
  await expect(page.getByTestId("paid-sum")).toBeVisible();
  await expect(page.getByTestId("due")).toHaveCount(0);
  expect(Number(before) - Number(await rubles(client))).toBeCloseTo(4800);
});

test("a shipment that was priced again is neither paid nor set to cash on receipt before the client has seen the new sum", async ({ page, client, server }) => {
  await goOffline(page);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const draft = await client.draft("Доставка изменилась");
  await client.addItem(draft.id, GOODS);
  await client.submit(draft.id);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "20000", currency: "RUB", memo: "пополнение" });
  await client.pay(draft.id, "RUB");
  const items = (await client.order(draft.id)).items.map((item) => item.id);
  for (const step of ["buy", "receive"]) await owner.post("/agent/items/moves", { step, items });
  const { id } = await owner.post<{ id: number }>("/agent/shipments", { client_id: 1, items });
  await owner.patch(`/agent/shipments/${id}`, { weight_grams: 900, places: 1 });
  const price = (cost: string) => owner.post(`/agent/shipments/${id}/moves`, { step: "quote", cost, rate: "12.5" });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "pack" });
  await price("100");

  await new LoginPage(page).logIn("client", CLIENT, `/client/shipments/${id}`);
  const status = page.getByTestId("shipment-status");
  await expect(page.getByTestId("cod")).toContainText("1 250,00 ₽");
  await price("160");
  await page.getByTestId("cod").click();
  await confirm(page);
  await expectBothAmounts(page, "cod", "1 250,00 ₽", "2 000,00 ₽");
  await expect(status).toHaveText("Ждёт оплаты");
  await price("200");
  await page.getByTestId("pay-RUB").click();
  await confirm(page);
  await expectBothAmounts(page, "pay-RUB", "2 000,00 ₽", "2 500,00 ₽");
  await expect(status).toHaveText("Ждёт оплаты");
  await page.getByTestId("pay-RUB").click();
  await confirm(page);
  await expect(status).toHaveText("Оплачена");
});
