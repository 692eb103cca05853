/** A cabinet on a phone: it is used by taps only, and its page is never loaded again. */
import type { Browser, Locator, Page } from "@playwright/test";
import type { Guard } from "../harness/api.ts";
import { type Launch, miniAppAddress, playTelegram } from "../harness/messenger.ts";
import type { Server } from "../harness/server.ts";
import { expect } from "../harness/test.ts";
import { LoginPage } from "./login.ts";

const SIZE = { width: 390, height: 844 };

export class Phone {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** Logs a person in on a phone of its own. */
  static async logIn(browser: Browser, server: Server, guard: Guard, phone: string): Promise<Phone> {
    const context = await browser.newContext({ baseURL: server.url, locale: "ru-RU", viewport: SIZE, isMobile: true, hasTouch: true });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await new LoginPage(page).logIn(guard, phone);
    await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }));
    return new Phone(page);
  }

  /** Opens the clients' cabinet as a mini app of Telegram. The page is not loaded again after it. */
  static async openMiniApp(browser: Browser, server: Server, launch: Launch): Promise<Phone> {
    const context = await browser.newContext({ baseURL: server.url, locale: "ru-RU", viewport: SIZE, isMobile: true, hasTouch: true });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await playTelegram(page);
    await page.goto(miniAppAddress(launch));
    await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }));
    return new Phone(page);
  }

  get(testId: string): Locator {
    return this.page.getByTestId(testId);
  }

  async tap(testId: string): Promise<void> {
    await this.get(testId).tap();
  }

  /** Opens a page by the bar at the bottom, or by the menu behind "More". */
  async open(name: string): Promise<void> {
    const bar = this.page.locator(".bottom-bar");
    const pinned = bar.getByRole("link", { name, exact: true });
    if (await pinned.isVisible()) return pinned.tap();
    await bar.getByRole("button", { name: "Ещё" }).tap();
    await this.page.getByRole("navigation", { name: "Ещё" }).getByRole("link", { name, exact: true }).tap();
  }

  /** Expects that nothing is wider than the screen, and that the page was not loaded again. */
  async expectCalm(step: string): Promise<void> {
    const { width, reloaded } = await this.page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      reloaded: !("notReloaded" in globalThis),
    }));
    expect(width, `no horizontal scroll: ${step}`).toBeLessThanOrEqual(SIZE.width);
    expect(reloaded, `not loaded again: ${step}`).toBe(false);
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
