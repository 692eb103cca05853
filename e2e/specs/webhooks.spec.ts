/** Webhooks of the real server, verified by the library that receivers use, and their pages in both cabinets. */
import type { Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api, CLIENT, type Order } from "../harness/api.ts";
import { eventually } from "../harness/eventually.ts";
import { faultsOfLook } from "../harness/looks.ts";
import { Receiver } from "../harness/receiver.ts";
import { expect, test as base } from "../harness/test.ts";
import { answerQuestion } from "../pages/shell.ts";
import { LoginPage } from "../pages/login.ts";

const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({}, use) => {
    const receiver = await Receiver.start();
    await use(receiver);
    receiver.stop();
  },
});

test.use({ environment: { WEBHOOK_NETWORKS: "127.0.0.0/8" } });

const MANAGER = "+79990000005";

/** Creates a webhook on the open page of the list. Returns its secret. */
async function create(page: Page, name: string, url: string, types: string[]): Promise<string> {
  await page.getByTestId("new-webhook").click();
  const dialog = page.getByTestId("dialog");
  await dialog.getByTestId("name").fill(name);
  await dialog.getByTestId("url").fill(url);
  for (const type of types) await dialog.getByTestId(`type-${type}`).check();
  await dialog.getByTestId("save-webhook").click();
  await expect(dialog).toHaveCount(0);
  return (await page.getByTestId("secret").textContent()) ?? "";
}

async function submitOrder(client: Api): Promise<Order> {
  const draft = await client.draft("Пока получатель недоступен");
  await client.addItem(draft.id, { title: "搪瓷杯", url: "https://detail.1688.com/offer/5.html", price: "15.20" });
  return client.submit(draft.id);
}

async function chooseAction(page: Page, action: string): Promise<void> {
  // The page settles after a change: a click that misses the moving menu closes it.
  await expect(async () => {
    if (!(await page.getByTestId(action).isVisible())) await page.getByTestId("webhook-actions").click({ timeout: 2_000 });
    await page.getByTestId(action).click({ timeout: 2_000 });
  }).toPass();
}

test("an event is signed as Standard Webhooks demands, and arrives without being asked for", async ({ client, receiver }) => {
  const types = ["order.created"];
  const { secret } = await client.post<{ secret: string }>("/client/webhooks", { name: "Склад", url: receiver.url, types });
  const draft = await client.draft("Осень 秋天");
  const { headers, body } = await eventually(20_000, () => receiver.received[0], () => "no event arrived");
  const event = new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>;
  expect(event).toMatchObject({ type: "order.created", data: { object: "order", id: draft.id } });
  expect(() => new Webhook(secret).verify(body.replace("order", "other"), headers as Record<string, string>)).toThrow();
  const feed = await client.send<{ data: { id: string }[] }>("GET", "/client/events?types=order.created");
  expect(feed.data).toContainEqual(event);
  expect(headers["webhook-id"]).toBe(event["id"]);
});

