/** Helpers for tests with a connected extension. */
import type { Page } from "@playwright/test";
import type { Api, Order } from "./api.ts";
import type { BrowserWithExtension } from "./browser.ts";
import type { Server } from "./server.ts";

export async function connect(extension: BrowserWithExtension, server: Server, client: Api): Promise<{ id: number }> {
  const token = await client.extensionToken("Браузер");
  const options = await extension.options();
  await options.connect(server.url, token.plaintext);
  return token;
}

/** The connection that the extension has stored. */
export async function storedConnection(extension: BrowserWithExtension): Promise<StoredConnection | undefined> {
  const { connection } = await extension.stored<{ connection?: StoredConnection }>("local");
  return connection;
}

export interface StoredConnection {
  server: string;
  token: string;
  person: { id: number; name: string };
}

export async function openShop(extension: BrowserWithExtension, url: string): Promise<Page> {
  const page = await extension.context.newPage();
  await page.goto(url);
  return page;
}

/** The only item of a draft. */
export async function onlyItem(client: Api, order: Order) {
  const { items } = await client.order(order.id);
  if (items.length !== 1) throw new Error(`the draft has ${items.length} items instead of one`);
  return items[0]!;
}
