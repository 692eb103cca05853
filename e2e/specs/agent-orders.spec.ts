import type { Page } from "@playwright/test";
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, type Api, type Order } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";

/** Warehouse staff with the right to all orders. */
const WORKER = "+79990000004";

const rows = (page: Page) => page.getByTestId("order-row");
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });

const openFilters = (page: Page) => page.getByTestId("show-filters").click();

/** The link of the first row. */
const address = async (page: Page) => (await rows(page).first().getByRole("link").getAttribute("href")) ?? "";

/** Creates an order with one item and submits it. */
async function submitted(client: Api, title: string, type = "standard"): Promise<Order> {
  const order = await client.send<Order>("POST", "/client/orders", { type, title });
  await client.addItem(order.id, { title: "搪瓷杯", url: "https://detail.1688.com/offer/5.html", price: "15.20", comment: "Аккуратно" });
  return client.submit(order.id);
}

test("the agent sees an order once it is submitted, as unread until it is opened", async ({ page, client }) => {
  const draft = await client.draft("Пока черновик");
  await client.addItem(draft.id, { title: "搪瓷杯", url: "https://detail.1688.com/offer/5.html", price: "15.20" });
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await expect(rows(page).first()).toBeVisible();
  await expect(row(page, "Пока черновик")).toHaveCount(0);

  await client.submit(draft.id);
  await page.reload();
  await expect(row(page, "Пока черновик")).toHaveClass(/unread/);
  await row(page, "Пока черновик").getByRole("link").first().click();
  await expect(new OrderCard(page).item("搪瓷杯")).toBeVisible();
  await page.goto("/agent/orders");
  await expect(row(page, "Пока черновик")).toBeVisible();
  await expect(row(page, "Пока черновик")).not.toHaveClass(/unread/);
});

test("one person's look clears the dot in their other tabs, and not for a colleague", async ({ page, browser, server, client }) => {
  const order = await submitted(client, "Каждый читает сам");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await expect(row(page, "Каждый читает сам")).toHaveClass(/unread/);
  const theirs = await (await browser.newContext({ baseURL: server.url, locale: "ru-RU" })).newPage();
  await new LoginPage(theirs).logIn("agent", WORKER, "/agent/orders");
  await expect(row(theirs, "Каждый читает сам")).toHaveClass(/unread/);

  const card = await page.context().newPage();
  await new OrderCard(card).open("agent", order.id);
  await expect(row(page, "Каждый читает сам"), "the list in the other tab follows").not.toHaveClass(/unread/);
  await expect(row(theirs, "Каждый читает сам")).toHaveClass(/unread/);
  await theirs.reload();
  await expect(row(theirs, "Каждый читает сам")).toHaveClass(/unread/);
  await openFilters(theirs);
  await theirs.getByTestId("filter-unread").check();
  await theirs.keyboard.press("Escape");
  await expect(row(theirs, "Каждый читает сам")).toBeVisible();
  await row(theirs, "Каждый читает сам").getByRole("link").first().click();
  await expect(new OrderCard(theirs).item("搪瓷杯")).toBeVisible();
  await theirs.goto("/agent/orders");
  await expect(row(theirs, "Каждый читает сам")).not.toHaveClass(/unread/);
  await theirs.context().close();
});

