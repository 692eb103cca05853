/** Withdrawals: the amount is reserved from the request on, and leaves the balance when staff have paid. */
import type { Page } from "@playwright/test";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

interface Balance {
  accounts: { amount: string; currency: string }[];
  reserved: { amount: string; currency: string }[];
}

const REQUISITES = "Сбербанк, 2202 2000 1234 5678, Анна С.";

async function rubles(client: Api): Promise<number> {
  const balance = await client.send<Balance>("GET", "/client/balance");
  return Number(balance.accounts.find((account) => account.currency === "RUB")?.amount);
}

async function ask(cabinet: Page, amount: string): Promise<void> {
  const form = cabinet.getByTestId("withdrawal-form");
  await form.getByTestId("withdrawal-amount").fill(amount);
  await form.getByTestId("requisites").fill(REQUISITES);
  await form.getByTestId("request-withdrawal").click();
}

test("a withdrawal goes from the request over the confirmation to the payment", async ({ page, browser, server, client }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "5000", currency: "RUB", memo: "пополнение" });
  const before = await rubles(client);
  const guest = await browser.newContext({ baseURL: server.url, locale: "ru-RU" });
  const cabinet = await guest.newPage();
  await new LoginPage(cabinet).logIn("client", CLIENT);
  await cabinet.goto("/client/balance");

  await test.step("more than the balance is refused", async () => {
    await ask(cabinet, "9 999 999");
    await cabinet.getByTestId("confirm-sum").click();
    await expect(cabinet.getByRole("alert")).toContainText("не хватает денег");
    await cabinet.getByTestId("cancel-sum").click();
    expect(await rubles(client)).toBe(before);
  });

  await ask(cabinet, "1 234,50");
  await expect(cabinet.getByTestId("sum-amount")).toContainText("1 234,50");
  await cabinet.getByTestId("confirm-sum").click();
  const mine = cabinet.getByTestId("withdrawal").filter({ hasText: "1 234,50" });
  await expect(mine.getByTestId("request-status")).toHaveText("Ждёт решения");
  await expect(cabinet.getByTestId("reserved")).toContainText("Зарезервировано");
  expect(before - (await rubles(client))).toBeCloseTo(1234.5);

  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/withdrawals?status=requested");
  const theirs = page.getByTestId("withdrawal").filter({ hasText: "1 234,50" });
  await expect(theirs).toContainText(REQUISITES);
  await theirs.getByTestId("confirm").click();
  await page.getByTestId("confirm-sum").click();
  await expect(theirs).toBeHidden();
  await page.getByTestId("confirmed").click();
  await theirs.getByTestId("pay").click();
  await expect(page.getByTestId("sum-amount")).toContainText("1 234,50");
  await page.getByTestId("confirm-sum").click();
  await expect(theirs).toBeHidden();

  await cabinet.reload();
  await expect(mine.getByTestId("request-status")).toHaveText("Выплачено");
  await expect(cabinet.getByTestId("operation").first()).toContainText("из резерва");
  expect(before - (await rubles(client))).toBeCloseTo(1234.5);
  await guest.close();
});

test("a rejected withdrawal returns the money with a reason", async ({ page, server, client }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "100", currency: "RUB", memo: "пополнение" });
  const before = await rubles(client);
  await client.post("/client/withdrawals", { amount: "77.77", currency: "RUB", requisites: REQUISITES });
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/withdrawals?status=requested");
  const request = page.getByTestId("withdrawal").filter({ hasText: "77,77" });
  await request.getByTestId("reject").click();
  await page.getByTestId("reason").fill("Карта не принимает переводы");
  await page.getByTestId("confirm-step").click();
  await expect(request).toBeHidden();
  expect(await rubles(client)).toBeCloseTo(before);
  await page.getByTestId("rejected").click();
  await expect(request).toContainText("Карта не принимает переводы");
});
