/** Top-ups of the balance and of payment apps, with client and agent side by side. */
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { readQr } from "../harness/qr.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { Phone } from "../pages/phone.ts";
import { answerQuestion } from "../pages/shell.ts";

const REQUISITES = "ИП Соколова Анна\nБанк: ПАО Сбербанк, БИК 044525225\nСчёт 40802810100000000001";

test("a top-up goes from the request to the balance of the client", async ({ page, browser, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const guest = await browser.newContext({ baseURL: server.url, locale: "ru-RU" });
  const cabinet = await guest.newPage();
  await new LoginPage(cabinet).logIn("client", CLIENT, "/client/balance?topup=7777.50&currency=RUB");
  await expect(cabinet.getByTestId("amount")).toHaveValue("7777,50");
  await cabinet.getByTestId("comment").first().fill("с карты Сбера");
  await cabinet.getByTestId("request-topup").click();
  const mine = cabinet.getByTestId("request").filter({ hasText: "7 777,50" });
  await expect(mine.getByTestId("request-status")).toHaveText("Ждёт реквизитов");

  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/balance-requests?status=requested");
  const theirs = page.getByTestId("request").filter({ hasText: "7 777,50" });
  await expect(theirs).toContainText("с карты Сбера");
  await theirs.getByTestId("issue").click();
  await page.getByTestId("requisites").last().fill(REQUISITES);
  await page.getByTestId("confirm-step").click();
  await expect(theirs).toBeHidden();

  await cabinet.reload();
  await expect(mine.getByTestId("requisites")).toContainText("40802810100000000001");
  await test.step("the app of a bank reads the payment from a code", async () => {
    const code = await readQr(mine.getByTestId("payment-code").locator("svg"));
    expect(code).toContain("ST00012|Name=ИП Соколова Анна|PersonalAcc=40802810100000000001|BankName=ПАО Сбербанк|BIC=044525225");
    expect(code).toContain("|Sum=777750|");
  });
  const link = await mine.getByRole("link").getAttribute("href");
  await test.step("anybody with the link sees the requisites", async () => {
    const stranger = await (await browser.newContext({ baseURL: server.url, locale: "ru-RU" })).newPage();
    await stranger.goto(link ?? "");
    await expect(stranger.getByTestId("requisites")).toContainText("40802810100000000001");
    await expect(stranger.getByTestId("payment-code")).toBeVisible();
    await expect(stranger.getByTestId("amount")).toContainText("7 777,50");
    await expect(stranger.getByRole("heading")).toContainText("Лотос Карго");
    await stranger.goto("/client/r/nosuchcode");
    await expect(stranger.getByRole("alert")).toBeVisible();
  });
  await mine.getByTestId("report").click();
  await expect(mine.getByTestId("request-status")).toHaveText("Проверяется");

  await page.goto("/agent/statement-lines");
  const lines = page.getByTestId("statement-line");
  await page
    .getByTestId("statement-file")
    .setInputFiles({
      name: "kl_to_1c.txt",
      mimeType: "text/plain",
      buffer: Buffer.from(
        "1CClientBankExchange\nСекцияДокумент=Платежное поручение\nСумма=7777.50\nНазначениеПлатежа=перевод от K101\nКонецДокумента\n",
      ),
    });
  await expect(page.getByTestId("statement-kept")).toHaveText("Добавлено: 1");
  await expect(lines).toContainText("перевод от K101");
  // The line names the client, so it is credited by the one click.
  await lines.getByTestId("credit-line").click();
  await expect(lines).toHaveCount(0);
  await page.goto("/agent/balance-requests?waiting=false");
  await expect(page.getByTestId("request").filter({ hasText: "7 777,50" }).getByTestId("request-status")).toHaveText("Зачислено");

  await cabinet.goto("/client/balance");
  await expect(cabinet.getByTestId("operation").first()).toContainText("7 777,50");
  await expect(mine.getByTestId("request-status")).toHaveText("Зачислено");

  await test.step("a wrong confirmation is taken back, and the line is offered again", async () => {
    const credited = page.getByTestId("request").filter({ hasText: "7 777,50" });
    await credited.getByTestId("reopen").click();
    await page.getByTestId("reason").fill("деньги другого клиента");
    await page.getByTestId("confirm-step").click();
    await expect(credited.getByTestId("request-status")).toHaveText("Проверяется");
    await cabinet.reload();
    await expect(cabinet.getByTestId("operation").first()).toContainText("деньги другого клиента");
    await expect(mine.getByTestId("request-status")).toHaveText("Проверяется");
    await page.goto("/agent/statement-lines");
    await expect(lines).toHaveCount(1);
  });
  await test.step("the same operation in another format is asked about", async () => {
    await client.post("/client/balance/requests", { amount: "7777.50", currency: "RUB" });
    const { data } = await owner.send<{ data: { id: number; status: string }[] }>("GET", "/agent/balance-requests");
    await owner.post(`/agent/balance-requests/${data.find(({ status }) => status === "requested")!.id}/issue`, { requisites: "карта" });
    await page.getByTestId("statement").fill("20.11.2026;7 777,50;K101");
    await page.getByTestId("keep-statement").click();
    await expect(lines).toHaveCount(2);
    await page.getByTestId("statement").fill("Дата;Сумма;Плательщик\n20.11.2026;7 777,50;ИП Петров K101");
    await page.getByTestId("keep-statement").click();
    const similar = lines.filter({ hasText: "ИП Петров" });
    await expect(similar.getByTestId("similar-line")).toContainText("20.11.2026;7 777,50;K101");
    await similar.getByTestId("credit-line").click();
    await expect(page.getByRole("dialog").getByTestId("similar-line")).toBeVisible();
    await page.keyboard.press("Escape");
  });
  await guest.close();
});

test("a payment app is topped up from the yuan balance; an insufficient balance is refused", async ({ page, client, server, browser }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const guest = await browser.newContext({ baseURL: server.url, locale: "ru-RU" });
  const cabinet = await guest.newPage();
  await new LoginPage(cabinet).logIn("client", CLIENT);
  await cabinet.goto("/client/wallet-topup");
  await cabinet.getByTestId("account").fill("li@example.com");
  await cabinet.getByTestId("amount").fill("99 999");
  await expect(cabinet.getByTestId("wallet-left")).toContainText("−");
  await cabinet.getByTestId("request-wallet-topup").click();
  await cabinet.getByTestId("confirm-sum").click();
  await expect(cabinet.getByRole("alert")).toContainText("не хватает денег");
  await cabinet.getByTestId("cancel-sum").click();
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "100000", currency: "CNY", memo: "пополнение" });
  const before = await client.send<{ accounts: { amount: string }[] }>("GET", "/client/balance");
  await cabinet.getByTestId("request-wallet-topup").click();
  await cabinet.getByTestId("confirm-sum").click();
  const mine = cabinet.getByTestId("request").filter({ hasText: "99 999,00" });
  await expect(mine.getByTestId("request-status")).toHaveText("Ждёт агента");
  await expect(mine.getByTestId("next")).toContainText("Агент пополнит счёт");
  const after = await client.send<{ accounts: { amount: string }[] }>("GET", "/client/balance");
  expect(Number(before.accounts[1]!.amount) - Number(after.accounts[1]!.amount)).toBeCloseTo(99_999);

  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/wallet-topups?status=requested");
  const request = page.getByTestId("request").filter({ hasText: "99 999,00" });
  await request.getByTestId("pay").click();
  await expect(page.getByTestId("sum-amount")).toContainText("99 999,00");
  await page.getByTestId("confirm-sum").click();
  await expect(request).toBeHidden();
  await cabinet.reload();
  await expect(mine.getByTestId("request-status")).toHaveText("Пополнено");
  await expect(mine.getByTestId("next")).toContainText("Счёт пополнен");
  await guest.close();
});

