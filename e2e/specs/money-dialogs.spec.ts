/** Every question before money moves: what it says fits the screen of a phone and of a desktop, and reads well in both themes. */
import type { Page } from "@playwright/test";
import { AGENT_OWNER, Api, CLIENT, type Order } from "../harness/api.ts";
import { faultsOfLook } from "../harness/looks.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const HOODIE = { title: "加绒卫衣", url: "https://detail.1688.com/offer/7.html", price: "60.00", quantity: 2 };
const BOTTLE = { title: "不锈钢保温杯", url: "https://detail.1688.com/offer/8.html", price: "40.00", quantity: 1 };
const LONG_REQUISITES = "Сбербанк, 2202 2000 1234 5678, Анна Сергеевна Константинопольская";

/** The dialog lies within the screen and its buttons can be reached without moving it sideways. */
async function dialogFaults(page: Page, width: number): Promise<string[]> {
  const box = await page.getByRole("dialog").boundingBox();
  if (!box) return ["no dialog"];
  const faults = box.x < 0 || box.x + box.width > width + 0.5 ? ["the dialog is wider than the screen"] : [];
  const inner = await page.getByRole("dialog").evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
  return inner > 0 ? [...faults, `the content of the dialog is ${inner} px wider than the dialog`] : faults;
}

/** Opens a dialog, looks at it, and closes it without an answer. */
async function lookAtDialog(page: Page, name: string, open: () => Promise<void>): Promise<void> {
  await test.step(name, async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    // The page fetches data that the test has changed meanwhile, and the buttons of a refetched amount are disabled for a moment.
    await page.waitForLoadState("networkidle");
    await open();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.waitForLoadState("networkidle");
    const check = (width: number) => dialogFaults(page, width);
    expect(await faultsOfLook(page, { name: `dialog-${name}`, fullPage: false, check })).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });
}

async function submittedOrder(client: Api, title: string): Promise<Order> {
  const draft = await client.draft(title);
  await client.addItem(draft.id, HOODIE);
  await client.addItem(draft.id, BOTTLE);
  return client.submit(draft.id);
}

async function paidOrder(owner: Api, client: Api, title: string): Promise<Order> {
  const order = await submittedOrder(client, title);
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
  await client.pay(order.id, "RUB");
  return client.order(order.id);
}

/** A packed and priced shipment with the items of an order. */
async function pricedShipment(owner: Api, order: Order): Promise<number> {
  const items = order.items.map((item) => item.id);
  for (const step of ["buy", "receive"]) await owner.post("/agent/items/moves", { step, items });
  const { id } = await owner.post<{ id: number }>("/agent/shipments", { client_id: 1, items });
  await owner.patch(`/agent/shipments/${id}`, { weight_grams: 900, places: 1 });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "pack" });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "quote", cost: "100", rate: "12.5" });
  return id;
}

test.beforeEach(async ({ server }) => {
  test.slow();
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  for (const currency of ["RUB", "CNY"]) {
    await owner.post("/agent/clients/1/balance/adjustments", { amount: "50000", currency, memo: "пополнение" });
  }
});

