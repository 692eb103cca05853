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
  const facts = page.getByTestId("client-facts");
  await expect(facts.getByTestId("client-phone")).toHaveAttribute("href", "tel:+79990000002");
  await expect(facts.getByTestId("client-balances")).toContainText("₽");
  await expect(facts.getByTestId("client-debt").getByRole("link")).toHaveAttribute("href", "/agent/orders?client_id=1&status=quoted");
  await page.getByTestId("tab-staff").click();
  await expect(page.getByTestId("person")).toContainText("+79990000002");
  await page.getByTestId("tab-balance").click();
  await expect(page).toHaveURL(/tab=balance$/);

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

  await page.getByTestId("tab-settings").click();
  await page.getByTestId("disable-client").click();
  await answerQuestion(page, "yes");
  await expect(page.locator(".page-head .badge")).toHaveText("Отключён");
  await expect(client.send("GET", "/client/orders")).rejects.toThrow("401");
  expect((await owner.send<{ disabled: boolean }>("GET", "/agent/clients/1")).disabled).toBe(true);
});

test("the order table and the operation history are downloaded as XLSX files", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const tables = [
    ["/agent/orders?section=to_price", "orders.xlsx"],
    ["/agent/clients/1?tab=balance", "operations.xlsx"],
  ] as const;
  for (const [path, name] of tables) {
    await page.goto(path);
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByTestId("download").click()]);
    expect(file.suggestedFilename()).toBe(name);
    // XLSX files are ZIP archives.
    expect(readFileSync(await file.path()).subarray(0, 2).toString()).toBe("PK");
  }
});

test("staff add a client and send the link of the invitation", async ({ page, context, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/clients");
  await page.getByRole("button", { name: "Добавить клиента" }).click();
  const dialog = page.getByRole("dialog", { name: "Добавить клиента" });
  await dialog.getByLabel("Имя").fill("Мария Северова");
  await dialog.getByLabel("Телефон").fill("+7 999 000-00-02");
  await dialog.getByRole("button", { name: "Добавить клиента" }).click();
  await expect(dialog.getByTestId("phone")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Телефон").fill("8 999 555-77-01");
  await dialog.getByLabel("Компания").fill("ООО «Север»");
  await dialog.getByLabel("Язык").selectOption({ label: "中文" });
  await dialog.getByRole("button", { name: "Добавить клиента" }).click();
  await expect(page).toHaveURL(/\/agent\/clients\/\d+\?tab=staff$/);
  await expect(page.getByTestId("person")).toContainText("+79995557701");
  await expect(page.getByTestId("person")).toContainText("не подтверждён");
  await page.getByTestId("login-link").click();
  await page.getByTestId("invitation-link").getByRole("button", { name: "Скопировать" }).click();
  await expect(page.getByRole("button", { name: "Скопировано" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${server.url}/client/invitation#`);

  await page.getByTestId("tab-settings").click();
  await expect(page.getByTestId("client-history")).toContainText("Создана ссылка для входа");
  await page.getByTestId("tab-orders").click();
  await expect(page.getByTestId("empty")).toContainText("Заказов пока нет");
  const found = await owner.send<{ data: { company: string }[] }>("GET", "/agent/clients?search=Северова");
  expect(found.data.map((row) => row.company)).toEqual(["ООО «Север»"]);
});

test("a client gets an own commission and a manager, and the history names both", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/clients/1?tab=settings");
  const own = page.getByTestId("own-commission");
  await expect(own).toContainText("Действует общая комиссия");
  await own.getByRole("button", { name: "Задать свою комиссию" }).click();
  await own.getByLabel("Комиссия", { exact: false }).first().fill("2,5");
  await own.getByLabel("Минимум за заказ").fill("30");
  await own.getByRole("button", { name: "Сохранить" }).click();
  const newest = page.getByTestId("client-history").getByRole("listitem").first();
  await expect(newest.getByTestId("client-change")).toContainText("2,5 %");
  await page.reload();
  await expect(own.getByLabel("Минимум за заказ")).toHaveValue(/^30[.,]00$/);
  await own.getByRole("button", { name: "Вернуть общую комиссию" }).click();
  await expect(own).toContainText("Действует общая комиссия");

  await page.goto("/agent/clients");
  await page.getByRole("checkbox", { name: "K101" }).check();
  await page.getByRole("checkbox", { name: "K103" }).check();
  await expect(page.getByTestId("selected-clients")).toContainText("Выбрано: 2");
  await page.getByLabel("Назначить менеджера").selectOption("nobody");
  await expect(page.getByTestId("selected-clients")).toBeHidden();
  await page.getByRole("checkbox", { name: "K101" }).check();
  const name = await page.getByLabel("Назначить менеджера").getByRole("option").nth(1).innerText();
  await page.getByLabel("Назначить менеджера").selectOption({ index: 1 });
  await expect(page.getByTestId("client-row").filter({ hasText: "K101" })).toContainText(name);
  await page.goto("/agent/clients/1");
  await expect(newest.getByTestId("client-change")).toContainText(name);
});

test("a client gets an own rate and own offers beside those of all clients", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.send("PATCH", "/agent/settings/rate", { base: "CNY", source: "fixed", fixed: "12.5" });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/clients/1?tab=settings");
  const rate = page.getByTestId("own-rate-CNY");
  await expect(rate).toContainText("Для всех клиентов: 12,50 ₽");
  await rate.getByRole("button", { name: "Задать свой курс" }).click();
  await rate.getByLabel("Источник").selectOption({ label: "Свой курс" });
  await rate.getByLabel("Рублей за единицу").fill("0");
  await rate.getByRole("button", { name: "Сохранить" }).click();
  await expect(rate.getByRole("alert")).toBeVisible();
  await rate.getByLabel("Рублей за единицу").fill("11,75");
  await rate.getByRole("button", { name: "Сохранить" }).click();
  await expect(rate.getByTestId("client-rate")).toContainText("11,75 ₽");
  const changes = page.getByTestId("client-history").getByTestId("client-change");
  await expect(changes.first()).toContainText("CNY 11,75 ₽");

  const offers = page.getByTestId("own-offers");
  await expect(offers.getByLabel("Пополнение в рублях")).toContainText("Как для всех: доступно");
  await offers.getByLabel("Пополнение в рублях").selectOption({ label: "недоступно" });
  await offers.getByRole("button", { name: "Сохранить" }).click();
  await expect(changes.first()).toContainText("Пополнение в рублях");
  const terms = await client.send<{ payments: { rubles: boolean } }>("GET", "/client/terms");
  expect(terms.payments.rubles).toBe(false);
  const rates = await client.send<{ data: { effective: { rate: string } }[] }>("GET", "/client/rate");
  expect(rates.data[0]?.effective.rate).toBe("11.75");

  await rate.getByRole("button", { name: "Вернуть общий курс" }).click();
  await expect(rate.getByRole("button", { name: "Задать свой курс" })).toBeVisible();
});
