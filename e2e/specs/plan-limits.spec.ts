/** The limits of the agent's plan: who reaches one reads a sentence about it, and nothing is added. */
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { photo } from "../harness/pictures.ts";
import type { Server } from "../harness/server.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { chatOf, createSubmittedOrder } from "../pages/chat.ts";
import { LoginPage } from "../pages/login.ts";

interface Account {
  usage: { staff: number; clients: number; orders: number; storage: number };
}

const account = (owner: Api) => owner.send<Account>("GET", "/agent/balance");

/** Gives the agent a plan with one limit. */
function limit(server: Server, option: "staff" | "clients" | "orders" | "storage-mb", maximum: number): void {
  const name = `Предел ${option} ${maximum}`;
  const created = server.run(["billing:plans", "create", "--name", name, "--price", "0", `--${option}`, String(maximum)]);
  server.run(["billing:plans", "assign", "--id", /plan (\d+)/.exec(created)![1]!, "--agent", "lotus"]);
}

test("staff are invited up to the limit", async ({ page, server }) => {
  limit(server, "staff", 3);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/staff");
  await expect(page.getByTestId("places")).toContainText("3 из 3");
  await page.getByTestId("invite").click();
  await page.getByTestId("phone").fill("8 999 555-44-33");
  await page.getByTestId("name").fill("Ольга Склад");
  await page.getByTestId("group_id").selectOption({ label: "Склад" });
  await page.getByTestId("send-invite").click();
  await expect(page.getByRole("alert")).toHaveText(
    "Все места по тарифу заняты. Отключите кого-нибудь или смените тариф на странице «Баланс сервиса».",
  );
  await expectAccessible(page);
  await page.goto("/agent/balance");
  await expect(page.getByTestId("usage-staff")).toContainText("3 из 3");
});

test("a disabled client is enabled while the plan has room", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.patch("/agent/clients/1", { disabled: true });
  const { usage } = await account(owner);
  limit(server, "clients", usage.clients);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/clients/1");
  const badge = page.locator(".page-head .badge");
  await expect(badge).toHaveText("Отключён");
  await page.getByTestId("disable-client").click();
  await expect(page.getByRole("alert")).toHaveText(`В тарифе агента закончились места для клиентов: ${usage.clients}`);
  await expectAccessible(page);
  await expect(badge).toHaveText("Отключён");
  limit(server, "clients", usage.clients + 1);
  await page.getByTestId("disable-client").click();
  await expect(badge).toHaveCount(0);
  expect((await account(owner)).usage.clients).toBe(usage.clients + 1);
});

test("orders of a month are submitted up to the limit", async ({ page, server, client }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await createSubmittedOrder(client, "Последний в этом месяце");
  limit(server, "orders", (await account(owner)).usage.orders);
  const draft = await client.draft("Сверх тарифа");
  await client.addItem(draft.id, { title: "搪瓷杯", url: "https://detail.1688.com/offer/5.html", price: "15.20" });
  await page.setViewportSize({ width: 390, height: 844 });
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", draft.id);
  await page.getByTestId("submit").click();
  await expect(page.getByRole("alert")).toContainText("В этом месяце агент больше не может принять заказы по своему тарифу");
  await expect(card.status).toHaveClass(/draft/);
  await expectAccessible(page);
});

test("files are stored up to the limit: in the chat and for an item", async ({ page, browser, server, client }) => {
  const order = await createSubmittedOrder(client, "Без места для файлов");
  const { usage } = await account(await Api.login(server, "agent", AGENT_OWNER));
  const megabytes = Math.floor(usage.storage / 2 ** 20) + 2;
  limit(server, "storage-mb", megabytes);
  const sentence = "Место для файлов по тарифу закончилось";
  await chatOf(page, "client", order);
  const pending = page.getByTestId("chat-file-pending");
  await page.getByTestId("chat-file-input").setInputFiles(await photo(page, "шов.jpg"));
  await expect(pending).toHaveCount(1);
  await expect(page.getByTestId("chat-send")).toBeEnabled();
  server.sql(`UPDATE chat_files SET bytes = ${megabytes * 2 ** 20} WHERE order_id = ${order.id};`);
  await page.getByTestId("chat-file-input").setInputFiles(await photo(page, "второй.jpg"));
  await expect(pending.filter({ hasText: "второй.jpg" })).toContainText(sentence);

  const context = await browser.newContext({ baseURL: server.url, locale: "ru-RU" });
  const staff = await context.newPage();
  await new LoginPage(staff).logIn("agent", AGENT_OWNER);
  const card = new OrderCard(staff);
  await card.open("agent", order.id);
  await card.items.first().getByTestId("add-photos").click();
  await staff.getByTestId("files").setInputFiles(await photo(staff, "1.jpg"));
  await expect(staff.getByTestId("dialog")).toContainText(sentence);
  await expect(staff.getByTestId("tile")).toHaveCount(0);
  await context.close();
});
