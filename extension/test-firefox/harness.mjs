/**
 * The Firefox package in a real Firefox, by WebDriver BiDi. The icon is clicked as Firefox's own tests click it, so that
 * the popup has the tab by activeTab and no other right. Shop pages are answered under their own addresses.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import WebSocket from "ws";
import { copyFor } from "../scripts/files.mjs";
import { Popup, TOKEN, eventually, fixture } from "../test-browser/harness.mjs";

const NAMES = [process.env.KARAVAN_FIREFOX, "firefox-esr", "firefox"].filter(Boolean);
/** The Firefox of this machine, or undefined. */
export const firefox = NAMES.find((name) => spawnSync(name, ["--version"]).status === 0);

const PREFERENCES = {
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "datareporting.policy.dataSubmissionEnabled": false,
  "app.update.enabled": false,
  "intl.locale.requested": "en-US",
  // The browser's question for the right on a site is answered with yes.
  "extensions.webextOptionalPermissionPrompts": false,
};

/** Runs in the process of the popup, above its page: evaluates what it is sent. */
const FRAME_SCRIPT = `
  // A popup moves from one browser element to another, and can get the script twice.
  if (!this.isKaravanReady) {
    this.isKaravanReady = true;
    addMessageListener("karavan:evaluate", async ({ data }) => {
      const answer = { id: data.id };
      try {
        // As a person's click does it: some questions of the browser need one.
        content.document.notifyUserGestureActivation();
        const input = content.windowUtils.setHandlingUserInput(true);
        const sandbox = Cu.Sandbox(content, { sandboxPrototype: content, wantXrays: false });
        let value;
        try {
          value = Cu.evalInSandbox(data.expression, sandbox);
        } finally {
          input.destruct();
        }
        answer.value = JSON.stringify(await value);
      } catch (failure) {
        answer.failure = String(failure);
      }
      sendAsyncMessage("karavan:answer", answer);
    });
  }`;

/** Parts of scripts that run in the browser's own window. */
const EXTENSION = `ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs").ExtensionParent`;
const POPUP = `document.querySelector("browser.webextension-popup-browser")`;

export class Firefox {
  #process;
  #socket;
  #answers = new Map();
  #pages = new Map();
  #sent = 0;
  #window;
  #id;

  static async open() {
    const browser = new Firefox();
    browser.profile = mkdtempSync(join(tmpdir(), "karavan-firefox-"));
    browser.folder = mkdtempSync(join(tmpdir(), "karavan-package-"));
    browser.#id = copyFor("firefox", browser.folder).browser_specific_settings.gecko.id;
    const preferences = Object.entries(PREFERENCES).map(
      (entry) => `user_pref(${entry.map((part) => JSON.stringify(part)).join(", ")});`,
    );
    writeFileSync(join(browser.profile, "user.js"), preferences.join("\n"));
    await browser.#start();
    return browser;
  }

