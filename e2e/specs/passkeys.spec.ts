/** Passkeys: added in the profile, used at the login and for payouts, removed. Chromium emulates the authenticator. */
import type { Locator, Page } from "@playwright/test";
import { AGENT_OWNER, CLIENT, PASSWORD } from "../harness/api.ts";
import { expectAccessible } from "../harness/accessible.ts";
import { expect, test } from "../harness/test.ts";
import { HOME, LoginPage } from "../pages/login.ts";

test.use({ environment: { PUBLIC_URL: "http://karavan.localhost:{port}" } });
// Browsers create no passkeys for an IP address. Staff are sent on to the subdomain of their agent, which has the same passkeys.
test.use({ baseURL: async ({ server }, use) => use(server.url.replace("127.0.0.1", "karavan.localhost")) });

/** A device with a fingerprint sensor, whose person is always there. */
async function addDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  await session.send("WebAuthn.addVirtualAuthenticator", { options });
}

/** Opens the profile of the person who is logged in. */
async function openProfile(page: Page): Promise<Locator> {
  await page.goto(new URL("profile", page.url().replace(/\/(agent|client).*/, "/$1/")).href);
  return page.getByRole("form", { name: "Ключи доступа" });
}

/** Adds the first passkey and returns the recovery codes. */
async function addPasskey(page: Page): Promise<string[]> {
  const card = page.getByRole("form", { name: "Ключи доступа" });
  await card.getByRole("button", { name: "Добавить ключ" }).click();
  await card.getByLabel("Название").fill("Рабочий ноутбук");
  await card.getByLabel("Текущий пароль").fill(PASSWORD);
  await card.getByRole("button", { name: "Добавить ключ" }).click();
  await expect(card).toContainText("Ключ доступа добавлен");
  const codes = await card.getByRole("group", { name: "Коды восстановления" }).innerText();
  await card.getByRole("button", { name: "Коды сохранены" }).click();
  return codes.trim().split("\n");
}

for (const [guard, phone] of [["agent", AGENT_OWNER], ["client", CLIENT]] as const) {
  test(`${guard}: a passkey is added, asked for at login, and removed`, async ({ page }) => {
    await addDevice(page);
    const login = new LoginPage(page);
    await login.logInByForm(guard, phone);
    const card = await openProfile(page);
    await expect(card).toContainText("Ключей пока нет");
    await card.getByRole("button", { name: "Добавить ключ" }).click();
    await card.getByLabel("Текущий пароль").fill("не тот пароль");
    await card.getByRole("button", { name: "Добавить ключ" }).click();
    await expect(card.getByRole("alert")).toBeVisible();
    await card.getByRole("button", { name: "Отмена" }).click();
    expect(await addPasskey(page)).toHaveLength(10);
    const row = card.getByTestId("passkey-row");
    await expect(row).toContainText("Рабочий ноутбук");
    await expect(row).toContainText("Ещё не использовался");
    await expect(card).toContainText("Осталось кодов восстановления: 10");
    await expectAccessible(page);
    await login.logOut();

    await login.open(guard);
    await login.enterPhone(phone);
    await login.enterPassword(PASSWORD);
    await expect(page.getByTestId("use-code")).toHaveCount(0);
    await page.getByTestId("use-passkey").click();
    await expect(page).toHaveURL(new RegExp(`${HOME[guard]}$`));
    await expect(page.getByTestId("person-menu")).toBeVisible();

    await openProfile(page);
    await expect(row).toContainText("Последний вход");
    // The authenticator app is protected by the passkey, too.
    const app = page.getByRole("form", { name: "Вход с приложением для кодов" });
    await app.getByRole("button", { name: "Включить" }).click();
    await app.getByLabel("Текущий пароль").fill(PASSWORD);
    await app.getByRole("button", { name: "Далее" }).click();
    await app.getByTestId("use-passkey").click();
    await expect(app.getByRole("img", { name: "QR-код для приложения" })).toBeVisible();
    await app.getByRole("button", { name: "Отмена" }).click();

    await row.getByTestId("remove-passkey").click();
    await card.getByTestId("use-passkey").click();
    await expect(card).toContainText("Ключей пока нет");
    await login.logOut();
    await login.logInByForm(guard, phone);
  });
}

test("a recovery code replaces a passkey that is not at hand", async ({ page, browser }) => {
  await addDevice(page);
  const login = new LoginPage(page);
  await login.logInByForm("client", CLIENT);
  const card = await openProfile(page);
  const codes = await addPasskey(page);
  await expect(card.getByTestId("passkey-row")).toHaveCount(1);

  // A browser without the passkey.
  const other = await browser.newContext({ baseURL: page.url().replace(/\/client.*/, ""), locale: "ru-RU" });
  const elsewhere = new LoginPage(await other.newPage());
  const session = await other.newCDPSession(elsewhere.page);
  await session.send("WebAuthn.enable");
  await elsewhere.open("client");
  await elsewhere.enterPhone(CLIENT);
  await elsewhere.enterPassword(PASSWORD);
  await expect(elsewhere.page.getByTestId("use-passkey")).toBeVisible();
  await elsewhere.page.getByLabel("Код из приложения или код восстановления").fill(codes[0]!);
  await elsewhere.page.getByTestId("login").click();
  await expect(elsewhere.page).toHaveURL(new RegExp(`${HOME.client}$`));
  await other.close();
});

test("payouts are confirmed by a passkey once the agent requires it", async ({ page }) => {
  await addDevice(page);
  const login = new LoginPage(page);
  await login.logInByForm("agent", AGENT_OWNER);
  await openProfile(page);
  await addPasskey(page);
  await page.goto(new URL("staff", page.url()).href);
  const requirement = page.getByLabel("Подтверждать деньги и права только приложением или ключом доступа");
  await requirement.click();
  const dialog = page.getByRole("dialog", { name: "Подтвердите" });
  await dialog.getByTestId("use-passkey").click();
  await expect(dialog).toBeHidden();
  await expect(requirement).toBeChecked();
});
