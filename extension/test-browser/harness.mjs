/**
 * The shipped extension in a real Chromium, clicked as a person clicks it: its popup has the tab by activeTab and no other right.
 * Shop pages are answered under their own addresses.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { copyFor, copyShipped } from "../scripts/files.mjs";
import { fixturesFolder, listsFolder } from "../test/page.mjs";
import { TOKEN } from "./server.mjs";

export { SETTINGS_PAGE, Server, TOKEN } from "./server.mjs";

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Looks at a condition until it is true, and returns what it gives. `details` are added to the failure. */
export async function eventually(condition, what, limit = 20_000, details = () => "") {
  const end = Date.now() + limit;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`never: ${what}\n${await details()}`);
    await wait(100);
  }
}

const readPage = (folder, name) => {
  const html = readFileSync(join(folder, `${name}.html`), "utf8");
  return { html, url: /<!-- url: (\S+) -->/.exec(html)[1] };
};
export const fixture = (name) => readPage(fixturesFolder, name);
/** A stored cart, order list or search. */
export const listFixture = (name) => readPage(listsFolder, name);

/** A page that lists products; `ending`: of their addresses. */
export const listPage = (name, kinds = ["A", "B", "C"], ending = "") => {
  const card = (kind) =>
    `<div class="card"><a href="/p/${kind}${ending}"><img src="/${kind}.jpg" width="200" height="200">` +
    `<h3>${name} ${kind}</h3></a><span class="price">€7.50</span></div>`;
  return `<html lang="en"><title>${name}s</title><h1>${name}s</h1>${kinds.map(card).join("")}`;
};

export class Browser {
  #session;
  #answers = new Map();
  #popups = new Set();
  #opened = () => {};
  #sent = 0;
  #pages = new Map();

  /**
   * `sites`: as if the person had given the right on these sites. `vendor`: the package of a browser instead of the source.
   * `locale`: Chromium here has English only, so its texts are replaced by the texts of this locale.
   */
  static async open({
    profile = mkdtempSync(join(tmpdir(), "karavan-profile-")),
    sites = [],
    language = "en",
    vendor = null,
    locale = "en",
  } = {}) {
    const browser = new Browser();
    const folder = mkdtempSync(join(tmpdir(), "karavan-extension-"));
    Object.assign(browser, { profile, folder });
    if (vendor) copyFor(vendor, folder);
    else copyShipped(folder);
    if (locale !== "en") cpSync(join(folder, "_locales", locale), join(folder, "_locales/en"), { recursive: true });
    if (sites.length) {
      const path = join(folder, "manifest.json");
      writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), host_permissions: sites }));
    }
    const executablePath =
      process.env.KARAVAN_CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
    browser.context = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: false,
      ignoreDefaultArgs: ["--disable-extensions"],
      env: { ...process.env, LANGUAGE: language, LANG: "en_US.UTF-8" },
      args: [
        "--headless=new",
        `--lang=${language}`,
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--enable-unsafe-extension-debugging",
        `--disable-extensions-except=${folder}`,
        `--load-extension=${folder}`,
      ],
      viewport: { width: 1200, height: 800 },
    });
    await browser.context.route(/^https:\/\//, (route) => {
      const html = browser.#pages.get(route.request().url().split("#")[0]);
      if (html !== undefined && route.request().resourceType() === "document")
        return route.fulfill({ contentType: "text/html; charset=utf-8", body: html });
      return route.fulfill({ status: 404, body: "" });
    });
    browser.worker = browser.context.serviceWorkers()[0] ?? (await browser.context.waitForEvent("serviceworker"));
    browser.id = new URL(browser.worker.url()).host;
    browser.#session = await browser.context.browser().newBrowserCDPSession();
    browser.#session.on("Target.receivedMessageFromTarget", ({ sessionId, message }) => {
      const { id, result } = JSON.parse(message);
      browser.#answers.get(`${sessionId} ${id}`)?.(result);
    });
    for (const event of ["Target.targetCreated", "Target.targetInfoChanged"]) {
      browser.#session.on(event, ({ targetInfo }) => {
        if (!/\/popup\/popup\.html/.test(targetInfo.url) || browser.#popups.has(targetInfo.targetId)) return;
        browser.#popups.add(targetInfo.targetId);
        browser.#opened(targetInfo);
      });
    }
    await browser.#session.send("Target.setDiscoverTargets", { discover: true });
    return browser;
  }

  show(url, html) {
    this.#pages.set(new URL(url).href.split("#")[0], html);
    return url;
  }

  async visit(url) {
    const page = await this.context.newPage();
    await page.goto(url);
    return page;
  }

  async visitFixture(name) {
    const { html, url } = fixture(name);
    return this.visit(this.show(url, html));
  }

  /** Stores a connection as the options page does after the question. */
  connect(server, person = { id: 1, name: "Anna" }) {
    return this.worker.evaluate((connection) => chrome.storage.local.set({ connection }), {
      server: server.url,
      token: TOKEN,
      person,
      cabinets: ["K101 (Lotus)"],
    });
  }

  stored() {
    return this.worker.evaluate(() => chrome.storage.local.get());
  }

  /** Clicks the extension's icon over a page; what is returned evaluates expressions in the popup. */
  async clickOn(page) {
    await page.bringToFront();
    const tabs = await this.#session.send("Target.getTargets", { filter: [{ type: "tab" }] });
    const tab = tabs.targetInfos.find((target) => target.url === page.url());
    if (!tab) throw new Error(`no tab shows ${page.url()}`);
    return this.popupAfter(() =>
      this.#session.send("Extensions.triggerAction", { id: this.id, targetId: tab.targetId }),
    );
  }

  /** A page of the extension in a tab of its own. */
  async openPage(path) {
    const page = await this.context.newPage();
    await page.goto(`chrome-extension://${this.id}/${path}`);
    const session = await this.context.newCDPSession(page);
    return Object.assign(new Popup((method, params) => session.send(method, params)), { page });
  }

  /** Closes a popup and waits until its window is active again: the browser opens no popup in an inactive one. */
  async closePopup(popup) {
    await popup.evaluate("window.close()").catch(() => {});
    const isActive = () =>
      this.worker.evaluate(async () => {
        const open = await chrome.runtime.getContexts({ contextTypes: ["POPUP"] });
        return open.length === 0 && (await chrome.windows.getLastFocused()).focused;
      });
    await eventually(isActive, "the popup is closed");
  }

  /** The popup that opens by what is done, once it is loaded. One that the browser closes before is followed by another. */
  async popupAfter(action) {
    let opened = null;
    this.#opened = (target) => {
      opened = target;
    };
    await action();
    const loaded = async () => {
      const target = opened;
      if (!target) return null;
      const attached = await this.#session
        .send("Target.attachToTarget", { targetId: target.targetId, flatten: false })
        .catch(() => null);
      if (!attached) return null;
      const popup = new Popup((method, params) => this.#call(attached.sessionId, method, params));
      const state = await Promise.race([popup.evaluate("document.readyState").catch(() => ""), wait(1_000)]);
      return state === "complete" && opened === target ? popup : null;
    };
    return eventually(loaded, "a popup or a panel opens");
  }

  #call(sessionId, method, params) {
    const id = (this.#sent += 1);
    const answer = new Promise((resolve) => this.#answers.set(`${sessionId} ${id}`, resolve));
    return this.#session
      .send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method, params }) })
      .then(() => answer);
  }

  /** The service worker that runs now. */
  async findWorker() {
    const [worker] = this.context.serviceWorkers();
    this.worker = worker ?? (await this.context.waitForEvent("serviceworker"));
  }

  /** Ends the service worker, as Chromium does when it is idle for long. */
  async endWorker() {
    const { targetInfos } = await this.#session.send("Target.getTargets", { filter: [{ type: "service_worker" }] });
    for (const { targetId } of targetInfos) await this.#session.send("Target.closeTarget", { targetId });
  }

  /** Ends the browser at once, as a power cut does. */
  async crash() {
    const closed = new Promise((resolve) => this.context.once("close", resolve));
    this.#session.send("Browser.crash").catch(() => {});
    await closed;
    rmSync(this.folder, { recursive: true, force: true });
  }

  async close({ keepProfile = false } = {}) {
    await this.context.close();
    rmSync(this.folder, { recursive: true, force: true });
    if (!keepProfile) rmSync(this.profile, { recursive: true, force: true });
  }
}

