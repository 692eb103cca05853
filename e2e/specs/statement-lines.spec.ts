/** Lines of bank statements: kept until each is credited, split or marked as not ours. */
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { Phone } from "../pages/phone.ts";

const STATEMENT = [
  "20.11.2026;+10 000,00 RUB;перевод от Анны за два заказа",
  "20.11.2026;+450,00 RUB;проценты на остаток",
  "20.11.2026;-99,00 RUB;комиссия банка",
].join("\n");

test("open lines wait until the list is empty", async ({ page, browser, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const issued = async (amount: string) => {
    const request = await client.post<{ id: number; code: string }>("/client/balance/requests", { amount, currency: "RUB" });
    await owner.post(`/agent/balance-requests/${request.id}/issue`, { requisites: "Сбербанк 2202" });
    return request.code;
  };
  const [first, second] = [await issued("6000.00"), await issued("4000.00")];
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/statement-lines");
  const lines = page.getByTestId("statement-line");
  const keep = async () => {
    await page.getByTestId("statement").fill(STATEMENT);
    await page.getByTestId("keep-statement").click();
  };
  await keep();
  await expect(page.getByTestId("statement-kept")).toHaveText("Добавлено: 2 · Не поступления: 1");
  await expect(lines).toHaveCount(2);

  await test.step("another upload adds nothing, and the lines are there after a reload", async () => {
    await keep();
    await expect(page.getByTestId("statement-kept")).toHaveText("Добавлено: 0 · Уже были: 2 · Не поступления: 1");
    await page.reload();
    await expect(lines).toHaveCount(2);
    await page.goto("/agent/home");
    await page.getByTestId("bell").click();
    const tile = page.getByTestId("bell-statement_lines");
    await expect(tile).toContainText("2");
    await tile.click();
    await expect(page).toHaveURL(/\/agent\/statement-lines$/);
    await expect(lines).toHaveCount(2);
  });

  await test.step("a line is split over two requests", async () => {
    const line = lines.filter({ hasText: "за два заказа" });
    await line.getByTestId("credit-line").click();
    await page.getByTestId("search-requests").fill(first);
    await expect(page.getByTestId("payable")).toHaveCount(1);
    await expect(page.getByTestId("amount")).toHaveValue("6000,00");
    await expect(page.getByTestId("line-rest")).toContainText("4 000,00");
    await page.getByTestId("confirm-step").click();
    await expect(line.getByTestId("line-left")).toContainText("4 000,00");
    await expect(line).toContainText(second);
    await line.getByTestId("credit-line").click();
    await page.getByTestId("search-requests").fill(second);
    await expect(page.getByTestId("payable")).toHaveCount(1);
    await page.getByTestId("amount").fill("4000,01");
    await page.getByTestId("confirm-step").click();
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("4 000,00");
    await page.getByTestId("amount").fill("4000");
    await page.getByTestId("confirm-step").click();
    await expect(line).toHaveCount(0);
  });

  await test.step("what is not ours leaves the list with a reason, and comes back", async () => {
    await lines.getByTestId("ignore-line").click();
    await page.getByTestId("reason").fill("проценты банка");
    await page.getByTestId("confirm-step").click();
    await expect(page.getByText("Все строки разобраны.")).toBeVisible();
    await page.getByTestId("toast-undo").last().click();
    await expect(lines).toHaveCount(1);
    await lines.getByTestId("ignore-line").click();
    await page.getByTestId("reason").fill("проценты банка");
    await page.getByTestId("confirm-step").click();
    await expect(lines).toHaveCount(0);
    await page.getByTestId("ignored").click();
    await expect(lines.getByTestId("line-reason")).toHaveText("проценты банка");
    await lines.getByTestId("line-history").click();
    await expect(lines).toContainText("Отмечена как не наша: проценты банка");
  });

  await test.step("used lines are found, and a credit is taken back", async () => {
    await page.getByTestId("used").click();
    await page.getByTestId("search").fill("10 000");
    await expect(page).toHaveURL(/search=/);
    await expect(lines.getByTestId("line-credit")).toHaveCount(2);
    await lines.getByTestId("line-credit").filter({ hasText: first }).getByTestId("take-back").click();
    await page.getByTestId("reason").fill("деньги другого клиента");
    await page.getByTestId("confirm-step").click();
    await expect(lines).toHaveCount(0);
    await page.getByTestId("open").click();
    await expect(lines.getByTestId("line-left")).toContainText("6 000,00");
  });

  await test.step("on a phone a line fits the screen", async () => {
    const phone = await Phone.logIn(browser, server, "agent", AGENT_OWNER);
    await phone.page.goto("/agent/statement-lines");
    await expect(phone.get("statement-line")).toHaveCount(1);
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await phone.tap("credit-line");
    await expect(phone.get("payable").first()).toBeVisible();
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await phone.close();
  });
});
