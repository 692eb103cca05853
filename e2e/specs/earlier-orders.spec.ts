/** Open orders of an earlier system: preview with sums, a question about an unknown status, the import, and its undo. */
import { AGENT_OWNER } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { answerQuestion } from "../pages/shell.ts";

const SHEET = [
  "Номер заказа;Телефон;Товар;Ссылка;Цена, ¥;Кол-во;Статус;Сумма, ₽;Оплачено, ₽",
  "A-101;+79990000002;Кружка;https://detail.1688.com/offer/1.html;12,50;4;На складе;1 000;1 000",
  "A-101;;Носки;https://detail.1688.com/offer/2.html;5;2;Выкуплен;;",
  "A-102;+79990000002;Куртка;https://detail.1688.com/offer/4.html;100;1;Отправлен;1 500;1 500",
  "A-103;+79990000002;Зонт;https://detail.1688.com/offer/5.html;100;1;Выкуплен;1 500;900",
  "A-104;+79995550099;Шарф;https://detail.1688.com/offer/6.html;30;1;Новый;;",
  "A-105;+79990000002;Шапка;;;;Отменён;;",
].join("\r\n");

test("open orders are imported with their payments, and undone as a whole", async ({ page }, testInfo) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/clients");
  await page.getByRole("link", { name: "Импорт из таблицы" }).click();
  await page.getByRole("link", { name: "Заказы прежней системы" }).click();
  await expect(page.getByRole("heading", { name: "Заказы прежней системы" })).toBeVisible();
  const file = page.locator("input[type=file]");
  await file.setInputFiles({ name: "пусто.csv", mimeType: "text/csv", buffer: Buffer.from("Номер заказа;Клиент\r\n") });
  await expect(page.getByTestId("empty")).toBeVisible();
  await file.setInputFiles({ name: "заказы.csv", mimeType: "text/csv", buffer: Buffer.from(SHEET) });
  await expect(page.getByTestId("import-counts")).toHaveText("Готовы к импорту: 1 · С ошибками: 3 · Не импортируются: 1");
  const rows = page.getByTestId("import-rows").locator("tbody tr");
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(2)).toContainText("оплата не сходится");
  await expect(rows.nth(3)).toContainText("нет такого клиента");

  await page.getByTestId("import-stage").getByRole("combobox").selectOption({ label: "Едет на склад" });
  await expect(page.getByTestId("import-counts")).toHaveText("Готовы к импорту: 2 · С ошибками: 2 · Не импортируются: 1");
  await expect(page.getByTestId("import-stage")).toHaveCount(0);
  await expect(page.getByTestId("import-money")).toHaveText([/балансы клиентов: 2\s500,00\s₽/, /заказы: 2\s500,00\s₽/]);
  await testInfo.attach("preview", { body: await page.screenshot(), contentType: "image/png" });
  await page.getByTestId("import-confirm").click();
  // Money moves, so the page asks.
  await expect(page.getByRole("dialog")).toContainText(/2\s500,00\s₽/);
  await answerQuestion(page, "yes");
  await expect(page.getByTestId("import-done")).toHaveText("Импортировано заказов: 2 · Не импортировано: 0");

  await page.goto("/agent/orders?search=A-102");
  await expect(page.getByTestId("order-row")).toHaveCount(1);
  await expect(page.getByTestId("order-row")).toContainText("A-102");

  await page.goto("/agent/clients/import/orders");
  await expect(page.getByTestId("order-import")).toContainText("Заказов: 2");
  await page.getByTestId("undo-import").click();
  await answerQuestion(page, "yes");
  await expect(page.getByTestId("order-import")).toContainText("Отменён");
  await page.goto("/agent/orders?search=A-102");
  await expect(page.getByTestId("order-row")).toContainText("Отменён");
});

test("a file that can't be read shows why, and the page goes on", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/clients/import/orders");
  const file = page.locator("input[type=file]");
  await file.setInputFiles({ name: "пусто.csv", mimeType: "text/csv", buffer: Buffer.from("") });
  await expect(page.getByRole("alert")).toBeVisible();
  await file.setInputFiles({ name: "заказы.csv", mimeType: "text/csv", buffer: Buffer.from(SHEET) });
  await expect(page.getByTestId("import-counts")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});
