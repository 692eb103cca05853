/** The cash book: boxes, incomes, expenses, an exchange with its rate, a reversal, and the filters. */
import { readFileSync } from "node:fs";
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { expectAccessible } from "../harness/accessible.ts";
import { Phone } from "../pages/phone.ts";

test("money of the day is entered, exchanged, reversed and found", async ({ page, browser, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await client.draft("За что приход");
  await client.addItem(order.id, { title: "加绒卫衣", url: "https://detail.1688.com/offer/7.html", price: "60.00", quantity: 1 });
  await client.submit(order.id);
  await owner.post("/agent/settings/cash-categories", { name: "Ремонт весов", flow: "expense" });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/cash-entries");
  const boxes = page.getByTestId("cash-box");
  const entries = page.getByTestId("cash-entry");
  const addBox = async (name: string, currency: string) => {
    await page.getByTestId("new-box").click();
    await page.getByTestId("name").fill(name);
    await page.getByTestId("currency").selectOption(currency);
    await page.getByTestId("save-box").click();
    await expect(boxes.filter({ hasText: name })).toHaveCount(1);
  };
  await addBox("Тумбочка", "RUB");
  await addBox("Кошелёк WeChat", "CNY");
  const balance = (name: string) => boxes.filter({ hasText: name }).getByTestId("balance");
  const choose = async (field: string, name: string) => {
    const option = page.getByTestId(field).locator("option").filter({ hasText: name });
    await page.getByTestId(field).selectOption((await option.getAttribute("value")) ?? "");
  };

  await test.step("an income and an expense show the balance before they are entered", async () => {
    await page.getByTestId("new-income").click();
    await page.getByTestId("amount").fill("20 000");
    await choose("box_id", "Тумбочка");
    await expect(page.getByTestId("balance-after")).toContainText("20 000,00");
    await page.getByTestId("confirm-step").click();
    await expect(balance("Тумбочка")).toContainText("20 000,00");
    await page.getByTestId("new-expense").click();
    await page.getByTestId("amount").fill("1 500,50");
    await choose("box_id", "Тумбочка");
    await choose("category_id", "Ремонт весов");
    await page.getByTestId("note").fill("новый датчик");
    await page.getByTestId("confirm-step").click();
    await expect(balance("Тумбочка")).toContainText("18 499,50");
    await expect(entries.first()).toContainText("новый датчик");
  });

  await test.step("a box with a bank account is a statement for 1C", async () => {
    await boxes.filter({ hasText: "Тумбочка" }).getByTestId("change-box").click();
    await page.getByTestId("bank_account").fill("40702 810 9 0000 0000001");
    await page.getByTestId("save-box").click();
    const download = page.waitForEvent("download");
    await boxes.filter({ hasText: "Тумбочка" }).getByTestId("statement").click();
    const text = new TextDecoder("windows-1251").decode(readFileSync(await (await download).path()));
    expect(text).toContain("РасчСчет=40702810900000000001\r\n");
    expect(text).toContain("НазначениеПлатежа=Ремонт весов, новый датчик\r\n");
  });

  await test.step("an exchange asks for both sums and shows the rate", async () => {
    await page.getByTestId("new-move").click();
    await choose("box_id", "Тумбочка");
    await choose("to_box_id", "Кошелёк WeChat");
    await page.getByTestId("amount").fill("12500");
    await page.getByTestId("received").fill("1000");
    await expect(page.getByTestId("dialog").getByTestId("rate")).toHaveText("Курс: 1 CNY = 12,50 RUB");
    await page.getByTestId("confirm-step").click();
    await expect(balance("Кошелёк WeChat")).toContainText("1 000,00");
    await expect(entries.first().getByTestId("rate")).toHaveText("Курс: 1 CNY = 12,50 RUB");
  });

  await test.step("an entry is linked to what it is for", async () => {
    await page.getByTestId("new-income").click();
    await page.getByTestId("amount").fill("1");
    await choose("box_id", "Кошелёк WeChat");
    await page.getByTestId("link-search").fill("K101");
    await page.getByTestId("link-option").filter({ hasText: "K101" }).last().click();
    await expect(page.getByTestId("link-search")).toHaveValue("");
    const link = page.getByTestId("entry-link");
    await expect(link).toContainText("K101");
    await link.getByRole("button").click();
    await expect(link).toHaveCount(0);
    await page.getByTestId("link-search").fill("нет такого");
    await expect(page.getByTestId("dialog")).toContainText("Ничего не найдено");
    await page.getByTestId("link-search").fill(order.number);
    await page.getByTestId("link-option").filter({ hasText: order.number }).click();
    await page.getByTestId("confirm-step").click();
    await expect(entries.first().getByRole("link", { name: order.number })).toHaveAttribute("href", `/agent/orders/${order.id}`);
  });

  await test.step("an entry of a colleague appears, and the filters stay", async () => {
    const { boxes: stored, categories } = await owner.send<{
      boxes: { id: number; name: string }[];
      categories: { id: number; flow: string; for_clients: boolean }[];
    }>("GET", "/agent/cash-book");
    const box = stored.find(({ name }) => name === "Кошелёк WeChat")!;
    const category = categories.find((found) => found.flow === "income" && !found.for_clients)!;
    await page.getByTestId("filter-kind").focus();
    await owner.post("/agent/cash-entries", { flow: "income", box_id: box.id, amount: "9", category_id: category.id, note: "от коллеги" });
    await expect(entries.first()).toContainText("от коллеги");
    await expect(balance("Кошелёк WeChat")).toContainText("1 010,00");
    await expect(page.getByTestId("filter-kind")).toBeFocused();
  });

  await test.step("the new name of a box stays in its history", async () => {
    await boxes.filter({ hasText: "Кошелёк WeChat" }).getByTestId("change-box").click();
    await page.getByTestId("name").fill("WeChat Ли");
    await page.getByTestId("save-box").click();
    await boxes.filter({ hasText: "WeChat Ли" }).getByTestId("change-box").click();
    await page.getByTestId("box-history").click();
    await expect(page.getByTestId("box-change")).toHaveCount(2);
    await expect(page.getByTestId("box-change").first()).toContainText("Название: Кошелёк WeChat → WeChat Ли");
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("dialog")).toBeHidden();
  });

  await test.step("the entries of a box and a category are found, with their sum", async () => {
    await boxes.filter({ hasText: "Тумбочка" }).getByRole("link").click();
    await expect(entries).toHaveCount(3);
    await choose("filter-category", "Ремонт весов");
    await expect(entries).toHaveCount(1);
    await expect(page.getByTestId("sum-Expense-RUB")).toContainText("1 500,50");
    await page.reload();
    await expect(entries).toHaveCount(1);
  });

  await test.step("a mistake is reversed with a reason, and both entries stay", async () => {
    await entries.getByTestId("reverse").click();
    await page.getByTestId("reason").fill("внесли дважды");
    await page.getByTestId("confirm-step").click();
    await expect(entries).toHaveCount(2);
    await expect(entries.filter({ hasText: "новый датчик" }).getByTestId("reversed")).toBeVisible();
    await expect(entries.getByTestId("reverse")).toHaveCount(0);
    await expect(balance("Тумбочка")).toContainText("7 500,00");
  });

  await test.step("the day is closed with a difference, refuses entries, and is opened again", async () => {
    const box = boxes.filter({ hasText: "Тумбочка" });
    await box.getByTestId("close-day").click();
    await expect(page.getByTestId("expected")).toContainText("7 500,00");
    await page.getByTestId("counted").fill("7 400");
    await expect(page.getByTestId("difference")).toContainText("Недостача: 100,00");
    await page.getByTestId("confirm-step").click();
    await expect(box.getByTestId("closed-through")).toBeVisible();
    await page.getByTestId("new-expense").click();
    await page.getByTestId("amount").fill("1");
    await choose("box_id", "Тумбочка");
    await page.getByTestId("confirm-step").click();
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("день в кассе закрыт");
    await page.keyboard.press("Escape");
    await box.getByTestId("close-day").click();
    await page.getByTestId("closings").click();
    await expect(page.getByTestId("closing")).toContainText("Недостача: 100,00");
    await page.getByTestId("reason").fill("нашли чек");
    await page.getByTestId("reopen-day").click();
    await expect(box.getByTestId("closed-through")).toHaveCount(0);
  });

  await test.step("on a phone the book fits the screen", async () => {
    const phone = await Phone.logIn(browser, server, "agent", AGENT_OWNER);
    await phone.page.goto("/agent/cash-entries");
    await expect(phone.get("cash-entry").first()).toBeInViewport({ ratio: 1 });
    await expect(phone.get("filter-kind")).toBeHidden();
    await phone.tap("open-cash-filters");
    await expectAccessible(phone.page);
    await phone.get("filter-kind").selectOption("expense");
    await phone.tap("close-filters");
    await expect(phone.get("open-cash-filters")).toContainText("1");
    await expect(phone.page).toHaveURL(/kind=expense/);
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await phone.close();
  });
});

test("reports subtract the expenses of the cash book by category", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const category = await owner.post<{ id: number }>("/agent/settings/cash-categories", { name: "Охрана склада", flow: "expense" });
  const box = await owner.post<{ id: number }>("/agent/cash-boxes", { name: "Отчётная", currency: "RUB" });
  const expense = { flow: "expense", box_id: box.id, amount: "1234.50", category_id: category.id };
  // On the first day of a month only this expense is in rubles, and the report begins with a currency that has figures.
  await owner.post("/agent/cash-entries", expense);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/reports");
  const profit = page.getByTestId("profit").locator("strong");
  await expect(profit).toBeVisible();
  const read = async () => Number((await profit.textContent())!.replace("−", "-").replace(/[^\d,-]/g, "").replace(",", "."));
  const before = await read();
  await owner.post("/agent/cash-entries", expense);
  await page.reload();
  await expect(page.getByTestId("expense").filter({ hasText: "Охрана склада" })).toContainText("2 469,00");
  await expect.poll(async () => Math.round((before - (await read())) * 100)).toBe(123_450);
});
