import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api, type Order } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";

const WAREHOUSE = "+79990000004";
const CUP = { title: "搪瓷杯", url: "https://detail.1688.com/offer/5.html", price: "15.20" };

test("the home page counts the work, leads to it and shows the charts", async ({ page, client }) => {
  const draft = await client.draft("Ждёт цены");
  await client.addItem(draft.id, CUP);
  await client.submit(draft.id);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/home");
  await expect(page.getByRole("heading", { level: 1, name: "Главная" })).toBeVisible();
  await expect(page.getByRole("img", { name: /Заказы по дням/ })).toBeVisible();
  // The figure of the day that is pointed at replaces the sum.
  const figure = page.getByTestId("trend-figure").last();
  const total = await figure.innerText();
  await page.locator(".trend").last().locator(".trend-column").last().hover();
  await expect(figure).toContainText(/\d\d\.\d\d/);
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(figure).toHaveText(total);
  await page.getByText("Числа").last().click();
  await expect(page.getByRole("table").last()).toBeVisible();
  await expectAccessible(page);
  await page.getByTestId("task-orders_to_price").click();
  await expect(page).toHaveURL(/section=to_price/);
  await expect(page.getByTestId("order-row").filter({ hasText: "Ждёт цены" })).toBeVisible();
});

test("each number leads to exactly what it counts, the longest waiting first", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const asked = [];
  for (const amount of ["71.50", "72.50", "73.50"]) {
    asked.push(await client.post<{ id: number }>("/client/balance/requests", { amount, currency: "RUB" }));
  }
  await owner.post(`/agent/balance-requests/${asked[1]!.id}/reject`, { reason: "повтор" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "100", currency: "RUB", memo: "пополнение" });
  await client.post("/client/withdrawals", { amount: "61.50", currency: "RUB", requisites: "Банк, 2202" });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/home");
  const tiles = page.locator(".counted-tasks a");
  await expect(tiles.first()).toBeVisible();
  const counted = await tiles.evaluateAll((links) =>
    links.map((link) => ({
      path: link.getAttribute("href")!,
      count: Number(link.querySelector("strong")!.textContent),
    })),
  );
  expect(counted.length).toBeGreaterThan(6);
  // The service's invoices are no table.
  for (const { path, count } of counted.filter(({ path }) => path !== "/agent/balance")) {
    await test.step(path, async () => {
      await page.goto(path);
      if (path.startsWith("/agent/chats")) {
        await expect(page.getByTestId("dialogue")).toHaveCount(count);
        return;
      }
      await expect(page.locator("main tbody tr[data-testid]")).toHaveCount(Math.min(count, 50));
      await expect(page.getByTestId("range")).toHaveText(`1–${Math.min(count, 50)} из ${count}`);
    });
  }
  for (const [path, list] of [
    ["/agent/shipments?status=packed", "/agent/shipments?status=packed&oldest_first=true"],
    ["/agent/shipping-requests", "/agent/shipping-requests?status=open&oldest_first=true"],
  ] as const) {
    const queue = await owner.send<{ data: { number: string }[] }>("GET", list);
    await page.goto(path);
    await expect(page.locator("main tbody tr[data-testid]")).toContainText(queue.data.map((row) => row.number));
  }
  await page.goto("/agent/withdrawals");
  const kind = page.locator("nav.kinds a[href='/agent/withdrawals']");
  const withdrawals = String(counted.find(({ path }) => path === "/agent/withdrawals")!.count);
  await expect(kind.locator(".count")).toHaveText(withdrawals);
  await page.getByTestId("bell").click();
  await expect(page.getByTestId("bell-withdrawals")).toContainText(withdrawals);
  await page.goto("/agent/balance-requests");
  const first = await owner.send<{ data: { id: number }[] }>("GET", "/agent/balance-requests?waiting=true");
  const waiting = first.data.map((request) => request.id);
  expect(waiting).toEqual([...waiting].sort((one, other) => one - other));
  await expect(page.getByTestId("waiting")).toContainText(String(waiting.length));
  await expect(page.getByTestId("request").last()).toContainText("73,50");
  await page.getByTestId("all").click();
  await expect(page.getByTestId("request").filter({ hasText: "72,50" })).toContainText("повтор");
});