test("staff create a webhook, test it, find a failure in the log and send it again", async ({ page, server, context, client, receiver }) => {
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/settings?tab=webhooks");
  await expect(page.getByTestId("empty")).toBeVisible();

  // Without events the server refuses, and the form says so.
  await page.getByTestId("new-webhook").click();
  const dialog = page.getByTestId("dialog");
  await dialog.getByTestId("name").fill("Склад");
  await dialog.getByTestId("url").fill(receiver.url);
  await dialog.getByTestId("save-webhook").click();
  await expect(dialog.locator(".event-types .fault")).toBeVisible();
  await dialog.getByTestId("all-types").click();
  await expect(dialog.getByTestId("type-delivery.created")).toBeChecked();
  await dialog.getByTestId("no-types").click();
  await dialog.getByTestId("type-order.status_changed").check();
  await dialog.getByTestId("save-webhook").click();
  await expect(dialog).toHaveCount(0);

  const secret = (await page.getByTestId("secret").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await page.getByTestId("copy-secret").click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await page.getByTestId("open-new-webhook").click();
  await expect(page.getByRole("heading", { name: "Склад" })).toBeVisible();
  await expect(page.getByTestId("secret")).toHaveCount(0);
  await expect(page.getByTestId("no-deliveries")).toBeVisible();

  await page.getByTestId("test-webhook").click();
  await expect(page.getByTestId("test-result")).toContainText("Проверка доставлена: 200");
  const { headers, body } = receiver.received[0]!;
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: "webhook.test" });

  receiver.answer = [500, "склад закрыт"];
  await page.getByTestId("test-webhook").click();
  await expect(page.getByTestId("test-result")).toContainText("Проверка не доставлена: 500");
  // A test says nothing about the webhook; an event that is not accepted does.
  await expect(page.getByTestId("webhook-state")).toHaveText("Работает");
  await submitOrder(client);
  await expect(async () => {
    await page.reload();
    await expect(page.getByTestId("webhook-state")).toHaveText("Не доставляет", { timeout: 1_000 });
  }).toPass();
  await expect(page.getByTestId("advice")).toContainText("Сбои с");
  await expect(page.getByTestId("delivery").first()).toContainText("повтор");

  await page.getByTestId("failed-deliveries").click();
  const rows = page.getByTestId("delivery");
  await expect(rows).toHaveCount(1);
  await rows.locator("summary").click();
  await expect(rows.getByTestId("delivery-answer")).toContainText("склад закрыт");
  await expect(rows.getByTestId("delivery-body")).toContainText("webhook.test");
  receiver.answer = [200, "принято"];
  await page.getByTestId("all-deliveries").click();
  await expect(rows).toHaveCount(3);
  const failed = rows.filter({ hasText: "webhook.test" }).first();
  // It is still open.
  await failed.getByTestId("replay-delivery").click();
  await expect(failed.getByTestId("delivery-state")).toHaveText("Доставлено");
  await expect(failed.getByTestId("delivery-answer")).toContainText("принято");
  const tests = receiver.received.filter(({ body }) => body.includes("webhook.test")).map(({ headers }) => headers["webhook-id"]);
  expect(tests).toEqual([tests[0], tests[1], tests[1]]);
  expect(await faultsOfLook(page, { name: "staff-webhook", fullPage: true })).toEqual([]);

  // The code in four languages, one at a time.
  for (const language of ["js", "php", "go", "python"]) {
    await page.getByTestId(`tab-${language}`).click();
    await expect(page.getByTestId(`code-${language}`)).toBeVisible();
  }
  await expect(page.getByTestId("code-python")).toContainText("standardwebhooks");
});

test("staff change a webhook, make a new secret, switch it off, send what was missed, and delete it", async ({ page, client, receiver }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/settings?tab=webhooks");
  const first = await create(page, "1С", receiver.url, ["order.created", "order.status_changed"]);
  await page.getByTestId("open-new-webhook").click();

  await page.getByTestId("edit-webhook").click();
  const dialog = page.getByTestId("dialog");
  await dialog.getByTestId("name").fill("1С, склад");
  await dialog.getByTestId("type-order.created").uncheck();
  await dialog.getByTestId("save-webhook").click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "1С, склад" })).toBeVisible();

  await chooseAction(page, "rotate-secret");
  await answerQuestion(page, "yes");
  const second = (await page.getByTestId("secret").textContent()) ?? "";
  expect(second).not.toBe(first);
  await expect(page.getByTestId("both-secrets")).toBeVisible();
  await page.getByTestId("test-webhook").click();
  await expect(page.getByTestId("test-result")).toContainText("Проверка доставлена");
  const { headers, body } = receiver.received[0]!;
  for (const secret of [first, second]) new Webhook(secret).verify(body, headers as Record<string, string>);

  await chooseAction(page, "switch-webhook");
  await expect(page.getByTestId("webhook-state")).toHaveText("Выключен");
  const draft = await submitOrder(client);
  const events = "/client/events?types=order.status_changed";
  const published = () => client.send<{ data: { type: string; data: { id: number } }[] }>("GET", events);
  await eventually(20_000, async () => (await published()).data.find((event) => event.data.id === draft.id), () => "no event");
  await page.getByTestId("open-replay").click();
  await dialog.getByTestId("start-replay").click();
  await expect(dialog.getByRole("alert")).toContainText("Вебхук выключен");
  await page.keyboard.press("Escape");
  // A dialog that closes closes the open menus, too.
  await expect(dialog).toHaveCount(0);
  await chooseAction(page, "switch-webhook");
  await expect(page.getByTestId("webhook-state")).toHaveText("Работает");
  expect(receiver.received).toHaveLength(1);
  await page.getByTestId("open-replay").click();
  await dialog.getByTestId("start-replay").click();
  await expect(dialog).toHaveCount(0);
  const sent = () => receiver.received.map(({ body }) => JSON.parse(body) as { data: { id?: number } });
  const missed = () => sent().find((event) => event.data.id === draft.id);
  await eventually(20_000, missed, () => "what was missed is not sent");

  await chooseAction(page, "delete-webhook");
  await answerQuestion(page, "yes");
  await expect(page.getByTestId("empty")).toBeVisible();
  await expect(page).toHaveURL(/tab=webhooks$/);
});

