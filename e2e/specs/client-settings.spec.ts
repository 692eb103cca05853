import { CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { SettingsPage } from "../pages/settings.ts";
import { openPersonMenu } from "../pages/shell.ts";

test("a client creates an extension token, copies it, sees its last use and revokes it", async ({ page, server, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  await new LoginPage(page).logIn("client", CLIENT);
  const settings = new SettingsPage(page);
  await settings.open();

  const token = await settings.create("Ноутбук");
  await page.getByTestId("copy").click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token);

  const authorization = { authorization: `Bearer ${token}`, accept: "application/json" };
  const used = await fetch(`${server.url}/api/ext/me`, { headers: authorization });
  expect(used.status).toBe(200);

  // The token is shown once: after a reload only its name and last use are shown.
  await settings.open();
  await expect(settings.plaintext).toHaveCount(0);
  await expect(settings.token("Ноутбук")).toContainText("127.0.0.1");

  await settings.revoke("Ноутбук", "no");
  await expect(settings.token("Ноутбук")).toBeVisible();
  await settings.revoke("Ноутбук");
  await expect(settings.token("Ноутбук")).toHaveCount(0);
  const refused = await fetch(`${server.url}/api/ext/me`, { headers: authorization });
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ code: "credential_revoked" });
});

test("an extension token with a lifetime shows when it ends", async ({ page, server }) => {
  await new LoginPage(page).logIn("client", CLIENT);
  const settings = new SettingsPage(page);
  await settings.open();
  await page.getByLabel("Действует").selectOption({ label: "30 дней" });
  const token = await settings.create("Чужой компьютер");
  await expect(settings.token("Чужой компьютер").getByTestId("token-expiry")).toContainText("действует до");
  server.sql("UPDATE extension_tokens SET expires_at = '2026-01-01T00:00:00+00:00' WHERE name = 'Чужой компьютер'");
  const refused = await fetch(`${server.url}/api/ext/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(await refused.json()).toMatchObject({ code: "credential_expired" });
  await settings.open();
  await expect(settings.token("Чужой компьютер").getByTestId("token-expiry")).toContainText("истёк");
});

test("the company and the currency of a client are saved", async ({ page }) => {
  await new LoginPage(page).logIn("client", CLIENT);
  const settings = new SettingsPage(page);
  await settings.open();
  await page.getByTestId("company").fill("ООО «Ромашка»");
  await page.getByTestId("save-settings").click();
  await expect(page.getByTestId("save-settings")).toHaveText("Сохранено");
  await settings.open();
  await expect(page.getByTestId("company")).toHaveValue("ООО «Ромашка»");
});

test("the language is a setting of the person, on every browser", async ({ page, browser, server }) => {
  await new LoginPage(page).logIn("client", CLIENT);
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");
  const russian = await page.locator("main h1").innerText();
  for (const language of ["en", "zh"]) {
    await openPersonMenu(page);
    await page.getByTestId("language").selectOption(language);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(page.locator("main h1")).not.toHaveText(russian);
  }
  // Another browser starts in Russian and switches to the person's language at login.
  const otherContext = await browser.newContext({ baseURL: server.url, locale: "ru-RU" });
  const otherPage = await otherContext.newPage();
  await new LoginPage(otherPage).logIn("client", CLIENT);
  await expect(otherPage.locator("html")).toHaveAttribute("lang", "zh");
  await otherContext.close();
});
