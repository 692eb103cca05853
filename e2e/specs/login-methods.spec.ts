/** Login, recovery and registration through the bots, from the phone number to the order list. */
import type { Page } from "@playwright/test";
import { AGENT_OWNER, CLIENT, PASSWORD } from "../harness/api.ts";
import { Bots } from "../harness/bots.ts";
import { Server } from "../harness/server.ts";
import { expect, test as base } from "../harness/test.ts";
import { HOME, LoginPage } from "../pages/login.ts";

const CHAT = 5_550_001;
const NEW = "+79991112233";

const test = base.extend<{ bots: Bots }>({
  bots: async ({}, use) => {
    const bots = await Bots.start();
    await use(bots);
    await bots.stop();
  },
  environment: async ({ bots }, use) => use(bots.environment),
});

test("a start link of Telegram links a phone without a messenger, and the waiting page logs in without a reload", async ({
  page,
  server,
  bots,
}) => {
  const login = new LoginPage(page);
  await login.open("client");
  await login.enterPhone(CLIENT);
  await page.getByTestId("by-bot").click();
  await expect(page).toHaveURL(/\/client\/confirm/);
  await expect(page.locator("svg.qr")).toHaveCount(2);
  await page.getByTestId("check-again").click();
  await expect(page.getByRole("status").last()).toContainText("ещё не получил");
  const link = (await page.getByTestId("open-telegram").getAttribute("href"))!;
  await bots.follow(server, CHAT, link);
  expect(await bots.message(CHAT, /ждут подтверждения/)).toContain("Chrome");
  await bots.share(server, CHAT, CLIENT);
  await bots.message(CHAT, /подтверждён/);
  await expect(page).toHaveURL(/\/client\/orders/);
  await expect(page.getByRole("heading", { name: "Заказы", level: 1 })).toBeVisible();
});

test("with both messengers linked, the person chooses which one gets the code", async ({ page, server, bots }) => {
  await bots.share(server, CHAT, CLIENT);
  await bots.shareWithMax(server, 77, 700_001, CLIENT);
  await bots.message(77, /связан/);
  const login = new LoginPage(page);
  await login.open("client");
  await login.enterPhone(CLIENT);
  await page.getByTestId("use-code-max").click();
  await expect(page).toHaveURL(/\/client\/code/);
  await login.enterCode(await bots.code(77));
  await expect(page).toHaveURL(/\/client\/orders/);

  await login.logOut();
  await login.enterPhone(CLIENT);
  await page.getByTestId("use-code-telegram").click();
  const code = await bots.code(CHAT);
  await page.reload();
  await login.enterCode(code);
  await expect(page).toHaveURL(/\/client\/orders/);
  for (const secret of [...bots.secrets, code]) expect(server.log).not.toContain(secret);
});

test("once the number is shared with MAX, the waiting page offers a code", async ({ page, server, bots }) => {
  const login = new LoginPage(page);
  await login.open("client");
  await login.enterPhone(CLIENT);
  await page.getByTestId("by-bot").click();
  await expect(page.getByTestId("open-max")).toBeVisible();
  await bots.shareWithMax(server, 77, 700_001, CLIENT);
  await page.getByTestId("use-code-max").click();
  await login.enterCode(await bots.code(77));
  await expect(page).toHaveURL(/\/client\/orders/);
});

for (const [guard, phone] of [["agent", AGENT_OWNER], ["client", CLIENT]] as const) {
  test(`a forgotten ${guard} password is reset by a code`, async ({ page, server, bots }) => {
    await bots.share(server, CHAT, phone);
    await bots.message(CHAT, /связан/);
    const login = new LoginPage(page);
    await login.open(guard);
    await login.enterPhone(phone);
    await page.getByTestId("forgot").click();
    await page.getByTestId("send-code").click();
    await page.getByTestId("code").fill(await bots.code(CHAT));
    await page.getByTestId("password").fill("совсем-новый-пароль");
    await page.getByTestId("set-password").click();
    await expect(page).toHaveURL(new RegExp(`${HOME[guard]}$`));
    await login.logOut();
    await login.enterPhone(phone);
    await login.enterPassword(PASSWORD);
    await expect(login.error).toBeVisible();
    await login.enterPassword("совсем-новый-пароль");
    await expect(page).toHaveURL(new RegExp(`${HOME[guard]}$`));
    await expect(page.getByRole("heading", { name: "Заказы", level: 1 })).toBeVisible();
  });
}

