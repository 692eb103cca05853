/** The agent's account with the operator of the service: balance, plan, invoices, and the banner of an overdue invoice. */
import { readFileSync } from "node:fs";
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const WAREHOUSE = "+79990000004";

test.use({ environment: { OPERATOR_NAME: "ИП Караванов", OPERATOR_ACCOUNT: "40802810000000000001" } });

test("the page shows balance, plan, usage, invoices and history, and prints an invoice", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.getByRole("link", { name: "Баланс сервиса" }).click();
  await expect(page).toHaveURL(/\/agent\/balance$/);
  await expect(page.getByTestId("balance")).toContainText("1 100");
  await expect(page.getByTestId("plan-name")).toHaveText("Команда");
  for (const limit of ["staff", "clients", "orders", "storage"]) await expect(page.getByTestId(`usage-${limit}`)).toContainText("из");
  await expect(page.getByTestId("online-off")).toBeVisible();
  await expect(page.getByTestId("service-balance")).toContainText("40802810000000000001");
  await expect(page.getByTestId("service-invoice")).toHaveCount(2);
  await expect(page.getByTestId("operation").first()).toContainText("Оплата счёта");
  await expect(page.getByTestId("service-banner")).toHaveCount(0);
  await expectAccessible(page);

  const paid = page.getByTestId("service-invoice").filter({ hasText: /Оплачен/ });
  for (const [document, name] of [["invoice", /^invoice-\d+\.pdf$/], ["act", /^act-\d+\.pdf$/]] as const) {
    const download = page.waitForEvent("download");
    await paid.getByTestId(document).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(name);
    expect(readFileSync(await file.path()).subarray(0, 5).toString()).toBe("%PDF-");
  }
});

test("an invoice is paid from the balance once the money is there", async ({ page, server }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/balance");
  await page.getByTestId("pay-invoice").click();
  await expect(page.getByTestId("too-low")).toBeVisible();
  await expect(page.getByTestId("confirm-pay")).toBeDisabled();
  server.run(["billing:topup", "--agent", "lotus", "--amount", "3800.00", "--reference", "п/п 7"]);
  await page.reload();
  await page.getByTestId("pay-invoice").click();
  await page.getByTestId("confirm-pay").click();
  await expect(page.getByTestId("unpaid")).toBeHidden();
  await expect(page.getByTestId("balance")).toContainText("0,00");
  await expect(page.getByTestId("service-invoice").filter({ hasText: "Не оплачен" })).toHaveCount(0);
});

test("the plan changes at the price that was shown", async ({ page, server }) => {
  server.run(["billing:topup", "--agent", "lotus", "--amount", "50000", "--reference", "п/п 8"]);
  server.run(["billing:invoices", "run"]);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/balance");
  await page.getByTestId("change-plan").click();
  const dialog = page.getByTestId("dialog");
  await dialog.getByTestId("plan-choice").filter({ hasText: "Бизнес" }).getByRole("radio").check();
  await expect(dialog.getByTestId("plan-quote")).toContainText("К оплате сейчас");
  await expectAccessible(page);
  await dialog.getByTestId("confirm-plan").click();
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId("plan-name")).toHaveText("Бизнес");
  await expect(page.getByTestId("operation").first()).toContainText("Команда → Бизнес");
  const account = await owner.send<{ plan: { name: string } }>("GET", "/agent/balance");
  expect(account.plan.name).toBe("Бизнес");
});

test("an overdue invoice shows a banner on every page, and staff without the right see no link", async ({ page, server }) => {
  const notice = { state: "read_only", read_only_at: "2026-01-18T20:59:59Z", due: { amount: "4900.00", currency: "RUB" } };
  await page.route("**/agent/balance/state", (route) => route.fulfill({ json: notice }));
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/clients");
  await expect(page.getByTestId("service-banner")).toContainText("только для чтения");
  await expectAccessible(page);
  await page.getByTestId("service-banner").getByRole("link").click();
  await expect(page).toHaveURL(/\/agent\/balance$/);

  const worker = await page.context().browser()!.newContext({ baseURL: server.url, locale: "ru-RU" });
  const warehouse = await worker.newPage();
  await warehouse.route("**/agent/balance/state", (route) => route.fulfill({ json: { ...notice, state: "grace" } }));
  await new LoginPage(warehouse).logIn("agent", WAREHOUSE);
  await warehouse.goto("/agent/cells");
  await expect(warehouse.getByTestId("service-banner")).toContainText("просрочен");
  await expect(warehouse.getByTestId("service-banner").getByRole("link")).toHaveCount(0);
  await expect(warehouse.getByRole("link", { name: "Баланс сервиса" })).toHaveCount(0);
  await worker.close();
});

test("the page fits a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/balance");
  await expect(page.getByTestId("plan-name")).toBeVisible();
  await expect(page.getByTestId("operation").first()).toBeVisible();
  const overflow = await page.locator("main").evaluate((main) => main.scrollWidth - main.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
