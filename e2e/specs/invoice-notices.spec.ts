/** An unpaid invoice of the service: the bell, messages by bot, the banner of the grace period, the read-only cabinet, and the way out. */
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { Bots } from "../harness/bots.ts";
import type { Server } from "../harness/server.ts";
import { expect, test as base } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";

const OWNERS_CHAT = 5_550_100;
const DAY_MS = 24 * 60 * 60 * 1000;

const test = base.extend<{ bots: Bots }>({
  bots: async ({}, use) => {
    const bots = await Bots.start();
    await use(bots);
    await bots.stop();
  },
  environment: async ({ bots }, use) => use(bots.environment),
});

/** Moves the unpaid invoice in time, by days from now, and runs the hourly job of invoices. */
function moveInvoice(server: Server, days: { due: number; readOnly: number }): void {
  const time = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().replace("Z", "+00:00");
  server.sql(`
    UPDATE invoices SET due_at = '${time(days.due)}', read_only_at = '${time(days.readOnly)}' WHERE paid_at IS NULL;
    INSERT INTO jobs (kind, payload, run_at, attempts, max_attempts, created_at)
      VALUES ('billing:month', '', '${time(-1)}', 0, 8, '${time(-1)}');
  `);
}

test("an unpaid invoice is announced at each stage, and the cabinet works again once it is paid", async ({
  page,
  browser,
  server,
  client,
  bots,
}) => {
  test.setTimeout(120_000);
  await bots.share(server, OWNERS_CHAT, AGENT_OWNER);
  await bots.message(OWNERS_CHAT, /связан|подтверждён/);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const banner = page.getByTestId("service-banner");
  const group = page.getByTestId("bell-service_invoices");

  await test.step("the bell leads to the unpaid invoice", async () => {
    await page.getByTestId("bell").click();
    await expect(group).toContainText("Оплатить счета за сервис");
    await group.click();
    await expect(page).toHaveURL(/\/agent\/balance$/);
    await expect(page.getByTestId("unpaid-invoice")).toHaveCount(1);
    await expect(banner).toHaveCount(0);
  });

  await test.step("overdue: a message, and a banner with the last day", async () => {
    moveInvoice(server, { due: -1, readOnly: 6 });
    expect(await bots.message(OWNERS_CHAT, /Просрочен счёт/)).toMatch(/4\s900,00\s₽/);
    await page.reload();
    await expect(banner).toContainText("Счёт сервиса просрочен");
    await expectAccessible(page);
  });

  await test.step("the last days: another message, and everything still works", async () => {
    moveInvoice(server, { due: -6, readOnly: 1 });
    await bots.message(OWNERS_CHAT, /Последние дни/);
    await page.goto("/agent/clients/1");
    await page.getByTestId("name").fill("Игорь Петров, опт");
    await page.getByTestId("save-client").click();
    await expect(page.getByRole("heading", { name: "Игорь Петров, опт" }).or(page.getByText("Игорь Петров, опт")).first()).toBeVisible();
    await expect(page.locator(".note.error")).toHaveCount(0);
  });

  await test.step("read-only: staff and clients read a sentence, and nothing is saved", async () => {
    moveInvoice(server, { due: -8, readOnly: -0.01 });
    await bots.message(OWNERS_CHAT, /только для чтения/);
    await page.reload();
    await expect(banner).toContainText("Кабинет доступен только для чтения");
    await page.getByTestId("name").fill("Не сохранится");
    await page.getByTestId("save-client").click();
    await expect(page.locator(".note.error")).toContainText("временно доступен только для чтения");

    const draft = await client.draft("Ждёт оплаты сервиса");
    await client.addItem(draft.id, { title: "搪瓷杯", url: "https://detail.1688.com/offer/5.html", price: "15.20" });
    const context = await browser.newContext({ baseURL: server.url, locale: "ru-RU", viewport: { width: 390, height: 844 } });
    const phone = await context.newPage();
    await new LoginPage(phone).logIn("client", CLIENT);
    const card = new OrderCard(phone);
    await card.open("client", draft.id);
    await phone.getByTestId("submit").click();
    await expect(phone.getByRole("alert")).toContainText("временно доступен только для чтения");
    await expect(card.status).toHaveClass(/draft/);
    await context.close();
  });

  await test.step("the payment ends it, and the banner goes without a reload", async () => {
    server.run(["billing:topup", "--agent", "lotus", "--amount", "4900.00", "--reference", "п/п 9"]);
    await banner.getByRole("link").click();
    await page.getByTestId("pay-invoice").click();
    await page.getByTestId("confirm-pay").click();
    await expect(page.getByTestId("unpaid")).toBeHidden();
    await expect(banner).toHaveCount(0);
    await page.getByTestId("bell").click();
    await expect(page.getByTestId("bell-list")).toBeVisible();
    await expect(group).toHaveCount(0);
    const owner = await Api.login(server, "agent", AGENT_OWNER);
    expect((await owner.send<{ state: string }>("GET", "/agent/balance/state")).state).toBe("active");
  });
});
