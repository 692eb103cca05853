/** Staff, permission groups, cabinets and sessions. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api, PASSWORD, TWO_CABINETS } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { answerQuestion, openPersonMenu } from "../pages/shell.ts";

const NEW_STAFF_PHONE = "+79995554433";
const WORKER = "+79990000004";

interface Group {
  id: number;
  name: string;
}

async function group(api: Api, name: string): Promise<Group> {
  const groups = await api.send<{ data: Group[] }>("GET", "/agent/access-groups");
  return groups.data.find((found) => found.name === name)!;
}

const row = (page: Page, text: string) => page.getByTestId("person-row").filter({ hasText: text });

test("a person is invited, sets a password by a code, is disabled and removed", async ({ page, browser, server }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.getByRole("link", { name: "Сотрудники" }).click();
  await expect(page.getByTestId("places")).toContainText("3 из 20");
  await page.getByTestId("invite").click();
  await page.getByTestId("phone").fill("8 999 555-44-33");
  await page.getByTestId("name").fill("Ольга Склад");
  await page.getByTestId("group_id").selectOption({ label: "Склад" });
  await page.getByTestId("send-invite").click();
  await expect(page.getByTestId("invited")).toBeVisible();
  await expect(page.getByTestId("invitation-link")).toContainText(`${server.url}/agent/invitation#`);
  await page.keyboard.press("Escape");
  await expect(row(page, "Ольга Склад")).toContainText("Ждёт входа");

  const otherContext = await browser.newContext({ baseURL: server.url, locale: "ru-RU", timezoneId: "Asia/Shanghai" });
  const otherPage = await otherContext.newPage();
  const login = new LoginPage(otherPage);
  await login.open("agent");
  await login.enterPhone(NEW_STAFF_PHONE);
  // At the first login staff set a password, confirmed by a code.
  await otherPage.getByTestId("send-code").click();
  await otherPage.getByTestId("code").fill(await server.oneTimeCode(NEW_STAFF_PHONE));
  await otherPage.getByTestId("password").fill("первый-пароль-2026");
  await otherPage.getByTestId("set-password").click();
  await expect(otherPage).toHaveURL(/\/agent\/scan$/);
  await otherPage.goto("/agent/profile");
  await expect(otherPage.getByTestId("timezone")).toHaveValue("Asia/Shanghai");

  await page.reload();
  await expect(row(page, "Ольга Склад")).toContainText("Подтверждён");
  await row(page, "Ольга Склад").getByTestId("person-actions").click();
  await row(page, "Ольга Склад").getByTestId("toggle").click();
  await expect(row(page, "Ольга Склад")).toContainText("Отключён");
  await otherPage.reload();
  await expect(otherPage).toHaveURL(/\/agent\/login/);
  await otherContext.close();

  await row(page, "Ольга Склад").getByTestId("person-actions").click();
  await row(page, "Ольга Склад").getByTestId("remove").click();
  await answerQuestion(page, "yes");
  await expect(row(page, "Ольга Склад")).toHaveCount(0);
  // The owner can hand the own work over, and no more.
  await row(page, "это вы").getByTestId("person-actions").click();
  await expect(row(page, "это вы").getByTestId("remove")).toHaveCount(0);
  await expect(row(page, "это вы").getByTestId("toggle")).toHaveCount(0);
});

test("the rights of a group are edited, described in words and previewed", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const worker = await group(owner, "Склад");
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/access-groups");
  await page.getByTestId("group-head").filter({ hasText: "Склад" }).click();
  await expect(page.getByTestId("group-rights")).toContainText("видит и меняет заказы и товары в них");
  await page.getByTestId(`cell-${worker.id}-orders`).selectOption("view:own");
  await expect(page.getByTestId("group-rights")).toContainText("видит заказы и товары в них — только закреплённые за сотрудником");
  await expect(page.getByTestId("unsaved")).toContainText("Склад");
  await page.getByTestId("save-groups").click();
  await expect(page.getByTestId("unsaved")).toHaveCount(0);

  await page.getByTestId("preview-group").click();
  await expect(page.getByTestId("preview-bar")).toContainText("Склад");
  await expect(page).toHaveURL(/\/agent\/orders/);
  await expect(page.getByRole("link", { name: "Клиенты" })).toHaveCount(0);
  await page.getByTestId("end-preview").click();
  await expect(page.getByTestId("preview-bar")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Клиенты" })).toBeVisible();

  await page.getByTestId("new-group").click();
  await page.getByTestId("name").fill("Помощники склада");
  await page.getByTestId("copy-from").selectOption({ label: "Склад" });
  await page.getByTestId("create-group").click();
  await expect(page.getByTestId("group-name")).toHaveText("Помощники склада");
  await page.getByTestId("delete-group").click();
  await answerQuestion(page, "yes");
  await expect(page.getByTestId("group-head").filter({ hasText: "Помощники склада" })).toHaveCount(0);
});

test("the rights of each group are aligned below its name", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const groups = await Promise.all(["Склад", "Менеджеры"].map((name) => group(owner, name)));
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const box = async (found: ReturnType<Page["locator"]>) => (await found.boundingBox())!;

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/agent/access-groups");
  for (const { id, name } of groups) {
    const head = await box(page.locator("th").filter({ has: page.getByTestId("group-head").filter({ hasText: name }) }));
    const selects = page.locator(`select[data-testid^="cell-${id}-"]`);
    await expect(selects).not.toHaveCount(0);
    for (const select of await selects.all()) {
      const right = await box(select);
      expect(right.x, name).toBeGreaterThanOrEqual(head.x);
      expect(right.x + right.width, name).toBeLessThanOrEqual(head.x + head.width);
      expect(right.y, name).toBeGreaterThanOrEqual(head.y + head.height);
    }
  }

  // On a phone one group is shown at a time, selected by its tab.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const { id, name } of groups) {
    await page.getByRole("tab", { name }).click();
    const shown = page.locator(".matrix select:visible");
    const ids = await shown.evaluateAll((all) => all.map((one) => one.getAttribute("data-testid")!.split("-")[1]));
    expect(new Set(ids)).toEqual(new Set([String(id)]));
    const object = await box(page.locator(".matrix tbody th").first());
    const right = await box(shown.first());
    expect(right.x).toBeGreaterThanOrEqual(object.x + object.width);
    expect(right.x + right.width).toBeLessThanOrEqual(390);
    expect(Math.abs(right.y + right.height / 2 - object.y - object.height / 2)).toBeLessThan(4);
  }
});

test("a revoked right removes its buttons from an open page", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const managers = await group(owner, "Менеджеры");
  await owner.patch(`/agent/access-groups/${managers.id}`, {
    grants: { orders: { level: "view", breadth: "all" }, staff: { level: "manage", breadth: "all" } },
  });
  await new LoginPage(page).logIn("agent", "+79990000005", "/agent/staff");
  await expect(page.getByTestId("invite")).toBeVisible();
  await owner.patch(`/agent/access-groups/${managers.id}`, { grants: { orders: { level: "view", breadth: "all" } } });
  // The next request is refused, and the page reloads the rights.
  await page.getByRole("main").getByRole("link", { name: "Группы доступа" }).click();
  await expect(page.getByRole("alert")).toContainText("нет доступа");
  await expect(page.getByRole("navigation").getByRole("link", { name: "Сотрудники" })).toHaveCount(0);
  await expect(page.getByTestId("new-group")).toHaveCount(0);
  await page.getByRole("link", { name: "Заказы" }).click();
  await expect(page).toHaveURL(/\/agent\/orders/);
});

test("one person has two cabinets and switches between them", async ({ page }) => {
  await new LoginPage(page).logIn("client", TWO_CABINETS);
  await openPersonMenu(page);
  const cabinets = page.getByTestId("cabinets");
  await expect(cabinets.locator("option")).toHaveCount(2);
  const other = await cabinets.locator("option:not([selected])").innerText();
  await cabinets.selectOption({ label: other });
  await expect(page).toHaveURL(/\/client\/orders$/);
  await expect(page.locator(".cabinet-name")).toHaveText(other);
  await openPersonMenu(page);
  await expect(cabinets.locator("option:checked")).toHaveText(other);
});

test("a client invites a member, who enters by the link, and the agent sees them", async ({ page, browser, client, server }) => {
  await client.post("/client/access-groups", { name: "Закупки", grants: { orders: { level: "edit", breadth: "all" } } });
  await new LoginPage(page).logIn("client", "+79990000002");
  await page.getByRole("link", { name: "Сотрудники" }).click();
  await page.getByTestId("invite").click();
  await page.getByTestId("phone").fill(NEW_STAFF_PHONE);
  await page.getByTestId("name").fill("Помощник");
  await page.getByTestId("send-invite").click();
  await expect(page.getByTestId("invited")).toBeVisible();
  const former = await page.getByTestId("invitation-link").getByRole("code").innerText();
  await page.keyboard.press("Escape");
  await expect(row(page, "Помощник")).toContainText("Ждёт входа");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await row(page, "Помощник").getByTestId("login-link").click();
  await page.getByTestId("invitation-link").getByRole("button", { name: "Скопировать" }).click();
  await expect(page.getByRole("button", { name: "Скопировано" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  // The person has no messenger.
  const invited = await browser.newContext({ baseURL: server.url, locale: "ru-RU" });
  const door = await invited.newPage();
  await door.goto(former);
  await expect(door.getByTestId("link-outcome")).toContainText("Попросите новую");
  await door.goto("about:blank");
  await door.goto(link);
  await expect(door.getByTestId("invitation")).toContainText(NEW_STAFF_PHONE);
  await door.getByTestId("password").fill("сирень-и-мёд");
  await door.getByTestId("accept-invitation").click();
  await expect(door).toHaveURL(/\/client\/orders$/);
  await invited.close();
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const seen = await owner.send<{ data: { name: string }[] }>("GET", "/agent/clients/1/staff");
  expect(seen.data.map((person) => person.name)).toContain("Помощник");
});

test("a person changes the password and ends all sessions", async ({ page, browser, server }) => {
  await new LoginPage(page).logIn("agent", WORKER);
  const otherContext = await browser.newContext({ baseURL: server.url, locale: "ru-RU" });
  const otherPage = await otherContext.newPage();
  await new LoginPage(otherPage).logIn("agent", WORKER);

  await openPersonMenu(page);
  await page.getByTestId("profile").click();
  await page.getByTestId("timezone").fill("Asia/Shanghai");
  await page.getByTestId("save-profile").click();
  await expect(page.getByTestId("save-profile")).toHaveText("Сохранено");
  await expect(page.getByTestId("login-row")).toHaveCount(2);
  await page.getByTestId("current").fill("не тот");
  await page.getByTestId("password").fill("караван-2026-новый");
  await page.getByTestId("save-password").click();
  await expect(page.getByRole("alert")).toContainText("не подходит");
  await page.getByTestId("current").fill(PASSWORD);
  await page.getByTestId("save-password").click();
  await expect(page.getByTestId("password-changed")).toBeVisible();
  await otherPage.reload();
  await expect(otherPage).toHaveURL(/\/agent\/login/);
  await otherContext.close();

  await page.getByTestId("end-all").click();
  await answerQuestion(page, "yes");
  await expect(page).toHaveURL(/\/agent\/login/);
  await page.goto("/agent/orders");
  await expect(page).toHaveURL(/\/agent\/login/);
});

test("a forgotten password is replaced in the profile by a code", async ({ page, server }) => {
  const login = new LoginPage(page);
  await login.logIn("agent", WORKER, "/agent/profile");
  await page.getByTestId("forgot").click();
  await expect(page.getByTestId("code")).toBeVisible();
  const form = page.locator("form", { has: page.getByTestId("save-password") });
  await form.getByTestId("code").fill("000000");
  await form.getByTestId("password").fill("караван-2026-по-коду");
  await page.getByTestId("save-password").click();
  await expect(form.getByRole("alert")).toBeVisible();
  await form.getByTestId("code").fill(await server.oneTimeCode(WORKER));
  await page.getByTestId("save-password").click();
  await expect(page.getByTestId("password-changed")).toBeVisible();
  await login.logOut();

  await login.open("agent");
  await login.enterPhone(WORKER);
  await login.enterPassword(PASSWORD);
  await expect(page.getByRole("alert")).toBeVisible();
  await login.enterPassword("караван-2026-по-коду");
  await expect(page).toHaveURL(/\/agent\/scan$/);
});

test("with the second factor on, login needs password and code", async ({ page, server }) => {
  const login = new LoginPage(page);
  await login.logIn("agent", WORKER);
  await openPersonMenu(page);
  await page.getByTestId("profile").click();
  await page.getByTestId("second-factor").click();
  await page.locator("form", { has: page.getByTestId("save-second-factor") }).getByTestId("current").fill(PASSWORD);
  await page.getByTestId("save-second-factor").click();
  await expect(page.getByTestId("second-factor-state")).toHaveText("Включён");
  await login.logOut();

  await login.open("agent");
  await login.enterPhone(WORKER);
  await login.enterPassword(PASSWORD);
  await page.getByTestId("code").fill(await server.oneTimeCode(WORKER));
  await page.getByTestId("login").click();
  await expect(page).toHaveURL(/\/agent\/scan$/);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the pages of staff and profile are accessible in ${colorScheme} colours`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await new LoginPage(page).logIn("agent", AGENT_OWNER);
    for (const path of ["/agent/staff", "/agent/access-groups", "/agent/profile"]) {
      await page.goto(path);
      await expect(page.locator("main .table, main .card").first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      await test.step(path, () => expectAccessible(page));
    }
  });
}

test("the menu leads to no page without access", async ({ page }) => {
  await new LoginPage(page).logIn("agent", WORKER);
  const links = page.getByRole("navigation", { name: "Меню" }).getByRole("link");
  await expect(links.first()).toBeVisible();
  const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute("href")!));
  expect(hrefs.length).toBeGreaterThan(3);
  for (const href of hrefs) {
    await page.goto(href);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expect(page.getByRole("heading", { name: "Нет доступа" }), href).toHaveCount(0);
  }
});