test("a warehouse worker lands on the scanner", async ({ page }) => {
  await new LoginPage(page).logIn("agent", WAREHOUSE, "/agent/home");
  await expect(page).toHaveURL(/\/agent\/scan$/);
});

test("the palette finds an order by a code in the wrong alphabet, and goes to pages", async ({ page, client }) => {
  const draft = await client.draft("Найти палитрой");
  await client.addItem(draft.id, CUP);
  const order = await client.submit(draft.id);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/home");
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
  await expect(page.locator(".facts").first()).toContainText("Соседний второй");
  await page.keyboard.press("BracketRight");
  await expect(page.locator(".facts").first()).toContainText("Соседний первый");
  await expect(page.getByTestId("next-order")).toHaveCount(0);
  await page.getByTestId("back-to-orders").click();
  await expect(page).toHaveURL(/search=/);
  await expect(rows.filter({ hasText: "Соседний первый" })).toHaveClass(/chosen/);
});

test("the palette starts work and finds deliveries, and the menu counts what waits", async ({ page, client }) => {
  const draft = await client.draft("Считается в меню");
  await client.addItem(draft.id, CUP);
  await client.submit(draft.id);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/home");
  const orders = page.locator(".rail").getByRole("link", { name: "Заказы", exact: true });
  await expect(orders.getByTestId("menu-count")).toHaveText(/^\d+\+?$/);
  const input = page.getByRole("combobox", { name: /Заказ, клиент/ });

  await page.keyboard.press("Control+k");
  await input.fill("новый заказ");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Новый заказ" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  await input.fill("новый клиент");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Добавить клиента" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  await input.fill("новая доставка");
  await page.keyboard.press("Enter");
  const number = page.getByTestId("delivery-number");
  await expect(number).toBeVisible();
  const created = await number.innerText();
  await page.keyboard.press("Control+k");
  await input.fill(created);
  await expect(page.getByTestId("palette-option").first()).toContainText(created);

  await input.fill("выгрузить");
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await download).suggestedFilename()).toContain("orders");
});

test("the way back from a card keeps the filters of the list", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/clients?search=а");
  await page.getByTestId("client-row").first().getByRole("link").first().click();
  await expect(page.getByTestId("client-code")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("navigation", { name: "Путь к странице" }).getByRole("link", { name: "Клиенты" }).click();
  await expect(page).toHaveURL(/\/agent\/clients\?search=/);
  await page.goto("/agent/deliveries?part=archive");
  await expect(page.getByTestId("archive")).toHaveClass(/active/);
  await page.goto("/agent/shipments/2");
  await expect(page.getByTestId("shipment-client")).toHaveAttribute("href", /\/agent\/clients\/\d+$/);
  await page.goto("/agent/deliveries/3");
  await expect(page.getByTestId("crumb")).toHaveAttribute("href", "/agent/deliveries?part=archive");
});

test("what was done is said, and an assignment and a removed filter are undone", async ({ page, client }) => {
  const draft = await client.draft("Отменяемое");
  await client.addItem(draft.id, CUP);
  const order = await client.submit(draft.id);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/orders/${order.id}`);
  const assignee = page.getByTestId("assignee");
  await expect(assignee).toHaveValue(/\d/);
  const before = await assignee.inputValue();
  const other = (await assignee.locator("option").evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).find(
    (value) => value !== "" && value !== before,
  )!;
  await assignee.selectOption(other);
  await expect(page.getByTestId("toast")).toContainText("Ответственный:");
  await expect(assignee).toHaveValue(other);
  await page.getByTestId("toast-undo").click();
  await expect(assignee).toHaveValue(before);

  await page.goto("/agent/orders?search=Отменяемое");
  await page.getByTestId("save-filter").click();
  await page.getByTestId("dialog").getByTestId("name").fill("Мой фильтр");
  await page.getByTestId("confirm-filter").click();
  const chip = page.getByTestId("saved-filter").filter({ hasText: "Мой фильтр" });
  await chip.getByTestId("remove-filter").click();
  await expect(chip).toHaveCount(0);
  await page.getByTestId("toast-undo").last().click();
  await expect(chip).toBeVisible();
  await page.goto("/agent/orders?search=нет-такого-нигде");
  await expect(page.getByTestId("empty")).toContainText("Под эти фильтры не подходит ни один заказ");
  await page.getByTestId("reset-filters").click();
  await expect(page.getByTestId("order-row").first()).toBeVisible();
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