test("a client can register only by the invitation link of an agent", async ({ page, server, bots }) => {
  await page.goto("/client/register");
  await expect(page.getByTestId("no-invitation")).toContainText("ссылке-приглашению");
  await page.goto("/client/register?hash=nobody");
  await expect(page.getByTestId("no-invitation")).toContainText("не ведёт");
  await page.goto("/client/register?agent=lotus");
  await expect(page.getByTestId("invited-by")).toHaveText("Лотос Карго");
  await page.getByTestId("name").fill("Пётр");
  await page.getByTestId("phone").fill("12");
  await page.getByTestId("register").click();
  await expect(page.locator(".fault")).toBeVisible();
  await page.getByTestId("phone").fill(NEW);
  await page.getByTestId("register").click();
  await expect(page).toHaveURL(/\/client\/confirm/);
  await bots.follow(server, CHAT, (await page.getByTestId("open-telegram").getAttribute("href"))!);
  await expect(page).toHaveURL(/\/client\/orders/);
  await expect(page.getByTestId("person-menu")).toBeVisible();
});

test("an agent registers and gets an empty cabinet", async ({ page, server, bots }) => {
  await page.goto("/agent/login");
  await page.getByTestId("register").click();
  await page.getByTestId("company").fill("Тигр Карго");
  await page.getByTestId("name").fill("Олег");
  await page.getByTestId("phone").fill(NEW);
  await page.getByTestId("subdomain").fill("lotus");
  await page.getByTestId("register").click();
  await expect(page.locator(".fault")).toBeVisible();
  await page.getByTestId("subdomain").fill("tiger");
  await page.getByTestId("register").click();
  await bots.follow(server, CHAT, (await page.getByTestId("open-telegram").getAttribute("href"))!);
  await expect(page).toHaveURL(/\/agent\/orders$/);
  await expect(page.locator(".bar")).toContainText("Тигр Карго");
});

test("an agent without a messenger registers by the link of an e-mail", async ({ page, server }) => {
  await page.goto("/agent/register");
  await page.getByTestId("company").fill("Тигр Карго");
  await page.getByTestId("name").fill("Олег");
  await page.getByTestId("phone").fill(NEW);
  await page.getByTestId("email").fill("oleg@tiger.example");
  await page.getByTestId("password").fill("тигр-и-лотос-2026");
  await page.getByTestId("register").click();
  await expect(page.getByTestId("link-sent")).toContainText("Мы отправили вам письмо");
  const link = await server.emailLink("oleg@tiger.example", "/agent/confirm-email/");
  const mail = await page.context().newPage();
  await mail.goto(link);
  await mail.getByTestId("confirm-email").click();
  await expect(mail.getByTestId("link-outcome")).toBeVisible();
  await expect(page).toHaveURL(/\/agent\/orders$/);
  await expect(page.locator(".bar")).toContainText("Тигр Карго");
});

/** Fills in the form of an agent, and returns the start link of Telegram that the page shows. */
async function register(page: Page): Promise<string> {
  await page.goto("/agent/register");
  await page.getByTestId("company").fill("Тигр Карго");
  await page.getByTestId("name").fill("Олег");
  await page.getByTestId("phone").fill(NEW);
  await page.getByTestId("register").click();
  await expect(page).toHaveURL(/\/agent\/confirm/);
  return telegramLink(page);
}

