/** Chromium with a new profile and the test build of the extension, loaded unpacked. */
import { type BrowserContext, type Page, type Worker, chromium as playwright } from "@playwright/test";
import { OptionsPage, Popup } from "../pages/extension.ts";
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
  // The code of a test runs too briefly to be worth optimising.
  "--js-flags=--wasm-lazy-validation --liftoff-only",
];

export class BrowserWithExtension {
  readonly context: BrowserContext;
  /** Failed requests with their errors, printed when a test fails. */
  readonly failures: string[] = [];
  readonly #worker: Worker;

  private constructor(context: BrowserContext, worker: Worker) {
    this.context = context;
    this.#worker = worker;
    context.on("requestfailed", (request) => {
      this.failures.push(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`);
    });
  }

  static async open(resolverRules: string): Promise<BrowserWithExtension> {
    const context = await playwright.launchPersistentContext("", {
      executablePath: chromium(),
      env: { ...(process.env as Record<string, string>), LANGUAGE: "en", LANG: "en_US.UTF-8" },
      // Only the new headless mode loads extensions. Playwright's own flag may select the old mode.
      headless: false,
      ignoreDefaultArgs: ["--disable-extensions"],
      args: [
        "--headless=new",
        // The tests compare the English texts of the popup.
        "--lang=en-US",
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

  /** The URL of a file of the extension. */
  address(path: string): string {
    return `chrome-extension://${new URL(this.#worker.url()).host}/${path}`;
  }

  /** Opens the popup for the tab of `page`, as a click on the extension's icon does. */
  async clickOn(page: Page): Promise<Popup> {
    const popup = await this.context.newPage();
    // Tab ids are only available inside the extension. The options page does nothing by itself.
    await popup.goto(this.address("options/options.html"));
    const tabId = await popup.evaluate(async (url) => {
      const { tabs } = (globalThis as unknown as { chrome: ChromeTabs }).chrome;
      const open = await tabs.query({});
      // URLs of the browser's own pages are hidden from extensions.
      return open.find((tab) => (url.startsWith("http") ? tab.url === url : tab.url === undefined))?.id;
    }, page.url());
    if (tabId === undefined) throw new Error(`no tab shows ${page.url()}`);
    await popup.goto(this.address(`popup/popup.html?tabId=${tabId}`));
    return new Popup(popup);
  }

  async options(): Promise<OptionsPage> {
    const page = await this.context.newPage();
    await page.goto(this.address("options/options.html"));
    return new OptionsPage(page);
  }

  /** Everything the extension has stored in an area of `chrome.storage`. */
  stored<T>(area: "local" | "session"): Promise<T> {
    return this.#worker.evaluate((name) => (globalThis as unknown as ChromeStorage).chrome.storage[name].get(), area) as Promise<T>;
  }

  /** Writes to `chrome.storage` directly, to simulate elapsed time or data of another version. */
  async store(area: "local" | "session", values: object): Promise<void> {
    const store = ({ name, content }: { name: "local" | "session"; content: object }) =>
      (globalThis as unknown as ChromeStorage).chrome.storage[name].set(content);
    await this.#worker.evaluate(store, { name: area, content: values });
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

interface ChromeTabs {
  tabs: { query(filter: object): Promise<{ id?: number; url?: string }[]> };
}

interface StorageArea {
  get(): Promise<object>;
  set(values: object): Promise<void>;
}

interface ChromeStorage {
  chrome: { storage: Record<"local" | "session", StorageArea> };
}
