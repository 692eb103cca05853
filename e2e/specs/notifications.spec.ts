/** Notifications by bot, their preferences, and the agent's announcements to clients. */
import { AGENT_OWNER, CLIENT } from "../harness/api.ts";
import { Bots } from "../harness/bots.ts";
import { expect, test as base } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { answerQuestion } from "../pages/shell.ts";

const OWNERS_CHAT = 5_550_100;
const CLIENTS_CHAT = 5_550_200;

const test = base.extend<{ bots: Bots }>({
  bots: async ({}, use) => {
    const bots = await Bots.start();
    await use(bots);
    await bots.stop();
  },
  environment: async ({ bots }, use) => use(bots.environment),
});

test("staff are notified of a new order by bot until they switch that notification off", async ({
  page,
  server,
  client,
  bots,
}) => {
  await bots.share(server, OWNERS_CHAT, AGENT_OWNER);
  await bots.message(OWNERS_CHAT, /связан|подтверждён/);
  const submit = async () => {
    const order = await client.send<{ id: number; number: string }>("POST", "/client/orders", { type: "standard" });
    await client.send("POST", `/client/orders/${order.id}/items`, {
      title: "Чашка",
      url: "https://detail.1688.com/offer/700.html",
      price: "12.50",
      quantity: 2,
    });
    await client.send("POST", `/client/orders/${order.id}/submit`, {});
    return order;
  };
  const order = await submit();
  const notification = await bots.message(OWNERS_CHAT, /отправлен заказ/);
  expect(notification).toContain(order.number);
  expect(notification).toContain(`/agent/orders/${order.id}`);

  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/settings?tab=notifications");
  const box = page.getByTestId("order_submitted-telegram");
  await expect(box).toBeChecked();
  const saved = page.waitForResponse(
    (response) => response.url().includes("notice-preferences") && response.request().method() === "PATCH",
  );
  await box.click();
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(box).not.toBeChecked();
  await expect(page.getByTestId("order_paid-telegram")).toBeChecked();
  const next = await submit();
  await client.send("POST", "/client/balance/requests", { amount: "10", currency: "RUB" });
  const after = await bots.message(OWNERS_CHAT, /./);
  expect(after, "only the top-up request is notified, not the order before it").toContain("просит реквизиты");
  expect(after).not.toContain(next.number);
});

test("an agent previews an announcement, sends it to a client and sees its delivery", async ({ page, browser, server, bots }) => {
  await bots.share(server, CLIENTS_CHAT, CLIENT);
  await bots.message(CLIENTS_CHAT, /связан|подтверждён/);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/notifications");
  await expect(page.getByTestId("empty")).toBeVisible();
  await page.getByTestId("new-notification").click();
  await page.getByTestId("title").fill("Склад закрыт на праздники");
  await page.getByTestId("body").fill("Здравствуйте, ");
  await page.getByTestId("insert-client").click();
  await page.getByTestId("body").press("End");
  await page.getByTestId("body").pressSequentially("! Склад закрыт с 1 по 7 октября.");
  await expect(page.getByTestId("example")).toContainText("! Склад закрыт с 1 по 7 октября.");
  await expect(page.getByTestId("example")).not.toContainText("{client}");

  await page.getByTestId("audience").selectOption("chosen");
  await page.getByTestId("find-client").fill("K101");
  await page.getByTestId("found-client").first().click();
  await expect(page.getByTestId("chosen-client")).toHaveCount(1);
  await expect(page.getByTestId("reach")).toContainText("1");
  await page.getByTestId("send-notification").click();
  await answerQuestion(page, "yes");
  await expect(page).toHaveURL(/\/agent\/notifications$/);
  expect(await bots.message(CLIENTS_CHAT, /Склад закрыт на праздники/)).toContain("с 1 по 7 октября");

  await page.getByTestId("notification").getByRole("link").click();
  await expect(page.getByTestId("delivery")).toHaveCount(1);

  const guest = await browser.newContext({ baseURL: server.url, locale: "ru-RU" });
  const cabinet = await guest.newPage();
  await new LoginPage(cabinet).logIn("client", CLIENT, "/client/announcements");
  await expect(cabinet.getByTestId("announcement")).toContainText("с 1 по 7 октября");
  await guest.close();
});

test("an unknown placeholder is rejected beside its field, and the typed text stays", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/notifications/create");
  await page.getByTestId("title").fill("Тарифы");
  await page.getByTestId("body").fill("Здравствуйте, {name}!");
  await page.getByTestId("save-notification").click();
  await expect(page.locator(".field .fault")).toBeVisible();
  await expect(page.getByTestId("body")).toHaveValue("Здравствуйте, {name}!");
  await page.getByTestId("body").fill("Здравствуйте, {client}!");
  await page.getByTestId("send_at").fill("01.01.2030");
  await page.getByTestId("send_at-time").fill("10:00");
  await page.getByTestId("save-notification").click();
  await expect(page.locator(".note.error, .fault").first(), "the date is too far in the future").toBeVisible();
  await page.getByTestId("send_at").fill("");
  await page.getByTestId("save-notification").click();
  await expect(page.getByTestId("notification")).toContainText("Черновик");
});