export class Popup {
  constructor(call) {
    this.call = call;
  }

  async evaluate(expression) {
    const answer = await this.call("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
      userGesture: true,
    });
    if (answer?.exceptionDetails) throw new Error(`${expression}: ${answer.exceptionDetails.exception?.description}`);
    return answer?.result?.value;
  }

  /** Waits until an expression is true. */
  async until(expression, limit = 15_000) {
    const text = () => this.evaluate("document.body.innerText").catch(() => "");
    return eventually(() => this.evaluate(expression).catch(() => undefined), expression, limit, text);
  }

  text(id) {
    return this.evaluate(`document.getElementById(${JSON.stringify(id)}).innerText`);
  }
  value(id) {
    return this.evaluate(`document.getElementById(${JSON.stringify(id)}).value`);
  }
  isShown(id) {
    return this.evaluate(`document.getElementById(${JSON.stringify(id)}).checkVisibility()`);
  }
  fill(id, value) {
    return this.evaluate(
      `(() => {
        const field = document.getElementById(${JSON.stringify(id)});
        field.value = ${JSON.stringify(value)};
        for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
      })()`,
    );
  }
  click(selector) {
    return this.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);
  }
  isReady() {
    return this.until(
      `!document.getElementById("send").hidden && document.getElementById("target").options.length > 0`,
    );
  }

  /** Ticks what has to be looked at and sends. */
  async send() {
    await this.evaluate(
      `(() => {
        const box = document.getElementById("looked-at");
        if (!document.getElementById("looked").hidden && !box.checked) box.click();
        document.querySelector('[data-testid="send"]').click();
      })()`,
    );
  }

  async screenshot() {
    const { data } = await this.call("Page.captureScreenshot", { format: "png", captureBeyondViewport: true });
    return Buffer.from(data, "base64");
  }
}
