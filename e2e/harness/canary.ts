/** Notes are the agent's own: whatever a test is about, nothing that goes to anybody else may hold their words. */
import type { Browser, BrowserContext, Response } from "@playwright/test";

/** How every note of the demo data begins. */
export const CANARY = "Заметка склада";

const FORMS = [CANARY, encodeURIComponent(CANARY), JSON.stringify(CANARY).replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`).slice(1, -1)];

/** Fails where a text that is not for staff holds the words. */
export function unheard(path: string, text: string): void {
  if (!path.startsWith("/agent") && FORMS.some((form) => text.includes(form))) throw new Error(`${path} tells what a note says: ${text.slice(0, 400)}`);
}

/** Listens to all that the pages of contexts are answered. */
export class Listener {
  readonly #heard: Promise<void>[] = [];
  readonly #faults: unknown[] = [];

  watch<Context extends BrowserContext>(context: Context): Context {
    context.on("response", (response) => void this.#heard.push(this.#hear(response)));
    return context;
  }

  /** Contexts that a test opens by itself are listened to as well; answers with what takes that back. */
  follow(browser: Browser): () => void {
    const open = browser.newContext;
    browser.newContext = async (...options) => this.watch(await open.apply(browser, options));
    return () => (browser.newContext = open);
  }

  async #hear(response: Response): Promise<void> {
    const kind = response.headers()["content-type"] ?? "";
    if (!/json|text|html/.test(kind)) return;
    // A page that was left takes its answers with it.
    const text = await response.text().catch(() => "");
    try {
      unheard(new URL(response.url()).pathname, text);
    } catch (fault) {
      this.#faults.push(fault);
    }
  }

  /** Waits for what is on its way; fails where the words were heard. */
  async done(): Promise<void> {
    await Promise.all(this.#heard);
    if (this.#faults.length > 0) throw this.#faults[0];
  }
}
