/** Checks in every test that no response outside `/agent` contains the text of a note: notes are visible to staff only. */
import type { Browser, BrowserContext, Response } from "@playwright/test";

/** The first words of every note in the demo data. */
export const CANARY = "Заметка склада";

const ENCODED_CANARIES = [
  CANARY,
  encodeURIComponent(CANARY),
  JSON.stringify(CANARY)
    .replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .slice(1, -1),
];

/** Throws if a response to anybody but staff contains the text of a note, in any of its encodings. */
export function assertNoNoteText(path: string, text: string): void {
  if (!path.startsWith("/agent") && ENCODED_CANARIES.some((form) => text.includes(form)))
    throw new Error(`${path} contains the text of a note: ${text.slice(0, 400)}`);
}

/** Checks every response to the pages of the watched browser contexts. */
export class NoteLeakMonitor {
  readonly #checks: Promise<void>[] = [];
  readonly #leaks: unknown[] = [];

  watch<Context extends BrowserContext>(context: Context): Context {
    context.on("response", (response) => void this.#checks.push(this.#check(response)));
    return context;
  }

  /** Watches contexts that a test opens by itself, too. Returns a function that undoes this. */
  follow(browser: Browser): () => void {
    const open = browser.newContext;
    browser.newContext = async (...options) => this.watch(await open.apply(browser, options));
    return () => (browser.newContext = open);
  }

  async #check(response: Response): Promise<void> {
    const { pathname } = new URL(response.url());
    const kind = response.headers()["content-type"] ?? "";
    // Scripts and styles are the same for all people.
    if (pathname.startsWith("/agent") || pathname.startsWith("/assets/") || !/json|text|html/.test(kind)) return;
    // The body is gone if the page was left meanwhile.
    const text = await response.text().catch(() => "");
    try {
      assertNoNoteText(pathname, text);
    } catch (leak) {
      this.#leaks.push(leak);
    }
  }

  /**
   * Waits for the pending checks and throws the first failure. The pages are closed by now, so a body that has not arrived within
   * two seconds was left with its page and never comes.
   */
  async done(): Promise<void> {
    const limit = new Promise((resolve) => setTimeout(resolve, 2_000).unref());
    await Promise.race([Promise.all(this.#checks), limit]);
    if (this.#leaks.length > 0) throw this.#leaks[0];
  }
}
