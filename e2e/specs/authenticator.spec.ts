/** The authenticator app: turned on in the profile, used at the next login, turned off. */
import { createHmac } from "node:crypto";
import { AGENT_OWNER, CLIENT, PASSWORD } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { HOME, LoginPage } from "../pages/login.ts";

/** The bytes of a Base32 text. */
function decodeBase32(text: string): Buffer {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...text].map((character) => alphabet.indexOf(character).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of an app (RFC 6238). `offset` is the number of time steps after the current one. */
function appCode(secret: string, offset = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + offset));
  const hash = createHmac("sha1", decodeBase32(secret)).update(counter).digest();
  const start = hash[19]! & 15;
  return String((hash.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

for (const [guard, phone] of [["agent", AGENT_OWNER], ["client", CLIENT]] as const) {
  test(`${guard}: an authenticator app is turned on, asked for at login, and turned off by a recovery code`, async ({ page }) => {
    const login = new LoginPage(page);
    await login.logIn(guard, phone, `/${guard}/profile`);
    const card = page.getByRole("form", { name: "Вход с приложением для кодов" });
    await card.getByRole("button", { name: "Включить" }).click();
    await card.getByLabel("Текущий пароль").fill("не тот пароль");
    await card.getByRole("button", { name: "Далее" }).click();
    await expect(card.getByRole("alert")).toBeVisible();
    await card.getByLabel("Текущий пароль").fill(PASSWORD);
    await card.getByRole("button", { name: "Далее" }).click();
    await expect(card.getByRole("img", { name: "QR-код для приложения" })).toBeVisible();
    const secret = await card.getByRole("group", { name: "Ключ для приложения" }).innerText();
    await card.getByLabel("Код из приложения").fill(appCode(secret, -20));
    await card.getByRole("button", { name: "Включить" }).click();
    await expect(card.getByRole("alert")).toBeVisible();
    await card.getByLabel("Код из приложения").fill(appCode(secret));
    await card.getByRole("button", { name: "Включить" }).click();
    const shown = await card.getByRole("group", { name: "Коды восстановления" }).innerText();
    const recoveryCodes = shown.trim().split("\n");
    expect(recoveryCodes).toHaveLength(10);
    await card.getByRole("button", { name: "Коды сохранены" }).click();
    await expect(card).toContainText("Осталось кодов восстановления: 10");
    await login.logOut();

    await login.open(guard);
    await login.enterPhone(phone);
    await login.enterPassword(PASSWORD);
    const code = page.getByLabel("Код из приложения или код восстановления");
    await expect(code).toBeFocused();
    await expect(page.getByTestId("use-code")).toHaveCount(0);
    await code.fill(appCode(secret, -20));
    await page.getByTestId("login").click();
    await expect(login.error).toBeVisible();
    // The code of the current step was used for the confirmation.
    await code.fill(appCode(secret, 1));
    await page.getByTestId("login").click();
    await expect(page).toHaveURL(new RegExp(`${HOME[guard]}$`));

    await page.goto(`/${guard}/profile`);
    await card.getByRole("button", { name: "Выключить" }).click();
    await card.getByLabel("Код из приложения или код восстановления").fill(recoveryCodes[0]!);
    await card.getByRole("button", { name: "Выключить" }).click();
    await expect(card.getByRole("button", { name: "Включить" })).toBeVisible();
    await login.logOut();
    await login.logInByForm(guard, phone);
  });
}

test("payouts are confirmed by the app once the agent requires it", async ({ page }) => {
  const login = new LoginPage(page);
  await login.logIn("agent", AGENT_OWNER, "/agent/staff");
  const requirement = page.getByLabel("Подтверждать деньги и права только приложением или ключом доступа");
  await requirement.click();
  await expect(page.getByRole("alert")).toContainText("Добавьте их в профиле");
  await expect(requirement).not.toBeChecked();

  await page.goto("/agent/profile");
  const card = page.getByRole("form", { name: "Вход с приложением для кодов" });
  await card.getByRole("button", { name: "Включить" }).click();
  await card.getByLabel("Текущий пароль").fill(PASSWORD);
  await card.getByRole("button", { name: "Далее" }).click();
  const secret = await card.getByRole("group", { name: "Ключ для приложения" }).innerText();
  await card.getByLabel("Код из приложения").fill(appCode(secret));
  await card.getByRole("button", { name: "Включить" }).click();
  await card.getByRole("button", { name: "Коды сохранены" }).click();

  await page.goto("/agent/staff");
  await requirement.click();
  const dialog = page.getByRole("dialog", { name: "Подтвердите кодом" });
  await expect(dialog).toContainText("Введите код из приложения");
  await expect(dialog.getByTestId("send-again")).toHaveCount(0);
  await dialog.getByTestId("code").fill(appCode(secret, -20));
  await dialog.getByTestId("confirm-step-up").click();
  await expect(dialog.getByRole("alert")).toContainText("не подходит");
  // The code of the current step was used for the confirmation of the app.
  await dialog.getByTestId("code").fill(appCode(secret, 1));
  await dialog.getByTestId("confirm-step-up").click();
  await expect(dialog).toBeHidden();
  await expect(requirement).toBeChecked();
});