test("each filter narrows the table, is part of the address and survives a reload", async ({ page, client }) => {
  const plain = await submitted(client, "Обычный для фильтров");
  await submitted(client, "Самовыкуп для фильтров", "self_buyout");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);

  await page.getByTestId("search").fill("для фильтров");
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/search=/);

  await openFilters(page);
  await page.getByTestId("filter-type").selectOption("true");
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, "Самовыкуп для фильтров")).toBeVisible();
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, "Самовыкуп для фильтров")).toBeVisible();
  await openFilters(page);
  await page.getByTestId("filter-type").selectOption("");
  await expect(rows(page)).toHaveCount(2);

  await page.getByTestId("filter-status").selectOption("submitted");
  await expect(row(page, "Обычный для фильтров")).toBeVisible();
  await page.getByTestId("filter-status").selectOption("quoted");
  await expect(page.getByTestId("empty")).toBeVisible();
  await page.getByTestId("filter-status").selectOption("");

  const today = new Date().toISOString().slice(0, 10);
  await page.getByTestId("filter-from").fill(today);
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(2);
  await page.getByTestId("filter-to").fill("01.01.2020");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("empty")).toBeVisible();
  await page.getByTestId("filter-to").fill("");
  await page.keyboard.press("Enter");

  await page.getByTestId("filter-unread").check();
  await expect(rows(page)).toHaveCount(2);
  await page.goto(`/agent/orders/${plain.id}`);
  await expect(page.getByTestId("order-number")).toBeVisible();
  await page.goto("/agent/orders?search=для+фильтров&unread=true");
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, "Самовыкуп для фильтров")).toBeVisible();
});

test("the client filter and the sections show the matching orders", async ({ page, client }) => {
  await submitted(client, "К оценке");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);

  await openFilters(page);
  const picker = page.getByTestId("filter-client");
  await picker.fill("K101");
  await expect(page.getByTestId("client-option")).toHaveCount(1);
  await picker.press("Enter");
  await expect(page).toHaveURL(/client_id=\d+/);
  await expect(rows(page).first()).toContainText("K101");
  await expect(rows(page).filter({ hasNotText: "K101" })).toHaveCount(0);

  await page.getByTestId("to_price").click();
  await expect(page).toHaveURL(/section=to_price/);
  // The client stays chosen.
  await expect(page).toHaveURL(/client_id=\d+/);
  await expect(row(page, "К оценке")).toBeVisible();
  await expect(rows(page).filter({ hasNotText: "K101" })).toHaveCount(0);
  await page.getByTestId("warehouse").click();
  await expect(page).toHaveURL(/section=warehouse/);
  await expect(page).toHaveURL(/client_id=\d+/);
  await expect(row(page, "К оценке")).toHaveCount(0);
});

test("a hidden column stays hidden after a reload, until it is shown again", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const total = page.locator("th.total");
  const menu = page.getByTestId("column-menu");
  await expect(total).toBeVisible();
  await page.getByTestId("columns").click();
  await menu.getByRole("checkbox", { name: "Итого" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(page.getByTestId("columns")).toBeFocused();
  await expect(total).toBeHidden();
  await expect(rows(page).first().locator("td.total")).toBeHidden();
  await expect(page.locator("th.client")).toBeVisible();
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await expect(total).toBeHidden();
  await page.getByTestId("columns").click();
  await expect(menu.getByRole("checkbox", { name: "Итого" })).not.toBeChecked();
  await menu.getByRole("checkbox", { name: "Итого" }).check();
  await expect(total).toBeVisible();
  await page.reload();
  await expect(total).toBeVisible();
});

test("a column that is ticked appears in a narrow window, too", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const menu = page.getByTestId("column-menu");
  await expect(page.locator("th.submission"), "there is no room for it").toBeHidden();
  await page.getByTestId("columns").click();
  for (const box of await menu.getByRole("checkbox").all()) await box.check();
  for (const column of ["type", "items", "submission", "activity", "date"]) {
    await expect(page.locator(`th.${column}`), column).toBeVisible();
  }
  await page.reload();
  await expect(page.locator("th.submission")).toBeVisible();
  const isCut = (cell: Element) => cell.scrollWidth > cell.clientWidth;
  expect(await page.locator("td.total").first().evaluate(isCut)).toBe(false);
});

