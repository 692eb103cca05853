/** The brand of an agent: the owner sets it, and clients see it at the login, at the registration and in their cabinet. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import type { Server } from "../harness/server.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const MOTTO = "Из Китая к вам за 18 дней, с фото каждой посылки";

/** A square logo with a transparent ground. */
async function logo(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const encoded = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 512;
    canvas.height = 512;
    const drawing = canvas.getContext("2d")!;
    drawing.fillStyle = "#c2185b";
    drawing.beginPath();
    drawing.arc(256, 256, 220, 0, 2 * Math.PI);
    drawing.fill();
    return canvas.toDataURL("image/png").split(",")[1]!;
  });
  return { name: "логотип.png", mimeType: "image/png", buffer: Buffer.from(encoded, "base64") };
}

/** The link by which clients register. */
async function registrationPath(server: Server): Promise<string> {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const profile = await owner.send<{ subdomain: string }>("GET", "/agent/settings/main");
  return `/client/register?agent=${profile.subdomain}`;
}

async function setBrand(server: Server, color: string): Promise<void> {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.patch("/agent/settings/brand", { color, motto: MOTTO });
}

async function expectLoaded(page: Page, testId: string): Promise<void> {
  const picture = page.getByTestId(testId).first();
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}

test("the owner sets logo, colour and motto with a preview, and clients see them", async ({ page, server }) => {
  const login = new LoginPage(page);
  await login.logIn("agent", AGENT_OWNER, "/agent/settings?tab=brand");
  const preview = page.getByTestId("preview-light");
  await expect(preview.getByTestId("brand-name")).toHaveText("Лотос Карго");
  await expect(preview).toHaveAttribute("data-accent", "teal");

  await page.getByTestId("color-violet").check();
  await page.getByTestId("motto").fill(MOTTO);
  await expect(page.getByTestId("motto-length")).toHaveText(`${MOTTO.length} / 120`);
  for (const theme of ["light", "dark"]) {
    const shown = page.getByTestId(`preview-${theme}`);
    await expect(shown).toHaveAttribute("data-accent", "violet");
    await expect(shown.getByTestId("brand-motto")).toHaveText(MOTTO);
  }
  await page.getByTestId("save-brand").click();
  await expect(page.getByTestId("save-brand")).toHaveText("Сохранено");
  await page.getByTestId("logo").setInputFiles(await logo(page));
  await expectLoaded(page, "brand-logo");
  // The form has the new version, so saving it again causes no conflict.
  await page.getByTestId("color-pink").check();
  await page.getByTestId("save-brand").click();
  await expect(page.getByTestId("save-brand")).toHaveText("Сохранено");
  await expect(page.locator("html"), "the cabinet of staff keeps its colour").not.toHaveAttribute("data-accent", "pink");

  await page.goto(await registrationPath(server));
  const door = page.getByTestId("login-brand");
  await expect(door.getByTestId("brand-name")).toHaveText("Лотос Карго");
  await expect(door.getByTestId("brand-motto")).toHaveText(MOTTO);
  await expectLoaded(page, "brand-logo");
  await expect(page.locator("html")).toHaveAttribute("data-accent", "pink");
  // The login has no name in its address: the tab keeps the name from the link.
  await page.getByRole("link", { name: "Уже есть кабинет? Войти" }).click();
  await expect(page).toHaveURL(/\/client\/login$/);
  await expect(door.getByTestId("brand-motto")).toHaveText(MOTTO);
  await page.reload();
  await expect(door.getByTestId("brand-motto")).toHaveText(MOTTO);

  await login.logIn("client", CLIENT, "/client/home");
  await expect(page.getByTestId("agent-brand")).toContainText("Лотос Карго");
  await expectLoaded(page, "brand-logo");
  await expect(page.locator("html")).toHaveAttribute("data-accent", "pink");
});

test("without a brand the login has the face of the service, and the cabinet the name of the agent", async ({ page, server }) => {
  const login = new LoginPage(page);
  await login.open("client");
  const door = page.getByTestId("login-brand");
  await expect(door.getByTestId("brand-name")).toHaveText("Karavan");
  await expect(door.getByTestId("brand-logo")).toHaveCount(0);
  await expect(page.locator("html")).toHaveAttribute("data-accent", "teal");
  await page.goto(await registrationPath(server));
  await expect(door.getByTestId("brand-name")).toHaveText("Лотос Карго");
  await login.logIn("client", CLIENT, "/client/home");
  await expect(page.getByTestId("agent-brand")).toHaveText(/Лотос Карго$/);
  await expect(page.getByTestId("brand-logo")).toHaveCount(0);
});

test("a refused picture leaves the logo, and a removed logo leaves the colour", async ({ page, server }) => {
  await setBrand(server, "orange");
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/settings?tab=brand");
  const shown = page.getByTestId("preview-light").getByTestId("brand-logo");
  await page.getByTestId("logo").setInputFiles(await logo(page));
  // The preview has the login and the header.
  await expect(shown).toHaveCount(2);
  await page.getByTestId("logo").setInputFiles({ name: "x.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(shown).toHaveCount(2);
  await page.getByTestId("remove-logo").click();
  await expect(shown).toHaveCount(0);
  await page.reload();
  await expect(page.getByTestId("color-orange")).toBeChecked();
  await expect(page.getByTestId("motto")).toHaveValue(MOTTO);
  await expect(page.getByTestId("brand-logo")).toHaveCount(0);
});

test("the help of the login opens by keyboard", async ({ page }) => {
  await new LoginPage(page).open("client");
  await page.getByTestId("help").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Код приходит в чат с ботом")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [390, 1280]) {
    test(`login, cabinet and settings of a brand are accessible and fit, ${colorScheme}, ${width} px`, async ({ page, server }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await setBrand(server, "violet");
      const expectFits = async (): Promise<void> => {
        await expectAccessible(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      };
      await page.goto(await registrationPath(server));
      await expect(page.getByTestId("brand-motto")).toHaveText(MOTTO);
      await expectFits();
      await new LoginPage(page).logIn("client", CLIENT, "/client/home");
      await expect(page.locator("html")).toHaveAttribute("data-accent", "violet");
      await expect(page.getByTestId("agent-brand")).toBeVisible();
      await expectFits();
      await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/settings?tab=brand");
      await expect(page.getByTestId("preview-dark")).toBeVisible();
      await expectFits();
    });
  }
}
