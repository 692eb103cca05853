/** The profile: picture, phone and e-mail address. */
import { AGENT_OWNER, CLIENT, PASSWORD } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { openPersonMenu } from "../pages/shell.ts";

const NEW_PHONE = "+79995557788";
const NEW_EMAIL = "igor@example.com";

/** A PNG drawn by the browser. */
async function drawing(page: import("@playwright/test").Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 200;
    const context = canvas.getContext("2d")!;
    context.fillStyle = "#c0392b";
    context.fillRect(0, 0, 200, 200);
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(url.split(",")[1]!, "base64");
}

for (const [guard, phone] of [["agent", AGENT_OWNER], ["client", CLIENT]] as const) {
  test(`${guard}: a picture is uploaded, shown in the header and the list of staff, and removed`, async ({ page }) => {
    await new LoginPage(page).logIn(guard, phone);
    await openPersonMenu(page);
    await page.getByTestId("profile").click();
    await page.getByTestId("picture").setInputFiles({ name: "я.png", mimeType: "image/png", buffer: await drawing(page) });
    const own = page.getByTestId("person-menu").getByTestId("portrait");
    await expect(own).toBeVisible();
    await expect.poll(() => own.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.reload();
    await expect(own).toBeVisible();
    await page.goto(`/${guard}/staff`);
    if (guard === "agent") await expect(page.getByTestId("person-row").getByTestId("portrait")).toHaveCount(1);
    await page.goto(`/${guard}/profile`);
    await page.getByTestId("picture").setInputFiles({ name: "x.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
    await expect(page.getByRole("alert")).toBeVisible();
    await page.getByTestId("remove-picture").click();
    await expect(page.getByTestId("portrait")).toHaveCount(0);
    // The form has the new version, so saving it causes no conflict.
    await page.getByTestId("name").fill("Другое Имя");
    await page.getByTestId("save-profile").click();
    await expect(page.getByTestId("save-profile")).toHaveText("Сохранено");
  });
}

test("changing the phone needs the password and a code sent to the new number", async ({ page, server }) => {
  const login = new LoginPage(page);
  await login.logIn("client", CLIENT);
  await openPersonMenu(page);
  await page.getByTestId("profile").click();
  await page.getByTestId("change-phone").click();
  const form = page.getByTestId("phone-form");
  await form.getByTestId("phone").fill("8 999 555-77-88");
  await form.getByTestId("current").fill("не тот пароль");
  await form.getByTestId("save-phone").click();
  await expect(form.getByRole("alert")).toBeVisible();
  await form.getByTestId("current").fill(PASSWORD);
  await form.getByTestId("save-phone").click();
  await form.getByTestId("code").fill(await server.oneTimeCode(NEW_PHONE));
  await form.getByTestId("save-phone").click();
  await expect(page.getByTestId("own-phone")).toHaveText(NEW_PHONE);
  await login.logOut();
  await login.logIn("client", NEW_PHONE);
});

test("an e-mail address is added by the link sent to it", async ({ page, server }) => {
  await new LoginPage(page).logIn("client", CLIENT);
  await openPersonMenu(page);
  await page.getByTestId("profile").click();
  await page.getByTestId("change-email").click();
  const form = page.getByTestId("email-form");
  await form.getByTestId("email").fill(NEW_EMAIL);
  await form.getByTestId("current").fill(PASSWORD);
  await form.getByTestId("save-email").click();
  await expect(page.getByTestId("email-sent")).toBeVisible();
  await expect(page.getByTestId("own-email")).toHaveText("—");
  const link = await server.emailLink(NEW_EMAIL, "/");
  await page.goto(link);
  await expect(page.getByTestId("own-email")).toHaveText(NEW_EMAIL);
  await expect(page.getByTestId("email-changed")).toBeVisible();
  await expect(page).toHaveURL(/\/client\/profile$/);
  await page.goto(link);
  await expect(page.getByRole("alert")).toBeVisible();
});

test("times follow the time zone of the profile, not that of the browser", async ({ browser, server, client }) => {
  await client.patch("/client/me", { timezone: "Asia/Vladivostok" });
  const request = await client.post<{ created_at: string }>("/client/balance/requests", { amount: "741", currency: "RUB" });
  const here = await browser.newContext({ baseURL: server.url, locale: "ru-RU", timezoneId: "America/New_York" });
  const page = await here.newPage();
  await new LoginPage(page).logIn("client", CLIENT, "/client/balance");
  const parts = { day: "2-digit", month: "2-digit", year: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  const there = new Date(request.created_at).toLocaleString("ru", { ...parts, timeZone: "Asia/Vladivostok" });
  await expect(page.getByTestId("request").filter({ hasText: "741,00" })).toContainText(there);
  await here.close();
});