test("paging through the table shows each order exactly once", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const seen: string[] = [];
  for (let pageNumber = 0; pageNumber < 20; pageNumber += 1) {
    await expect(rows(page).first()).toBeVisible();
    const first = await address(page);
    seen.push(...(await rows(page).evaluateAll((all) => all.map((one) => one.querySelector("a")?.pathname ?? ""))));
    const next = page.getByTestId("next-page");
    if ((await next.count()) === 0) break;
    await next.click();
    await expect(rows(page).first().getByRole("link")).not.toHaveAttribute("href", first);
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThan(50);
  await expect(page.getByTestId("range")).toHaveText(new RegExp(`–${seen.length} из ${seen.length}$`));
  // The way back passes every page.
  for (let left = Math.ceil(seen.length / 50) - 1; left > 0; left -= 1) {
    await page.getByTestId("previous-page").click();
    await expect(rows(page).first().getByRole("link")).toHaveAttribute("href", seen[(left - 1) * 50]!);
  }
  await expect(page.getByTestId("previous-page")).toHaveCount(0);
  await expect(page.getByTestId("range")).toHaveText(`1–50 из ${seen.length}`);
  await expect(page.getByTestId("all").locator(".count")).toHaveText(String(seen.length));

  // The filters stay on both ways.
  await page.goto("/agent/orders?sort=number");
  for (const way of ["next-page", "previous-page"]) {
    await page.getByTestId(way).click();
    await expect(page).toHaveURL(({ searchParams }) => searchParams.has("cursor") === (way === "next-page"));
    await expect(page).toHaveURL(({ searchParams }) => searchParams.get("sort") === "number");
  }
});