async function telegramLink(page: Page): Promise<string> {
  await expect(page.getByTestId("open-telegram")).toBeVisible();
  return (await page.getByTestId("open-telegram").getAttribute("href"))!;
}

test.describe("in Shanghai", () => {
  test.use({ timezoneId: "Asia/Shanghai" });

  test("a registration takes the time zone of the browser", async ({ page, server, bots }) => {
    await bots.follow(server, CHAT, await register(page));
    await expect(page).toHaveURL(/\/agent\/orders$/);
    await page.goto("/agent/profile");
    await expect(page.getByTestId("timezone")).toHaveValue("Asia/Shanghai");
  });
});

test("a registration survives a reload and a newer login link", async ({ page, server, bots }) => {
  const link = await register(page);
  await page.reload();
  await expect(page.getByText(NEW)).toBeVisible();
  await expect(page.getByTestId("open-telegram")).not.toHaveAttribute("href", link);
  const login = new LoginPage(page);
  await login.open("agent");
  await login.enterPhone(NEW);
  await page.getByTestId("by-bot").click();
  await telegramLink(page);
  await bots.follow(server, CHAT, link);
  await bots.message(CHAT, /подтверждён/);
  await expect(page).toHaveURL(/\/agent\/orders$/);
  await expect(page.locator(".bar")).toContainText("Тигр Карго");
});

test("a registration continues in a new tab of the same browser, but in no other", async ({ page, context, browser, server, bots }) => {
  await register(page);
  await page.close();
  const tab = await context.newPage();
  await tab.goto("/agent/confirm?registration=1");
  await expect(tab.getByText(NEW)).toBeVisible();
  await bots.follow(server, CHAT, await telegramLink(tab));
  await expect(tab).toHaveURL(/\/agent\/orders$/);
  await expect(tab.locator(".bar")).toContainText("Тигр Карго");

  const other = await browser.newContext({ baseURL: server.url, locale: "ru-RU" });
  const stranger = await other.newPage();
  await stranger.goto("/agent/confirm?registration=1");
  await expect(stranger.getByText("не подтверждена вовремя")).toBeVisible();
  await stranger.getByRole("link", { name: "Заполнить форму" }).click();
  await expect(stranger.getByTestId("company")).toBeVisible();
  await other.close();
});

test("the code page says that a code was sent only when one was", async ({ page, server, bots }) => {
  await bots.share(server, CHAT, CLIENT);
  await bots.message(CHAT, /связан/);
  const login = new LoginPage(page);
  await login.open("client");
  await login.enterPhone(CLIENT);
  await expect(page.getByTestId("password")).toBeVisible();
  await page.goto("/client/code");
  await expect(page.getByTestId("no-code-yet")).toBeVisible();
  await expect(page.getByText("Код отправлен")).toHaveCount(0);
  await page.getByRole("button", { name: "Получить код в Telegram" }).click();
  await expect(page.getByText("Код отправлен на номер")).toBeVisible();
  const code = await bots.code(CHAT);
  await page.reload();
  await expect(page.getByText("Код отправлен на номер")).toBeVisible();
  await login.enterCode(code);
  await expect(page).toHaveURL(/\/client\/orders/);
});

base("after login staff are redirected to the subdomain of their agent", async ({ page }) => {
  const server = await Server.start({ PUBLIC_URL: "http://localhost:{port}" });
  const port = new URL(server.url).port;
  await page.goto(`http://localhost:${port}/agent/login`);
  const login = new LoginPage(page);
  await login.enterPhone(AGENT_OWNER);
  await login.enterPassword(PASSWORD);
  await expect(page).toHaveURL(`http://lotus.localhost:${port}/agent/orders`);
  await expect(page.getByTestId("person-menu")).toBeVisible();
  await page.reload();
  await expect(page.getByTestId("person-menu")).toBeVisible();
  expect(page.url()).not.toContain("handover");
  await server.dispose();
});
