/** Top-ups of the balance and of payment apps, with client and agent side by side. */
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

test("a top-up goes from the request to the balance of the client", async ({ page, browser, server }) => {
  const guest = await browser.newContext({ baseURL: server.url, locale: "ru-RU" });
  const cabinet = await guest.newPage();
  await new LoginPage(cabinet).logIn("client", CLIENT);
  await cabinet.goto("/client/balance?topup=7777.50&currency=RUB");
  await expect(cabinet.getByTestId("amount")).toHaveValue("7777.50");
  await cabinet.getByTestId("comment").fill("с карты Сбера");
  await cabinet.getByTestId("request-topup").click();
  const mine = cabinet.getByTestId("request").filter({ hasText: "7 777,50" });
  await expect(mine.getByTestId("request-status")).toHaveText("Ждёт реквизитов");

  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/balance-requests?status=requested");
  const theirs = page.getByTestId("request").filter({ hasText: "7 777,50" });
  await expect(theirs).toContainText("с карты Сбера");
  await theirs.getByTestId("issue").click();
  await page.getByTestId("requisites").last().fill("Сбербанк 2202 2000 1234 5678, Анна С.");
  await page.getByTestId("confirm-step").click();
  await expect(theirs).toBeHidden();

  await cabinet.reload();
  await expect(mine.getByTestId("requisites")).toContainText("2202 2000");
  const link = await mine.getByRole("link").getAttribute("href");
  await test.step("anybody with the link sees the requisites", async () => {
    const stranger = await (await browser.newContext({ baseURL: server.url, locale: "ru-RU" })).newPage();
    await stranger.goto(link ?? "");
    await expect(stranger.getByTestId("requisites")).toContainText("2202 2000");
    await expect(stranger.getByTestId("amount")).toContainText("7 777,50");
    await stranger.goto("/client/r/nosuchcode");
    await expect(stranger.getByRole("alert")).toBeVisible();
  });
  await mine.getByTestId("report").click();
  await expect(mine.getByTestId("request-status")).toHaveText("Проверяется");

  await page.goto("/agent/balance-requests");
  await page.getByTestId("statement").fill("21.11.2026;11,00;другое");
  await page.getByTestId("find-matches").click();
  await expect(page.getByText("Совпадений нет")).toBeVisible();
  await page.getByTestId("statement-file").setInputFiles({ name: "kl_to_1c.txt", mimeType: "text/plain", buffer: Buffer.from("1CClientBankExchange\nСекцияДокумент=Платежное поручение\nСумма=7777.50\nНазначениеПлатежа=перевод от K101\nКонецДокумента\n") });
  await expect(page.getByTestId("statement")).toHaveValue(/7777\.50\s+перевод от K101/);
  await page.getByTestId("match").first().getByTestId("confirm-match").click();
  await page.getByTestId("confirm-step").click();
  await expect(page.getByTestId("request").filter({ hasText: "7 777,50" }).getByTestId("request-status")).toHaveText("Зачислено");

  await cabinet.goto("/client/balance");
  await expect(cabinet.getByTestId("operation").first()).toContainText("7 777,50");
  await expect(mine.getByTestId("request-status")).toHaveText("Зачислено");
  await guest.close();
});

test("a payment app is topped up from the yuan balance; an insufficient balance is refused", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const asked = await client.post<{ id: number }>("/client/wallet-topup", { wallet: "alipay", account: "li@example.com", amount: "99999" });
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/wallet-topups?status=requested");
  const request = page.getByTestId("request").filter({ hasText: "99 999,00" });
  page.on("dialog", (dialog) => void dialog.accept());
  await request.getByTestId("pay").click();
  await expect(page.getByRole("alert")).toBeVisible();
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "100000", currency: "CNY", memo: "пополнение" });
  await request.getByTestId("pay").click();
  await expect(request).toBeHidden();
  expect(asked.id).toBeGreaterThan(0);

  await page.context().clearCookies();
  await new LoginPage(page).logIn("client", CLIENT);
  await page.goto("/client/wallet-topup");
  await expect(page.getByTestId("request").filter({ hasText: "99 999,00" }).getByTestId("request-status")).toHaveText("Пополнено");
});
