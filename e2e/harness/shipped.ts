/**
 * The shipped extension, opened by a real click on its icon: the popup gets access to the tab by activeTab alone.
 * Playwright does not list such a popup as a page, so it is controlled through the DevTools protocol of the browser.
 */
import { type BrowserContext, type Page, chromium as playwright } from "@playwright/test";
import { BROWSER_ARGUMENTS } from "./browser.ts";
import { chromium, shippedExtension } from "./paths.ts";

interface Target {
  targetId: string;
  url: string;
}

/** A DevTools session of the whole browser. Its `Extensions` domain is newer than Playwright's types. */
interface Session {
  send(method: string, params?: object): Promise<unknown>;
  on(event: "Target.receivedMessageFromTarget", listener: (parameters: { sessionId: string; message: string }) => void): unknown;
  on(event: "Target.targetCreated" | "Target.targetInfoChanged", listener: (parameters: { targetInfo: Target }) => void): unknown;
}

export class ShippedExtension {
  readonly context: BrowserContext;
  readonly #session: Session;
  readonly #answers = new Map<string, (value: unknown) => void>();
  readonly #popups = new Set<string>();
  /** Resolves with the next popup that opens. */
  #opened: (popup: Target) => void = () => {};
  #sent = 0;

  private constructor(context: BrowserContext, session: Session) {
    this.context = context;
    this.#session = session;
    session.on("Target.receivedMessageFromTarget", ({ sessionId, message }) => {
      const { id, result } = JSON.parse(message) as { id?: number; result?: { result?: { value?: unknown } } };
      this.#answers.get(`${sessionId} ${id}`)?.(result?.result?.value);
    });
    for (const event of ["Target.targetCreated", "Target.targetInfoChanged"] as const) {
      session.on(event, ({ targetInfo }) => {
        if (!targetInfo.url.endsWith("/popup/popup.html") || this.#popups.has(targetInfo.targetId)) return;
        this.#popups.add(targetInfo.targetId);
        this.#opened(targetInfo);
      });
    }
  }

  static async open(resolverRules: string): Promise<ShippedExtension> {
    const folder = shippedExtension();
    const context = await playwright.launchPersistentContext("", {
      executablePath: chromium(),
      env: { ...(process.env as Record<string, string>), LANGUAGE: "en", LANG: "en_US.UTF-8" },
      headless: false,
      ignoreDefaultArgs: ["--disable-extensions"],
      args: [
        "--headless=new",
        "--lang=en-US",
        "--enable-unsafe-extension-debugging",
        ...BROWSER_ARGUMENTS,
        `--host-resolver-rules=${resolverRules}`,
        `--disable-extensions-except=${folder}`,
        `--load-extension=${folder}`,
      ],
      locale: "ru-RU",
    });
    const browser = context.browser();
    if (!browser) throw new Error("the context has no browser");
    const session = (await browser.newBrowserCDPSession()) as unknown as Session;
    const extension = new ShippedExtension(context, session);
    await session.send("Target.setDiscoverTargets", { discover: true });
    return extension;
  }

  /** Clicks the extension's icon on a page. Returns a function that evaluates an expression in the popup. */
  async clickOn(page: Page): Promise<(expression: string) => Promise<unknown>> {
    await page.bringToFront();
    const tabs = (await this.#session.send("Target.getTargets", { filter: [{ type: "tab" }] })) as { targetInfos: Target[] };
    const tab = tabs.targetInfos.find((target) => target.url === page.url());
    if (!tab) throw new Error(`no tab shows ${page.url()}`);
    const opened = new Promise<Target>((resolve) => (this.#opened = resolve));
    const { extensions } = (await this.#session.send("Extensions.getExtensions")) as { extensions: { id: string }[] };
    await this.#session.send("Extensions.triggerAction", { id: extensions[0]!.id, targetId: tab.targetId });
    const attached = await this.#session.send("Target.attachToTarget", { targetId: (await opened).targetId, flatten: false });
    return (expression) => this.#evaluate((attached as { sessionId: string }).sessionId, expression);
  }

  #evaluate(sessionId: string, expression: string): Promise<unknown> {
    const id = (this.#sent += 1);
    const response = new Promise((resolve) => this.#answers.set(`${sessionId} ${id}`, resolve));
    const message = JSON.stringify({ id, method: "Runtime.evaluate", params: { expression, returnByValue: true } });
    return this.#session.send("Target.sendMessageToTarget", { sessionId, message }).then(() => response);
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
