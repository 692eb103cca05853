/** The chat of an order: client and agent side by side. */
import type { WebSocketRoute } from "@playwright/test";
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { chatOf, createSubmittedOrder, staffChat } from "../pages/chat.ts";

test("client and agent see messages, read marks, typing and reactions of each other live", async ({ page, browser, server, client }) => {
  const order = await createSubmittedOrder(client, "Переписка");
  const theirs = await staffChat(browser, server, order);
  const mine = await chatOf(page, "client", order);
  await expect(mine.panel).toContainText("Здесь можно написать агенту о заказе");
  await expect(theirs.panel).toContainText("Здесь можно написать клиенту о заказе");

  await test.step("the client sends a message, and the agent sees it without a reload", async () => {
    await mine.field.fill("Есть ли синие?");
    await mine.field.press("Shift+Enter");
    await mine.field.pressSequentially("https://detail.1688.com/offer/5.html");
    await mine.field.press("Enter");
    await expect(mine.field).toHaveValue("");
    await expect(mine.bodies).toHaveText([/^Есть ли синие\?\s+https:/]);
    await expect(theirs.unread).toHaveText("1");
    const link = theirs.message("Есть ли синие?").getByRole("link");
    await expect(link).toHaveAttribute("href", "https://detail.1688.com/offer/5.html");
    await expect(link).toHaveAttribute("rel", "noreferrer noopener");
    await expect(mine.page.getByTestId("chat-read")).toHaveCount(0);
  });

  await test.step("a message on the screen of the agent becomes read", async () => {
    await theirs.bodies.last().scrollIntoViewIfNeeded();
    await theirs.field.focus();
    await expect(theirs.unread).toHaveCount(0);
    await expect(mine.message("Есть ли синие?").getByTestId("chat-read")).toContainText("прочитано");
  });

  await test.step("the agent types and replies", async () => {
    await theirs.field.pressSequentially("Синих");
    await expect(mine.page.getByTestId("chat-typing")).toContainText("пишет…");
    await theirs.say("Синих нет, есть белые");
    await expect(mine.bodies).toHaveText([/Есть ли синие/, "Синих нет, есть белые"]);
    await expect(mine.page.getByTestId("chat-typing")).toBeEmpty();
    // A message is read when the end of the list is on the screen.
    await mine.field.scrollIntoViewIfNeeded();
    await mine.field.focus();
    await expect(theirs.message("Синих нет").getByTestId("chat-read")).toContainText("прочитано");
  });

  await test.step("a reaction is shown to the other side, and can be added and removed", async () => {
    const asked = theirs.message("Есть ли синие?");
    await asked.hover();
    await asked.getByTestId("react").click();
    await asked.getByTestId("react-with").filter({ hasText: "👍" }).click();
    const reaction = mine.message("Есть ли синие?").getByTestId("reaction");
    await expect(reaction).toHaveText("👍 1");
    await expect(reaction).toHaveAttribute("aria-pressed", "false");
    await reaction.click();
    await expect(reaction).toHaveText("👍 2");
    await expect(reaction).toHaveAttribute("aria-pressed", "true");
    await expect(asked.getByTestId("reaction")).toHaveText("👍 2");
    await asked.getByTestId("reaction").click();
    await expect(reaction).toHaveText("👍 1");
  });

  await page.reload();
  await expect(mine.bodies).toHaveText([/Есть ли синие/, "Синих нет, есть белые"]);
  await expect(mine.message("Есть ли синие?").getByTestId("reaction")).toHaveText("👍 1");
});

