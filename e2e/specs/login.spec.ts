import { AGENT_OWNER, CLIENT, OWNER_EMAIL, PASSWORD } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

test("a client logs in with phone and password", async ({ page }) => {
  const login = new LoginPage(page);
  await login.open("client");
  // The usual Russian spelling: a leading 8, spaces and dashes.
  await login.enterPhone("8 999 000-00-02");
  await login.enterPassword(PASSWORD);
  await expect(page).toHaveURL(/\/client\/orders/);
  await expect(page.getByRole("heading", { name: "Заказы", level: 1 })).toBeVisible();
});

test("a client logs in with the one-time code from the messenger", async ({ page, server }) => {
  const login = new LoginPage(page);
  await login.open("client");
  await login.enterPhone(CLIENT);
  await login.askForCode();
  await login.enterCode(await server.oneTimeCode(CLIENT));
  await expect(page).toHaveURL(/\/client\/orders/);
});

test("a wrong code is rejected, and the right one still works", async ({ page, server }) => {
  const login = new LoginPage(page);
  await login.open("client");
  await login.enterPhone(CLIENT);
  await login.askForCode();
  const code = await server.oneTimeCode(CLIENT);
  await login.enterCode(code === "000000" ? "000001" : "000000");
  await expect(login.error).toBeVisible();
  await login.enterCode(code);
  await expect(page).toHaveURL(/\/client\/orders/);
});

test("a wrong password is rejected with a message, and the right one still works", async ({ page }) => {
  const login = new LoginPage(page);
  await login.open("client");
  await login.enterPhone(CLIENT);
  await login.enterPassword("not-the-password");
  await expect(login.error).toBeVisible();
  await login.enterPassword(PASSWORD);
  await expect(page).toHaveURL(/\/client\/orders/);
});

test("staff log in to the agent cabinet", async ({ page }) => {
  await new LoginPage(page).logInByForm("agent", AGENT_OWNER);
  await expect(page.getByRole("heading", { name: "Заказы", level: 1 })).toBeVisible();
});

test("staff log in by their e-mail address", async ({ page }) => {
  await page.goto("/agent/login");
  await page.getByTestId("by-email").click();
  await expect(page).toHaveURL(/\/agent\/login-email/);
  await page.getByTestId("email").fill(OWNER_EMAIL.toUpperCase());
  await page.getByTestId("password").fill("not-the-password");
  await page.getByTestId("login").click();
  await expect(page.getByRole("alert")).toHaveText("Неверная почта или пароль");
  await page.getByTestId("password").fill(PASSWORD);
  await page.getByTestId("login").click();
  await expect(page).toHaveURL(/\/agent\/orders$/);
  await expect(page.getByRole("heading", { name: "Заказы", level: 1 })).toBeVisible();
});

test("a forgotten password is reset once by the link in an e-mail", async ({ page, server }) => {
  await page.goto("/agent/login-email");
  await page.getByTestId("forgot").click();
  await page.getByTestId("email").fill(OWNER_EMAIL);
  await page.getByTestId("send-link").click();
  await expect(page.getByRole("status")).toBeVisible();
  const link = await server.emailLink(OWNER_EMAIL, "/reset-password/");
  await page.goto(link);
  await page.getByTestId("password").fill("short");
  await page.getByTestId("set-password").click();
  await expect(page.locator(".fault")).toBeVisible();
  await page.getByTestId("password").fill("пароль-из-письма");
  await page.getByTestId("set-password").click();
  await expect(page.getByRole("status")).toBeVisible();
  // The link is valid once.
  const other = await page.context().newPage();
  await other.goto(link);
  await other.getByTestId("password").fill("пароль-вора-2026");
  await other.getByTestId("set-password").click();
  await expect(other.getByRole("alert")).toBeVisible();
  await other.close();

  await page.getByRole("link", { name: "Войти" }).click();
  const login = new LoginPage(page);
  await login.enterPhone(AGENT_OWNER);
  await login.enterPassword(PASSWORD);
  await expect(login.error).toBeVisible();
  await login.enterPassword("пароль-из-письма");
  await expect(page).toHaveURL(/\/agent\/orders$/);
  await expect(page.getByRole("heading", { name: "Заказы", level: 1 })).toBeVisible();
});

test("a session survives a reload and ends at logout", async ({ page }) => {
  const login = new LoginPage(page);
  await login.logInByForm("client", CLIENT);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Заказы", level: 1 })).toBeVisible();
  await login.logOut();
  await expect(page).toHaveURL(/\/client\/login/);
  await page.goto("/client/orders");
  await expect(page).toHaveURL(/\/client\/login/);
});

test("a page requested before login opens after it", async ({ page, client }) => {
  const order = await client.draft("Глубокая ссылка");
  await page.goto(`/client/orders/${order.id}?tab=chat&from=a%26b`);
  await expect(page).toHaveURL(/\/client\/login/);
  const login = new LoginPage(page);
  await login.enterPhone(CLIENT);
  await login.enterPassword(PASSWORD);
  await expect(page).toHaveURL(`/client/orders/${order.id}?tab=chat&from=a%26b`);
  await expect(page.getByText("Глубокая ссылка").first()).toBeVisible();
});

test("tabs opened at the same moment all stay logged in", async ({ page, context }) => {
  await new LoginPage(page).logInByForm("client", CLIENT);
  const tabs = await Promise.all([context.newPage(), context.newPage(), context.newPage()]);
  await Promise.all(tabs.map((tab) => tab.goto("/client/orders")));
  for (const tab of [page, ...tabs]) {
    await tab.reload();
    await expect(tab.getByTestId("person-menu")).toBeVisible();
  }
});

test("leaving a page before it has loaded does not end the session", async ({ page }) => {
  await new LoginPage(page).logInByForm("client", CLIENT);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const asked = page.waitForRequest(/\/client\/refresh$/);
    await page.goto("/client/settings", { waitUntil: "commit" });
    await asked;
  }
  await page.goto("/client/orders");
  await expect(page.getByTestId("person-menu")).toBeVisible();
});
