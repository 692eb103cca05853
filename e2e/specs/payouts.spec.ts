/** Payouts that require a fresh code. */
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

test("a payout continues once a fresh code is entered", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "5000", currency: "CNY", memo: "пополнение" });
  await client.post("/client/wallet-topup", { wallet: "alipay", account: "li@example.com", amount: "4321" });
  const login = new LoginPage(page);
  await login.logIn("agent", AGENT_OWNER);
  await page.goto("/agent/staff");
  await page.getByTestId("payout-code").click();
  const dialog = page.getByRole("dialog", { name: "Подтвердите кодом" });
  await expect(dialog).toBeVisible();
  const first = await server.oneTimeCode(AGENT_OWNER);
  await dialog.getByTestId("code").fill(first === "000000" ? "000001" : "000000");
  await dialog.getByTestId("confirm-step-up").click();
  await expect(dialog.getByRole("alert")).toContainText("не подходит");
  await dialog.getByTestId("code").fill(first);
  await dialog.getByTestId("confirm-step-up").click();
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId("payout-code")).toBeChecked();

  // A new session has no proof yet.
  await login.logOut();
  await login.logIn("agent", AGENT_OWNER);
  await page.goto("/agent/wallet-topups?status=requested");
  const request = page.getByTestId("request").filter({ hasText: "4 321,00" });
  await request.getByTestId("pay").click();
  await page.getByTestId("confirm-sum").click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("alert")).toContainText("подтверждается кодом");
  await expect(request).toBeVisible();

  await page.getByTestId("confirm-sum").click();
  await expect(dialog).toBeVisible();
  let code = first;
  await expect.poll(async () => (code = await server.oneTimeCode(AGENT_OWNER))).not.toBe(first);
  // The closed dialog had requested a code too; only the latest one is valid.
  await expect(async () => {
    code = await server.oneTimeCode(AGENT_OWNER);
    await dialog.getByTestId("code").fill(code);
    await dialog.getByTestId("confirm-step-up").click();
    await expect(request).toBeHidden({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole("alert")).toHaveCount(0);
  const paid = await owner.send<{ data: { status: string; amount: { amount: string } }[] }>("GET", "/agent/wallet-topups?status=paid");
  expect(paid.data.filter((topup) => topup.amount.amount === "4321.00")).toHaveLength(1);
});
