/** The chat of an order. */
import type { Browser, Locator, Page } from "@playwright/test";
import { AGENT_OWNER, type Api, CLIENT, type Order } from "../harness/api.ts";
import type { Server } from "../harness/server.ts";
import { expect } from "../harness/test.ts";
import { OrderCard } from "./card.ts";
import { LoginPage } from "./login.ts";

/** The chat panel of an open order card. */
export class Chat {
  readonly page: Page;
  readonly panel: Locator;
  readonly field: Locator;
  readonly send: Locator;
  readonly unread: Locator;
  /** The texts of the messages, from top to bottom. */
  readonly bodies: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByTestId("chat");
    this.field = page.getByTestId("chat-text");
    this.send = page.getByTestId("chat-send");
    this.unread = page.getByTestId("chat-unread");
    this.bodies = page.getByTestId("message").locator(".bubble");
  }

  message(text: string): Locator {
    return this.page.getByTestId("message").filter({ hasText: text });
  }

  async say(text: string): Promise<void> {
    await this.field.fill(text);
    await this.field.press("Enter");
    await expect(this.field).toHaveValue("");
    await expect(this.message(text)).toHaveCount(1);
  }
}

/** Creates an order with one item and submits it. */
export async function createSubmittedOrder(client: Api, title: string): Promise<Order> {
  const draft = await client.draft(title);
  await client.addItem(draft.id, { title: "搪瓷杯", url: "https://detail.1688.com/offer/5.html", price: "15.20" });
  return client.submit(draft.id);
}

/** Logs in on a page, opens the order and returns its chat. */
export async function chatOf(page: Page, guard: "client" | "agent", order: Order): Promise<Chat> {
  await new LoginPage(page).logIn(guard, guard === "client" ? CLIENT : AGENT_OWNER);
  await new OrderCard(page).open(guard, order.id);
  if (guard === "agent") await page.getByTestId("tab-chat").click();
  const chat = new Chat(page);
  await expect(chat.page.getByTestId("chat-messages")).toBeVisible();
  return chat;
}

/** Opens the chat as staff in a second window. The window is so small that the end of the chat is below the visible part of the page. */
export async function staffChat(browser: Browser, server: Server, order: Order): Promise<Chat> {
  const context = await browser.newContext({ baseURL: server.url, locale: "ru-RU", viewport: { width: 900, height: 400 } });
  return chatOf(await context.newPage(), "agent", order);
}