test("after a message that needs no reply, the client continues the dialogue by a button", async ({ page, browser, server, client }) => {
  const order = await createSubmittedOrder(client, "Без ответа");
  const theirs = await staffChat(browser, server, order);
  const mine = await chatOf(page, "client", order);
  const continueButton = page.getByTestId("chat-continue");
  const tick = theirs.page.getByTestId("chat-no-reply");

  await tick.check();
  await theirs.say("Заказ принят в работу");
  await expect(tick).not.toBeChecked();
  await expect(mine.message("Заказ принят").getByTestId("no-reply")).toHaveText("Ответ не нужен");
  await expect(continueButton).toBeVisible();
  await expect(mine.field).toHaveCount(0);

  await continueButton.click();
  await expect(mine.field).toBeFocused();
  await mine.say("Спасибо, а когда?");
  await expect(theirs.message("Спасибо, а когда?")).toHaveCount(1);
  await expect(mine.field).toBeVisible();

  await tick.check();
  await theirs.say("Завтра");
  await expect(continueButton).toBeVisible();
  await expect(mine.field).toHaveCount(0);

  // The agent removes the mark.
  await theirs.page.getByTestId("chat-flag").click();
  await expect(mine.field).toBeVisible();
  await expect(mine.message("Завтра").getByTestId("no-reply")).toHaveCount(0);
  await expect(page.getByTestId("chat-flag")).toHaveCount(0);
});

test("messages sent during a connection loss arrive after the reconnect, each once", async ({ page, server, client }) => {
  const order = await createSubmittedOrder(client, "Обрыв");
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const say = (body: string) => owner.post(`/agent/orders/${order.id}/chat`, { body });
  const sockets: { browserSide: WebSocketRoute; serverSide: WebSocketRoute }[] = [];
  let isOffline = false;
  // Each full load of the page opens one connection.
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) sockets.length = 0;
  });
  await page.routeWebSocket(/./, async (browserSide) => {
    if (isOffline) await browserSide.close({ code: 3001 });
    else sockets.push({ browserSide, serverSide: browserSide.connectToServer() });
  });
  const mine = await chatOf(page, "client", order);
  await say("До обрыва");
  await expect(mine.bodies).toHaveText(["До обрыва"]);
  expect(sockets).toHaveLength(1);

  isOffline = true;
  for (const { browserSide, serverSide } of sockets.splice(0)) {
    await serverSide.close();
    await browserSide.close({ code: 3001 });
  }
  await expect(page.getByTestId("chat-offline")).toBeVisible();
  await say("Первое без связи");
  await say("Второе без связи");
  // A message of one's own is shown without the socket.
  await mine.say("Я тоже пишу");
  isOffline = false;
  await expect(page.getByTestId("chat-offline")).toHaveCount(0, { timeout: 30_000 });
  const all = ["До обрыва", "Первое без связи", "Второе без связи", "Я тоже пишу"];
  await expect(mine.bodies).toHaveText(all);

  await say("После обрыва");
  await expect(mine.bodies).toHaveText([...all, "После обрыва"]);
  expect(sockets).toHaveLength(1);
});

test("a message that failed to send stays in the field and is delivered once", async ({ page, client }) => {
  const order = await createSubmittedOrder(client, "Повтор");
  const mine = await chatOf(page, "client", order);
  const keys: (string | undefined)[] = [];
  await page.route(`**/client/orders/${order.id}/chat`, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length === 1) return route.abort("internetdisconnected");
    // The server stores the message, but the response is lost.
    if (keys.length === 2) await route.fetch();
    return keys.length === 2 ? route.abort("connectionreset") : route.continue();
  });

  await mine.field.fill("Упакуйте получше");
  for (const attempt of [1, 2]) {
    await mine.send.click();
    await expect(mine.panel.getByRole("alert")).toBeVisible();
    await expect.poll(() => keys.length).toBe(attempt);
    await expect(mine.send).toBeEnabled();
    await expect(mine.field).toHaveValue("Упакуйте получше");
  }
  await mine.send.click();
  await expect(mine.field).toHaveValue("");
  await expect(mine.panel.getByRole("alert")).toHaveCount(0);
  await expect(mine.bodies).toHaveText(["Упакуйте получше"]);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  const { data } = await client.send<{ data: { body: string }[] }>("GET", `/client/orders/${order.id}/chat`);
  expect(data.map((message) => message.body)).toEqual(["Упакуйте получше"]);

  // Unsent text survives a reload of the page and of the card.
  await mine.field.fill("Недописанное");
  await page.reload();
  await expect(mine.field).toHaveValue("Недописанное");
  await new OrderCard(page).press("take_back");
  await expect(new OrderCard(page).status).toHaveClass(/draft/);
  await expect(mine.panel, "a draft has no chat").toHaveCount(0);
  await new OrderCard(page).press("submit");
  await expect(mine.field).toHaveValue("Недописанное");
});