test("the questions of the client", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const quoted = await submittedOrder(client, "Вопрос перед оплатой");
  await owner.post(`/agent/orders/${quoted.id}/quote`, { rate: "12.5" });
  const shipment = await pricedShipment(owner, await paidOrder(owner, client, "Вопрос перед доставкой"));

  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${quoted.id}`);
  await lookAtDialog(page, "client-pay-order", () => page.getByTestId("pay-RUB").click());
  await page.goto(`/client/shipments/${shipment}`);
  await lookAtDialog(page, "client-pay-shipment", () => page.getByTestId("pay-RUB").click());
  await lookAtDialog(page, "client-cash-on-receipt", () => page.getByTestId("cod").click());
  await page.goto("/client/balance");
  await lookAtDialog(page, "client-withdrawal", async () => {
    const form = page.getByTestId("withdrawal-form");
    await form.getByTestId("withdrawal-amount").fill("1 234,50");
    await form.getByTestId("requisites").fill(LONG_REQUISITES);
    await form.getByTestId("request-withdrawal").click();
  });
  await page.goto("/client/wallet-topup");
  await lookAtDialog(page, "client-payment-app", async () => {
    await page.getByTestId("account").fill("li@example.com");
    await page.getByTestId("amount").fill("999,90");
    await page.getByTestId("request-wallet-topup").click();
  });
});

test("the questions of staff about orders", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const account = { marketplace: "1688", login: "dialogs-buyer", comment: "", currency: "CNY", limit: "1000" };
  await owner.post("/agent/settings/purchasing-accounts", account);
  const submitted = await submittedOrder(client, "Вопрос перед расчётом");
  const paid = await paidOrder(owner, client, "Вопросы после оплаты");

  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/orders/${submitted.id}`);
  await lookAtDialog(page, "agent-quote", async () => {
    await page.getByTestId("quote").click();
    await page.getByRole("dialog").getByTestId("rate").fill("12,5");
  });
  await page.goto(`/agent/orders/${paid.id}`);
  for (const action of ["cancel", "refund-order"]) {
    await lookAtDialog(page, `agent-${action}`, async () => {
      await page.getByTestId("order-actions").click();
      await page.getByTestId(action).click();
    });
  }
  await page.getByTestId("item").first().getByTestId("select-item").check();
  await lookAtDialog(page, "agent-refund-item", () => page.getByTestId("bulk-refund").click());
  await lookAtDialog(page, "agent-buy", () => page.getByTestId("bulk-buy").click());
  await page.goto("/agent/settings?tab=purchasing_accounts");
  const row = page.getByTestId("account-balance").filter({ hasText: "dialogs-buyer" });
  await lookAtDialog(page, "agent-deposit-to-account", () => row.getByTestId("deposit").click());
});

test("the questions of staff about deliveries", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const shipment = await pricedShipment(owner, await paidOrder(owner, client, "Наличные за доставку"));
  const { version } = await client.send<{ version: number }>("GET", `/client/shipments/${shipment}`);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/shipments/${shipment}`);
  await lookAtDialog(page, "agent-price-delivery", () => page.getByTestId("quote").click());
  await client.post(`/client/shipments/${shipment}/cod`, { version, amount: { amount: "1250.00", currency: "RUB" } });
  await page.reload();
  await lookAtDialog(page, "agent-receive-cash", () => page.getByTestId("receive-cash").click());
  await lookAtDialog(page, "agent-cancel-shipment", () => page.getByTestId("cancel").click());
});

test("the questions of staff about balances", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const topup = await client.post<{ id: number }>("/client/balance/requests", { amount: "8888.50", currency: "RUB" });
  await client.post("/client/wallet-topup", { wallet: "alipay", account: "li@example.com", amount: "765.40" });
  await client.post("/client/withdrawals", { amount: "654.30", currency: "RUB", requisites: LONG_REQUISITES });

  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/balance-requests?status=requested");
  const request = page.getByTestId("request").filter({ hasText: "8 888,50" });
  await lookAtDialog(page, "agent-issue-requisites", () => request.getByTestId("issue").click());
  await owner.post(`/agent/balance-requests/${topup.id}/issue`, { requisites: LONG_REQUISITES });
  await page.goto("/agent/balance-requests?status=issued");
  await lookAtDialog(page, "agent-confirm-topup", () => request.getByTestId("confirm").click());
  await page.goto("/agent/wallet-topups?status=requested");
  const app = page.getByTestId("request").filter({ hasText: "765,40" });
  await lookAtDialog(page, "agent-pay-payment-app", () => app.getByTestId("pay").click());
  await page.goto("/agent/withdrawals?status=requested");
  const withdrawal = page.getByTestId("withdrawal").filter({ hasText: "654,30" });
  await lookAtDialog(page, "agent-confirm-withdrawal", () => withdrawal.getByTestId("confirm").click());
  await lookAtDialog(page, "agent-reject-withdrawal", () => withdrawal.getByTestId("reject").click());
  await page.goto("/agent/clients/1?tab=balance");
  await lookAtDialog(page, "agent-correct-balance", () => page.getByTestId("adjust").first().click());
  await lookAtDialog(page, "agent-withdraw-for-client", () => page.getByTestId("withdraw").click());
  await page.goto("/agent/balance");
  await lookAtDialog(page, "agent-change-plan", () => page.getByTestId("change-plan").click());
});
