/**
 * Plays the messengers around a mini app, with the formats of their clients: an object in a web view that takes events and passes
 * them back, and a page that frames the mini app. Sources: `telegram-web-app.js` and `max-web-app.js` of the messengers.
 */
import type { Page } from "@playwright/test";

/** An event that the page has posted, with its data. */
export interface Posted {
  name: string;
  data: Record<string, unknown>;
}

export interface Launch {
  messenger: "telegram" | "max";
  /** The signed launch data. */
  data: string;
  /** The page that a button names. */
  page?: string;
  theme?: Record<string, string>;
}

interface WithMessenger {
  posted: Posted[];
}

/** The address by which a messenger opens the mini app. */
export function miniAppAddress({ messenger, data, page, theme }: Launch): string {
  const query = page ? `?${new URLSearchParams({ page })}` : "";
  const fragment: Record<string, string> =
    messenger === "telegram"
      ? { tgWebAppData: data, tgWebAppVersion: "9.1", tgWebAppPlatform: "android", tgWebAppThemeParams: JSON.stringify(theme ?? {}) }
      : { WebAppData: data, WebAppPlatform: "android", WebAppVersion: "26.20.0" };
  return `/client/app${query}#${new URLSearchParams(fragment)}`;
}

async function play(page: Page, proxy: string): Promise<void> {
  await page.addInitScript((proxy) => {
    const posted: Posted[] = [];
    const postEvent = (name: string, data: string) => void posted.push({ name, data: JSON.parse(data) as Posted["data"] });
    Object.assign(globalThis, { posted, [proxy]: { postEvent } });
  }, proxy);
}

/** The web view of Telegram. */
export const playTelegram = (page: Page): Promise<void> => play(page, "TelegramWebviewProxy");

/** The web view of MAX. */
export const playMax = (page: Page): Promise<void> => play(page, "WebViewHandler");

/** The data of the events of this name that the page has posted so far. */
export async function posted(page: Page, name: string): Promise<Posted["data"][]> {
  const events = await page.evaluate(() => (globalThis as unknown as WithMessenger).posted);
  return events.filter((event) => event.name === name).map((event) => event.data);
}

/** Lets Telegram pass an event to the page. */
export async function tellFromTelegram(page: Page, name: string, data: object = {}): Promise<void> {
  type View = { Telegram: { WebView: { receiveEvent: (name: string, data: object) => void } } };
  await page.evaluate(([name, data]) => (globalThis as unknown as View).Telegram.WebView.receiveEvent(name, data), [name, data] as const);
}

/** Lets MAX pass an event to the page. */
export async function tellFromMax(page: Page, name: string, data: object = {}): Promise<void> {
  type App = { WebApp: { sendEvent: (name: string, data: string) => void } };
  await page.evaluate(([name, data]) => (globalThis as unknown as App).WebApp.sendEvent(name, data), [name, JSON.stringify(data)] as const);
}
