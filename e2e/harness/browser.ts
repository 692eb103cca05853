/** Chromium with the real extension loaded unpacked, a fresh profile each time. */
import { type BrowserContext, type Page, type Worker, chromium as playwright } from "@playwright/test";
import { chromium, testExtension } from "./paths.ts";

export const BROWSER_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--ignore-certificate-errors",
];

export class BrowserWithExtension {
  readonly context: BrowserContext;
  readonly #worker: Worker;

  private constructor(context: BrowserContext, worker: Worker) {
    this.context = context;
    this.#worker = worker;
  }

  static async open(resolverRules: string): Promise<BrowserWithExtension> {
    const context = await playwright.launchPersistentContext("", {
      executablePath: chromium(),
      // Only the new headless mode loads extensions; Playwright's own flag may still mean the old one.
      headless: false,
      ignoreDefaultArgs: ["--disable-extensions"],
      args: [
        "--headless=new",
        ...BROWSER_ARGUMENTS,
        `--host-resolver-rules=${resolverRules}`,
        `--disable-extensions-except=${testExtension()}`,
        `--load-extension=${testExtension()}`,
      ],
      viewport: { width: 1280, height: 900 },
      locale: "ru-RU",
    });
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    return new BrowserWithExtension(context, worker);
  }

  /** An address inside the extension. */
  address(path: string): string {
    return `chrome-extension://${new URL(this.#worker.url()).host}/${path}`;
  }

  /** Opens the popup as a click on the extension's button over `page` does. */
  async clickExtensionOn(page: Page): Promise<Page> {
    await page.bringToFront();
    const popup = await this.context.newPage();
    await popup.goto(this.address("popup/popup.html?tabId=none"));
    // Asked from inside the extension: only it knows the browser's own number of a tab.
    const tabId = await popup.evaluate(async (url) => {
      const tabs = await (globalThis as unknown as { chrome: ChromeTabs }).chrome.tabs.query({});
      return tabs.find((tab) => tab.url === url)?.id;
    }, page.url());
    if (tabId === undefined) throw new Error(`no tab shows ${page.url()}`);
    await popup.goto(this.address(`popup/popup.html?tabId=${tabId}`));
    return popup;
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

interface ChromeTabs {
  tabs: { query(filter: object): Promise<{ id?: number; url?: string }[]> };
}