test("the table can be navigated by keyboard", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByTestId("search")).toBeFocused();
  await page.getByTestId("search").blur();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(rows(page).first()).toHaveClass(/chosen/);
  const first = await address(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${first}$`));
});

test("all sections are in sight beside one row of search and filters, and each chosen filter is a chip", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/orders");
  const middle = async (testId: string) => {
    const { y, height } = (await page.getByTestId(testId).boundingBox())!;
    return y + height / 2;
  };
  const apart = async (one: string, other: string) => Math.abs((await middle(one)) - (await middle(other)));
  expect(await apart("search", "show-filters")).toBeLessThan(8);
  const sections = page.locator("nav.tabs").filter({ has: page.getByTestId("all") });
  expect(await sections.evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1920, height: 1000 });
  expect(await apart("search", "all")).toBeLessThan(8);
  expect(await sections.evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await openFilters(page);
  const panel = page.getByTestId("filter-panel");
  await expect(panel).toBeVisible();
  await expectAccessible(page);
  await panel.getByTestId("filter-status").selectOption("submitted");
  await expect(page).toHaveURL(/status=submitted/);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(page.getByTestId("active-filter")).toHaveText(["Статус: На расчёте"]);

  await openFilters(page);
  const period = panel.getByTestId("filter-period");
  await period.selectOption("week");
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/);
  await expect(period.locator("option:checked")).toHaveText("7 дней");
  await panel.getByTestId("filter-from").fill("2026-01-02");
  await panel.getByTestId("filter-from").blur();
  await expect(period.locator("option:checked")).toHaveText("Свои даты");
  await period.selectOption("");
  await expect(page).not.toHaveURL(/from=|to=/);
});

test("a day is typed in the person's format, or chosen by keys below the field", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/orders?from=2026-11-29");
  await page.getByTestId("show-filters").click();
  const field = page.getByTestId("filter-from");
  await expect(field).toHaveValue("29.11.2026");
  await field.fill("31.02.2026");
  await field.press("Enter");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(page, "a day that does not exist changes nothing").toHaveURL(/from=2026-11-29/);
  await field.fill("3.12.26");
  await field.press("Enter");
  await expect(field).toHaveValue("03.12.2026");
  await expect(page).toHaveURL(/from=2026-12-03/);

  await page.getByTestId("filter-from-calendar").click();
  const calendar = page.getByRole("group", { name: "Календарь" });
  await expect(calendar).toContainText(/декабрь 2026/i);
  await expect(calendar.getByRole("button", { pressed: true })).toBeFocused();
  const [below, input] = [await calendar.boundingBox(), await field.boundingBox()];
  expect(below!.y).toBeGreaterThanOrEqual(input!.y + input!.height);
  await expectAccessible(page);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  await expect(calendar).toContainText(/ноябрь 2026/i);
  await expect(calendar.locator("button:focus")).toHaveText("27");
  await page.keyboard.press("Enter");
  await expect(calendar).toBeHidden();
  await expect(page.getByTestId("filter-panel"), "the panel stays open").toBeVisible();
  await expect(page).toHaveURL(/from=2026-11-27/);
  await expect(field).toHaveValue("27.11.2026");
});

test("Space shows the active order at the side, and the keys move on while it is open", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/orders");
  await expect(rows(page).first()).toBeVisible();
  const number = (index: number) => rows(page).nth(index).locator("td.number a").innerText();
  const panel = page.getByTestId("order-preview");
  const shown = panel.getByTestId("preview-number");
  await page.keyboard.press("Space");
  await expect(panel, "no row is active").toHaveCount(0);
  await page.keyboard.press("j");
  await page.keyboard.press("Space");
  await expect(shown).toHaveText(await number(0));
  await expect(panel.getByTestId("preview-action")).toHaveAttribute("href", /^\/agent\//);
  await expectAccessible(page);
  await page.keyboard.press("j");
  await expect(shown).toHaveText(await number(1));
  await page.keyboard.press("k");
  await expect(shown).toHaveText(await number(0));
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await page.keyboard.press("Space");
  await expect(panel).toBeVisible();
  await page.keyboard.press("Space");
  await expect(panel).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Сочетания клавиш" })).toContainText("Просмотр заказа сбоку");
});

test("a filter is saved by name, applied from its chip and deleted", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await expect(page.getByTestId("save-filter")).toBeHidden();
  await page.goto("/agent/orders?section=problems&unread=true");
  await page.getByTestId("save-filter").click();
  await page.getByTestId("name").fill("Срочные проблемы");
  await page.getByTestId("shared").check();
  await page.getByTestId("confirm-filter").click();
  const chip = page.getByTestId("saved-filter").filter({ hasText: "Срочные проблемы" });
  await expect(chip).toHaveClass(/active/);
  await page.getByTestId("all").click();
  await expect(chip).not.toHaveClass(/active/);
  await chip.getByRole("link").click();
  await expect(page).toHaveURL(/section=problems&?.*unread=true|unread=true&?.*section=problems/);
  await chip.getByTestId("remove-filter").click();
  await expect(chip).toHaveCount(0);
});

test("the title of the tab names the page, and follows it", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await expect(page).toHaveTitle("Заказы · Karavan");
  const number = await rows(page).first().getByRole("link").innerText();
  await rows(page).first().getByRole("link").click();
  await expect(page).toHaveTitle(`${number} · Karavan`);
});

test("a phone shows orders as cards, the filters behind a button, and the menu below", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const first = (await rows(page).first().boundingBox())!;
  expect(first.y + first.height).toBeLessThan(420);
  expect(first.x + first.width).toBeLessThanOrEqual(390);
  await expect(page.getByTestId("filter-status")).toBeHidden();
  await page.getByTestId("show-filters").click();
  await page.getByTestId("filter-status").selectOption("submitted");
  await expect(page).toHaveURL(/status=submitted/);
  await expect(page.getByTestId("show-filters")).toContainText("1");
  const sheet = async () => (await page.getByTestId("filter-panel").boundingBox())!;
  const bottom = async () => (await sheet()).y + (await sheet()).height;
  await expect.poll(bottom, "the sheet comes from below").toBe(844);
  const { x, width } = await sheet();
  expect([x, width], "and has the whole width").toEqual([0, 390]);
  await expectAccessible(page);
  await page.getByTestId("close-filters").click();
  await expect(page.getByTestId("filter-status")).toBeHidden();
  await page.getByTestId("more-menu").click();
  await page.getByRole("navigation", { name: "Ещё" }).getByRole("link", { name: "Доставки" }).click();
  await expect(page).toHaveURL(/\/agent\/deliveries/);
  await expect(page.getByRole("navigation", { name: "Ещё" })).toBeHidden();
});