  async #start() {
    const options = ["--headless", "--no-remote", "--profile", this.profile];
    // The second option lets the tests click in the browser's own window.
    options.push("--remote-debugging-port", "0", "--remote-allow-system-access");
    this.#process = spawn(firefox, options, { stdio: ["ignore", "ignore", "pipe"] });
    const address = await new Promise((resolve, reject) => {
      let said = "";
      this.#process.once("exit", () => reject(new Error(`Firefox ended: ${said}`)));
      this.#process.stderr.on("data", (part) => {
        said += part;
        const [, found] = /BiDi listening on (ws:\S+)/.exec(said) ?? [];
        if (found) resolve(found);
      });
    });
    this.#socket = new WebSocket(`${address}/session`);
    await new Promise((resolve) => this.#socket.once("open", resolve));
    this.#socket.on("message", (message) => this.#receive(JSON.parse(message)));
    await this.#send("session.new", { capabilities: {} });
    await this.#send("session.subscribe", { events: ["network.beforeRequestSent"] });
    await this.#send("network.addIntercept", {
      phases: ["beforeRequestSent"],
      urlPatterns: [{ type: "pattern", protocol: "https" }],
    });
    const { contexts } = await this.#send("browsingContext.getTree", { "moz:scope": "chrome" });
    this.#window = contexts[0].context;
    await this.#send("webExtension.install", { extensionData: { type: "path", path: this.folder } });
  }

  #send(method, params) {
    const id = (this.#sent += 1);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) =>
      this.#answers.set(id, ({ result, error, message }) =>
        error ? reject(new Error(`${method}: ${error}: ${message}`)) : resolve(result),
      ),
    );
  }

  #receive(message) {
    if (message.method === "network.beforeRequestSent" && message.params.isBlocked)
      this.#answer(message.params.request);
    this.#answers.get(message.id)?.(message);
    this.#answers.delete(message.id);
  }

  /** Answers a request to a shop. */
  #answer({ request, url }) {
    const html = this.#pages.get(url.split("#")[0]);
    const headers = [{ name: "content-type", value: { type: "string", value: "text/html; charset=utf-8" } }];
    const body = { type: "string", value: html ?? "" };
    this.#send("network.provideResponse", { request, statusCode: html === undefined ? 404 : 200, headers, body }).catch(
      () => {},
    );
  }

  /** Evaluates an expression in the browser's own window. */
  async inWindow(expression) {
    const answer = await this.#send("script.evaluate", {
      target: { context: this.#window },
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      awaitPromise: true,
    });
    if (answer.type !== "success") throw new Error(`${expression}: ${answer.exceptionDetails.text}`);
    return answer.result.value === undefined ? undefined : JSON.parse(answer.result.value);
  }

  /** Evaluates an expression in the extension's background page, which is started when it is not there. */
  async inBackground(expression) {
    await this.inWindow(`${this.#extension}.wakeupBackground?.().then(() => true)`);
    return this.#inFrame(`${this.#extension}.backgroundContext?.xulBrowser`, expression);
  }

  get #extension() {
    return `${EXTENSION}.GlobalManager.getExtension(${JSON.stringify(this.#id)})`;
  }

  async #inFrame(frame, expression) {
    const id = (this.#sent += 1);
    const { value, failure } = await this.inWindow(`new Promise((resolve) => {
      const frame = ${frame};
      if (!frame?.messageManager) return resolve({ failure: "the page is not open" });
      const { messageManager } = frame;
      setTimeout(() => resolve({ failure: "the page does not answer" }), 5000);
      const listener = ({ data }) => {
        if (data.id !== ${id}) return;
        messageManager.removeMessageListener("karavan:answer", listener);
        resolve(data);
      };
      messageManager.addMessageListener("karavan:answer", listener);
      if (frame.karavanReady !== messageManager) {
        messageManager.loadFrameScript("data:," + ${JSON.stringify(encodeURIComponent(FRAME_SCRIPT))}, false);
        frame.karavanReady = messageManager;
      }
      messageManager.sendAsyncMessage("karavan:evaluate", ${JSON.stringify({ id, expression })});
    })`);
    if (failure) throw new Error(`${expression}: ${failure}`);
    return value === undefined ? undefined : JSON.parse(value);
  }

  show(url, html) {
    this.#pages.set(new URL(url).href.split("#")[0], html);
    return url;
  }

  /** Whether a tab has an element. */
  async has(context, selector) {
    const expression = `Boolean(document.querySelector(${JSON.stringify(selector)}))`;
    const answer = await this.#send("script.evaluate", { target: { context }, expression, awaitPromise: false });
    return answer.result.value;
  }

  reload(context) {
    return this.#send("browsingContext.reload", { context, wait: "complete" });
  }

  /** Opens an address in a new tab. */
  async visit(url) {
    const { context } = await this.#send("browsingContext.create", { type: "tab" });
    await this.#send("browsingContext.navigate", { context, url, wait: "complete" });
    return context;
  }

  visitFixture(name) {
    const { html, url } = fixture(name);
    return this.visit(this.show(url, html));
  }

  /** Presses a button of the mouse over an element of a tab. */
  async press(context, selector, button = 0) {
    const place = `(() => {
      const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
      return JSON.stringify([box.left + box.width / 2, box.top + box.height / 2].map(Math.round));
    })()`;
    const answer = await this.#send("script.evaluate", { target: { context }, expression: place, awaitPromise: false });
    const [x, y] = JSON.parse(answer.result.value);
    await this.pressAt(context, x, y, button);
  }

  pressAt(context, x, y, button = 0) {
    const actions = [
      { type: "pointerMove", x, y },
      { type: "pointerDown", button },
      { type: "pointerUp", button },
    ];
    return this.#send("input.performActions", { context, actions: [{ type: "pointer", id: "mouse", actions }] });
  }

  /** Chooses the extension's entry in the menu that a right click opens over an element. */
  async chooseInMenu(context, selector) {
    await this.press(context, selector, 2);
    const menu = `document.getElementById("contentAreaContextMenu")`;
    await eventually(() => this.inWindow(`${menu}.state === "open"`), "the menu is open");
    await this.inWindow(`(() => {
      const entry = ${menu}.querySelector('[id*="karavan"][id*="-menuitem-"]');
      ${menu}.activateItem(entry);
    })()`);
    return this.#popup();
  }

  /** Clicks the extension's icon. The result evaluates expressions in the popup. */
  async click() {
    await this.inWindow(`(() => {
      const extension = ${this.#extension};
      ${EXTENSION}.apiManager.global.browserActionFor(extension).triggerAction(window);
    })()`);
    return this.#popup();
  }

  /** The popup that opens. */
  async #popup() {
    const popup = new FirefoxPopup((expression) => this.#inFrame(POPUP, expression));
    await popup.until(`document.readyState === "complete" && document.body.classList.contains("popup")`);
    return popup;
  }

  /** Closes the popup. */
  closePopup() {
    return this.inWindow(`${POPUP}?.closest("panel")?.hidePopup()`);
  }

  /** Stores a connection as the options page does after the question. */
  async connect(server) {
    const connection = {
      server: server.url,
      token: TOKEN,
      person: { id: 1, name: "Anna" },
      cabinets: ["K101 (Lotus)"],
    };
    await eventually(
      () =>
        this.inBackground(`browser.storage.local.set(${JSON.stringify({ connection })}).then(() => true)`).catch(
          () => false,
        ),
      "the background page runs",
    );
  }

  stored() {
    return this.inBackground("browser.storage.local.get()");
  }

  /** Evaluates an expression in the tab that is in front. */
  inTab(expression) {
    return this.#inFrame("gBrowser.selectedBrowser", expression);
  }

  /** Opens a page of the extension in a new tab. */
  async openPage(path) {
    const url = await this.inBackground(`browser.runtime.getURL(${JSON.stringify(path)})`);
    await this.inBackground(`browser.tabs.create({ url: ${JSON.stringify(url)} }).then(() => true)`);
    const page = new FirefoxPopup((expression) => this.inTab(expression));
    await page.until(`location.href === ${JSON.stringify(url)} && document.readyState === "complete"`);
    return page;
  }

  /** Ends the background page, as Firefox does when it is idle. */
  endBackground() {
    return this.inWindow(`${this.#extension}.terminateBackground().then(() => true)`);
  }

  async close() {
    this.#process.removeAllListeners("exit");
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#socket?.terminate();
    this.#process.kill();
    await ended;
    for (const folder of [this.profile, this.folder]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

class FirefoxPopup extends Popup {
  evaluate(expression) {
    return this.call(expression);
  }
}
