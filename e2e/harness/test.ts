/** The Playwright fixtures of all specs. */
import { type Page, test as base } from "@playwright/test";
import { Api, CLIENT } from "./api.ts";
import { BROWSER_ARGUMENTS, BrowserWithExtension } from "./browser.ts";
import { NoteLeakMonitor } from "./note-leaks.ts";
import { headlessChromium } from "./paths.ts";
import { Server } from "./server.ts";
import { Shops } from "./shops.ts";

interface PerTest {
  /** Checks every response to a page for the text of notes. */
  noteLeaks: NoteLeakMonitor;
  /** Additional environment variables of the server. */
  environment: Record<string, string>;
  /** A server with demo data that only this test uses. */
  server: Server;
  /** An API client logged in as the client `+79990000002`. */
  client: Api;
  /** A browser with the extension. */
  extension: BrowserWithExtension;
}

interface PerWorker {
  shops: Shops;
}

/** Tells a page whose code never returns from one that the browser no longer draws. */
async function stateOf(page: Page): Promise<string> {
  const runs = (polling: number | "raf") =>
    page.waitForFunction(() => true, undefined, { polling, timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  if (!(await runs(50))) return "does not answer";
  return (await runs("raf")) ? "answers and is drawn" : "answers, but is not drawn";
}

export const test = base.extend<PerTest, PerWorker>({
  shops: [
    async ({}, use) => {
      const shops = await Shops.start();
      await use(shops);
      await shops.stop();
    },
    { scope: "worker" },
  ],

  launchOptions: [
    async ({ launchOptions, shops }, use) => {
      const args = [...BROWSER_ARGUMENTS, `--host-resolver-rules=${shops.resolverRules}`];
      await use({ ...launchOptions, executablePath: headlessChromium(), args });
    },
    { scope: "worker" },
  ],

  locale: "ru-RU",

  noteLeaks: async ({ browser }, use) => {
    const noteLeaks = new NoteLeakMonitor();
    const stop = noteLeaks.follow(browser);
    await use(noteLeaks);
    stop();
    await noteLeaks.done();
  },

  context: async ({ context, noteLeaks }, use) => use(noteLeaks.watch(context)),

  page: async ({ page }, use, testInfo) => {
    await use(page);
    if (testInfo.status !== testInfo.expectedStatus) console.log(`the page ${await stateOf(page)}`);
  },

  environment: [{}, { option: true }],

  server: async ({ environment }, use) => {
    const server = await Server.start(environment);
    await use(server);
    const errors = server.errors();
    await server.dispose();
    // No action of a person may cause an error inside the server.
    if (errors.length > 0) throw new Error(`the server logged errors:\n${errors.join("\n")}`);
  },

  baseURL: async ({ server }, use) => use(server.url),

  client: async ({ server }, use) => use(await Api.login(server, "client", CLIENT)),

  extension: async ({ shops, noteLeaks }, use, testInfo) => {
    const browser = await BrowserWithExtension.open(shops.resolverRules);
    noteLeaks.watch(browser.context);
    await use(browser);
    if (testInfo.status !== testInfo.expectedStatus) console.log(browser.failures.join("\n"));
    await browser.close();
  },
});

export { expect } from "@playwright/test";
