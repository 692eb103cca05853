/** Purchasing accounts: a deposit, a payment to a seller, and the difference to what the client pays. */
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";

const GOODS = { title: "加绒卫衣", url: "https://detail.1688.com/offer/7.html", price: "60.00", quantity: 2 };

test("a seller is paid from a purchasing account", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/settings/purchasing-accounts", {
    marketplace: "1688",
    login: "e2e-buyer",
    comment: "",
    currency: "CNY",
    limit: "10",
  });
  const draft = await client.draft("Выкуп с аккаунта");
  await client.addItem(draft.id, GOODS);
  await client.submit(draft.id);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "20000", currency: "RUB", memo: "пополнение" });
  await client.pay(draft.id, "RUB");

  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/settings?tab=purchasing_accounts");
  const account = page.getByTestId("account-balance").filter({ hasText: "e2e-buyer" });
  await account.getByTestId("deposit").click();
  await page.getByTestId("amount").fill("100");
  await expect(page.getByTestId("balance-after")).toContainText("100,00");
  await page.getByTestId("memo").fill("перевод с карты");
  await page.getByTestId("confirm-step").click();
  await expect(account.getByTestId("balance")).toContainText("100,00");

  const card = new OrderCard(page);
  await card.open("agent", draft.id);
  await page.getByTestId("choose-all").check();
  await page.getByTestId("bulk-buy").click();
  await page.getByTestId("marketplace_order_number").fill("284756199");
  const accounts = page.getByTestId("purchase-account");
  await accounts.selectOption({ label: (await accounts.locator("option").filter({ hasText: "e2e-buyer" }).textContent()) ?? "" });
  await page.getByTestId("purchase-amount").fill("115");
  await page.getByTestId("confirm-bulk").click();
  await expect(page.getByTestId("dialog").getByRole("alert")).toContainText("аккаунте выкупа");
  await page.getByTestId("purchase-amount").fill("105,50");
  await expect(page.getByTestId("account-left")).toContainText("5,50");
  await page.getByTestId("confirm-bulk").click();
  await expect(card.status).toHaveClass(/purchased/);
  await expect(page.getByTestId("purchase")).toContainText("284756199");
  await expect(page.getByTestId("spent")).toContainText("105,50");
  await expect(page.getByTestId("difference")).toContainText("14,50");

  await page.goto("/agent/settings?tab=purchasing_accounts");
  await account.getByTestId("account-history").click();
  await expect(page.getByTestId("account-operation").first()).toContainText("284756199");
});

test("staff and permission groups are tabs of the settings", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/settings?tab=staff");
  await expect(page.getByTestId("tab-staff")).toHaveClass(/active/);
  await expect(page.getByTestId("places")).toBeVisible();
  await page.getByTestId("tab-permission_groups").click();
  await expect(page).toHaveURL(/tab=permission_groups/);
  await expect(page.getByTestId("tab-permission_groups")).toHaveClass(/active/);
});