test("a member of a client has the same pages, which fit a phone and are accessible", async ({ page, receiver }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await new LoginPage(page).logIn("client", CLIENT, "/client/settings");
  const list = page.getByRole("region", { name: "Вебхуки" }).first();
  await expect(list.getByTestId("empty")).toBeVisible();
  await page.getByTestId("new-webhook").click();
  const dialog = page.getByTestId("dialog");
  await expect(dialog.getByTestId("type-client.created")).toHaveCount(0);
  await expectAccessible(page);
  const faults = await faultsOfLook(page, { name: "form", fullPage: false });
  await dialog.getByRole("button", { name: "Закрыть" }).click();
  await page.setViewportSize({ width: 390, height: 844 });

  await create(page, "Магазин с длинным названием", receiver.url, ["order.created", "balance.changed", "message.created"]);
  faults.push(...(await faultsOfLook(page, { name: "list", fullPage: true })));
  await page.getByTestId("open-new-webhook").click();
  receiver.answer = [500, `{"error": "${"длинный ответ ".repeat(20)}"}`];
  await page.getByTestId("test-webhook").click();
  await expect(page.getByTestId("test-result")).toContainText("500");
  await page.getByTestId("delivery").first().locator("summary").click();
  await expect(page.getByTestId("delivery-answer")).toBeVisible();
  faults.push(...(await faultsOfLook(page, { name: "webhook", fullPage: true })));
  expect(faults).toEqual([]);
});

test("staff without the right to change settings read webhooks, and change nothing", async ({ page, server, receiver }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const types = ["order.created"];
  const { webhook } = await owner.post<{ webhook: { id: number } }>("/agent/webhooks", { name: "Чтение", url: receiver.url, types });
  const groups = await owner.send<{ data: { id: number; people: { name: string }[] }[] }>("GET", "/agent/access-groups");
  const group = groups.data.find(({ people }) => people.some(({ name }) => name === "Дмитрий Орлов"))!;
  const grants = { settings: { level: "view", breadth: "all" }, orders: { level: "view", breadth: "all" } };
  await owner.send("PATCH", `/agent/access-groups/${group.id}`, { grants });
  await new LoginPage(page).logIn("agent", MANAGER, "/agent/settings?tab=webhooks");
  await expect(page.getByTestId("read-only")).toBeVisible();
  expect(await faultsOfLook(page, { name: "staff-list", fullPage: true })).toEqual([]);
  await expect(page.getByTestId("new-webhook")).toHaveCount(0);
  await page.goto(`/agent/settings?tab=webhooks&webhook=${webhook.id}`);
  await expect(page.getByRole("heading", { name: "Чтение" })).toBeVisible();
  for (const control of ["test-webhook", "webhook-actions", "edit-webhook", "open-replay"]) {
    await expect(page.getByTestId(control)).toHaveCount(0);
  }
  // A webhook that is gone says so, and leads back to the list.
  await owner.send("DELETE", `/agent/webhooks/${webhook.id}`);
  await page.reload();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByTestId("crumb").click();
  await expect(page.getByTestId("empty")).toBeVisible();
});
