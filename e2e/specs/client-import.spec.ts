/** Clients from a spreadsheet: template, preview with the errors of each row, creation, and the rows to correct. */
import { readFileSync } from "node:fs";
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { answerQuestion } from "../pages/shell.ts";

const SHEET = [
  "Имя;Телефон;Компания;Язык",
  "Ольга Дюкова;+7 999 555 11 22;Лавка;русский",
  "Чжан Вэй;8 (999) 555-11-33;;中文",
  "Игорь Петров;+79990000002;;",
  "Без номера;123;;",
].join("\r\n");

test("a sheet becomes clients, and its faulty rows are downloaded", async ({ page }, testInfo) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/clients");
  await page.getByRole("link", { name: "Импорт из таблицы" }).click();
  await expect(page.getByRole("heading", { name: "Импорт клиентов" })).toBeVisible();
  const template = page.waitForEvent("download");
  await page.getByRole("link", { name: "Скачать шаблон" }).click();
  const workbook = await (await template).path();
  const file = page.locator("input[type=file]");
  await file.setInputFiles({
    name: "шаблон.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: readFileSync(workbook),
  });
  await expect(page.getByTestId("import-rows").or(page.getByTestId("empty"))).toBeVisible();

  await file.setInputFiles({ name: "клиенты.csv", mimeType: "text/csv", buffer: Buffer.from(SHEET) });
  await expect(page.getByTestId("import-counts")).toHaveText("Готовы к импорту: 2 · С ошибками: 2");
  const rows = page.getByTestId("import-rows").locator("tbody tr");
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(2)).toContainText("уже ваш клиент");
  await page.getByTestId("import-only-faulty").check();
  await expect(rows).toHaveCount(2);
  await testInfo.attach("preview", { body: await page.screenshot(), contentType: "image/png" });

  await page.getByRole("button", { name: "Импортировать: 2" }).click();
  await expect(page.getByTestId("import-done")).toContainText("Добавлено клиентов: 2 · Не добавлено: 2");
  const refused = page.waitForEvent("download");
  await page.getByTestId("import-refused").click();
  const text = readFileSync(await (await refused).path(), "utf8");
  expect(text).toContain('"+79990000002"');
  expect(text).not.toContain("Ольга Дюкова");

  await page.getByTestId("crumb").click();
  await page.getByTestId("search").fill("Дюкова");
  await expect(page.getByTestId("client-row")).toHaveCount(1);
  await expect(page.getByTestId("client-row")).toContainText("Лавка");
});

test("a filled column that is not imported is named above the button and asked about", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/clients");
  await page.getByRole("link", { name: "Импорт из таблицы" }).click();
  const sheet = ["Имя;Телефон;Скидка", "Пётр Ильин;+7 999 555 22 11;5 %"].join("\n");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "клиенты.csv", mimeType: "text/csv", buffer: Buffer.from(sheet) });
  await expect(page.getByTestId("import-undecided")).toContainText("«Скидка»");
  await expect(page.getByTestId("import-confirm")).toBeDisabled();
  await page.getByTestId("import-ignore").check();
  await page.getByTestId("import-confirm").click();
  await expect(page.getByTestId("import-done")).toContainText("Добавлено клиентов: 1");
});

test("codes and opening balances of an earlier system are shown in sum, and posted", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/clients");
  await page.getByRole("link", { name: "Импорт из таблицы" }).click();
  const sheet = [
    "Клиент;Телефон;Код клиента;Остаток, ¥",
    "Вера Сомова;+7 999 555 33 11;v-7;1 250,50",
    "Юрий Сомов;+7 999 555 33 12;;300 ₽",
    "Без суммы;+7 999 555 33 13;v-7;много",
  ].join("\n");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "клиенты.csv", mimeType: "text/csv", buffer: Buffer.from(sheet) });
  await expect(page.getByTestId("import-openings")).toHaveText(/1\s250,50\s¥ \+ 300,00\s₽/);
  await expect(page.getByTestId("import-rows").locator("tbody tr").nth(2)).toContainText("неверная сумма");
  await page.getByRole("button", { name: "Импортировать: 2" }).click();
  // Money is credited, so the page asks.
  await expect(page.getByRole("dialog")).toContainText(/1\s250,50\s¥ \+ 300,00\s₽/);
  await answerQuestion(page, "yes");
  await expect(page.getByTestId("import-done")).toContainText("Добавлено клиентов: 2");
  await page.getByTestId("crumb").click();
  await page.getByTestId("search").fill("Сомов");
  await expect(page.getByTestId("client-row")).toHaveCount(2);
  await expect(page.getByTestId("client-row").filter({ hasText: "V-7" })).toContainText(/1\s250,50\s¥/);
});

test("an existing client without operations gets its balance only", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/clients", { name: "Инна Остаток", phone: "+79995553321" });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/clients/import");
  const sheet = ["Клиент;Телефон;Остаток", "Инна;+7 999 555 33 21;700", "Иван;+7 999 000 00 02;5"].join("\n");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "остатки.csv", mimeType: "text/csv", buffer: Buffer.from(sheet) });
  const rows = page.getByTestId("import-rows").locator("tbody tr");
  await expect(rows.nth(0).getByTestId("import-existing")).toContainText("Инна Остаток: только остаток");
  await expect(rows.nth(1)).toContainText("у клиента уже есть операции");
  await page.getByTestId("import-confirm").click();
  await answerQuestion(page, "yes");
  await expect(page.getByTestId("import-done")).toContainText("Добавлено клиентов: 0 · Внесено остатков: 1 · Не добавлено: 1");
});
