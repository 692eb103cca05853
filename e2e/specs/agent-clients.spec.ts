/** The agent's list of clients, and tables exported as files. */
import { readFileSync } from "node:fs";
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { answerQuestion } from "../pages/shell.ts";

test("staff find a client, correct its balance and disable it", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/clients");
  await page.getByTestId("search").fill("маяк");
  await expect(page.getByTestId("client-row")).toHaveCount(1);
  await expect(page.getByTestId("client-row")).toContainText("K103");
  await page.getByTestId("search").fill("K101");
  await page.getByTestId("client-row").filter({ hasText: "K101" }).getByRole("link").click();
  await expect(page.getByTestId("client-code")).toHaveText("K101");
  await expect(page.getByTestId("person")).toContainText("+79990000002");

  const before = await client.send<{ accounts: { amount: string }[] }>("GET", "/client/balance");
  await page.getByTestId("adjust").click();
  await page.getByTestId("amount").fill("123,45");
  await page.getByTestId("memo").fill("Бонус за отзыв");
  await page.getByTestId("confirm-step").click();
  // A reload would abort the request.
  await expect(page.getByTestId("confirm-step")).toBeHidden();
  await page.reload();
  await expect(page.getByTestId("operation").first()).toContainText("Бонус за отзыв");
  const after = await client.send<{ accounts: { amount: string }[] }>("GET", "/client/balance");
  expect(Number(after.accounts[0]!.amount) - Number(before.accounts[0]!.amount)).toBeCloseTo(123.45);

  await page.getByTestId("disable-client").click();
  await answerQuestion(page, "yes");
  await expect(page.locator(".page-head .badge")).toHaveText("Отключён");
  await expect(client.send("GET", "/client/orders")).rejects.toThrow("401");
  expect((await owner.send<{ disabled: boolean }>("GET", "/agent/clients/1")).disabled).toBe(true);
});

test("the order table and the operation history are downloaded as XLSX files", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  for (const [path, name] of [["/agent/orders?section=to_price", "orders.xlsx"], ["/agent/clients/1", "operations.xlsx"]] as const) {
    await page.goto(path);
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByTestId("download").click()]);
    expect(file.suggestedFilename()).toBe(name);
    // XLSX files are ZIP archives.
    expect(readFileSync(await file.path()).subarray(0, 2).toString()).toBe("PK");
  }
});