test("a request is canceled only after the question of the page is confirmed", async ({ page, client }) => {
  await client.post("/client/balance/requests", { amount: "321.00", currency: "RUB" });
  await new LoginPage(page).logIn("client", CLIENT, "/client/balance");
  const request = page.getByTestId("request").filter({ hasText: "321,00" });
  await request.getByTestId("cancel").click();
  await expect(page.getByTestId("confirmation-confirm")).toHaveText("Отменить заявку");
  await answerQuestion(page, "no");
  await expect(request.getByTestId("request-status")).toHaveText("Ждёт реквизитов");
  await request.getByTestId("cancel").click();
  await answerQuestion(page, "yes");
  await expect(request.getByTestId("request-status")).toHaveText("Отменено");
});

test("on a phone an order leads to the filled-in top-up, and back when the money is there", async ({ browser, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await client.draft("Не хватает денег");
  await client.addItem(order.id, { title: "大衣", url: "https://detail.1688.com/offer/7.html", price: "90000" });
  await client.submit(order.id);
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
  const phone = await Phone.logIn(browser, server, "client", CLIENT);
  await phone.page.goto("/client/balance");
  await expect(phone.get("operation").first()).toBeAttached();
  await expect(phone.get("request-topup")).toBeInViewport();
  await phone.page.goto(`/client/orders/${order.id}`);
  await phone.tap("top-up-now");

  await expect(phone.get("amount")).not.toHaveValue("");
  const missing = await phone.get("amount").inputValue();
  const currency = await phone.get("currency").inputValue();
  await expect(phone.get("amount")).toBeInViewport();
  await expect(phone.get("back")).toBeInViewport();
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await phone.tap("request-topup");
  await expect(phone.get("request").first()).toBeVisible();
  await expect(phone.get("money-arrived")).toHaveCount(0);

  await owner.post("/agent/clients/1/balance/adjustments", { amount: missing.replace(",", "."), currency, memo: "перевод" });
  await expect(phone.get("money-arrived")).toContainText("Деньги на балансе");
  await phone.page.getByRole("link", { name: "Перейти к оплате заказа" }).tap();
  await expect(phone.page).toHaveURL(new RegExp(`/client/orders/${order.id}$`));
  await expect(phone.get("pay-now")).toBeInViewport();
  await phone.close();
});
