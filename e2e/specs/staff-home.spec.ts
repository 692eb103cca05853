import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, type Order } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";

const WAREHOUSE = "+79990000004";
const CUP = { title: "搪瓷杯", url: "https://detail.1688.com/offer/5.html", price: "15.20" };

test("the home page counts the work, leads to it and shows the charts", async ({ page, client }) => {
  const draft = await client.draft("Ждёт цены");
  await client.addItem(draft.id, CUP);
  await client.submit(draft.id);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent");
  await expect(page.getByRole("heading", { level: 1, name: "Главная" })).toBeVisible();
  await expect(page.getByRole("img", { name: /Заказы по дням/ })).toBeVisible();
  await page.getByText("Числа").last().click();
  await expect(page.getByRole("table").last()).toBeVisible();
  await expectAccessible(page);
  await page.getByTestId("task-orders_to_price").click();
  await expect(page).toHaveURL(/section=to_price/);
  await expect(page.getByTestId("order-row").filter({ hasText: "Ждёт цены" })).toBeVisible();
});

test("a warehouse worker lands on the scanner", async ({ page }) => {
  await new LoginPage(page).logIn("agent", WAREHOUSE, "/agent");
  await expect(page).toHaveURL(/\/agent\/scan$/);
});

test("the palette finds an order by a code in the wrong alphabet, and goes to pages", async ({ page, client }) => {
  const draft = await client.draft("Найти палитрой");
  await client.addItem(draft.id, CUP);
  const order = await client.submit(draft.id);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent");
  await page.keyboard.press("Control+k");
  const input = page.getByRole("combobox", { name: /Заказ, клиент/ });
  await expect(input).toBeFocused();
  await expectAccessible(page);
  // Cyrillic letters instead of the Latin ones of the number.
  await input.fill(order.number.replace("K", "к"));
  await expect(page.getByRole("option").first()).toContainText(order.number);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/agent/orders/${order.id}$`));

  await page.keyboard.press("Control+k");
  await input.fill("отчёты");
  await expect(page.getByRole("listbox", { name: "Результаты" }).getByRole("option")).toHaveText(["Отчёты"]);
  await input.press("Enter");
  await expect(page).toHaveURL(/\/agent\/reports$/);
  await page.keyboard.press("Control+k");
  await input.fill("нет такого нигде");
  await expect(page.getByTestId("palette-message")).toHaveText("Ничего не найдено");
  await page.keyboard.press("Escape");
  await expect(input).toHaveCount(0);
  await page.keyboard.press("Shift+Slash");
  await expect(page.getByRole("dialog", { name: "Сочетания клавиш" })).toBeVisible();
});

test("from the card, keys lead to the neighbours, and the table returns to the row", async ({ page, client }) => {
  for (const title of ["Соседний первый", "Соседний второй"]) {
    const draft = await client.draft(title);
    await client.addItem(draft.id, CUP);
    await client.submit(draft.id);
  }
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/orders?search=Соседний");
  const rows = page.getByTestId("order-row");
  await expect(rows).toHaveCount(2);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.locator(".facts")).toContainText("Соседний второй");
  await page.keyboard.press("BracketRight");
  await expect(page.locator(".facts")).toContainText("Соседний первый");
  await expect(page.getByTestId("next-order")).toHaveCount(0);
  await page.getByTestId("back-to-orders").click();
  await expect(page).toHaveURL(/search=/);
  await expect(rows.filter({ hasText: "Соседний первый" })).toHaveClass(/chosen/);
});

test("a large order folds its shops, is short, and its items can be found", async ({ page, client }) => {
  const draft = await client.draft("Большой");
  for (let number = 1; number <= 60; number += 1) {
    const url = `https://detail.1688.com/offer/${number}.html`;
    await client.addItem(draft.id, { ...CUP, title: `杯子 ${number}`, url, shop: { name: `店${number % 3}` } });
  }
  const order = (await client.submit(draft.id)) as Order;
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/orders/${order.id}`);
  const card = new OrderCard(page);
  await expect(card.items).toHaveCount(20);
  await expect(page.getByTestId("order-steps").locator("[aria-current]")).toContainText("На расчёте");
  await page.getByTestId("fold-shop").first().click();
  await expect(card.items).toHaveCount(0);
  await page.getByTestId("find-item").fill("杯子 47");
  await expect(card.items).toHaveCount(1);
  await expect(card.item("杯子 47")).toBeVisible();
  await page.getByTestId("find-item").fill("нет такого");
  await expect(page.getByTestId("no-items")).toBeVisible();
});
