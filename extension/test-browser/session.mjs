/** One server and one browser for the tests of a file. Each test begins without data, and connected. */
import { after, before, beforeEach } from "node:test";
import { Browser, Server } from "./harness.mjs";

export let server;
export let browser;
/** The page of the running test; it is closed before the next one. */
export let page = null;

export function usePage(opened) {
  page = opened;
  return opened;
}

/** @param {Parameters<typeof Browser.open>[0]} [options] */
export function startSession(options) {
  before(async () => {
    server = await Server.start();
    browser = await Browser.open(options);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
  beforeEach(async () => {
    await page?.close();
    page = null;
    await browser.worker.evaluate(() => chrome.storage.local.clear());
    server.reset();
    await browser.connect(server);
  });
}

/** Clicks the extension's icon over a fixture. */
export async function openOn(fixture) {
  return browser.clickOn(usePage(await browser.visitFixture(fixture)));
}

/** Clicks the extension's icon over a page with this address and content. */
export async function openOnPage(url, html) {
  return browser.clickOn(usePage(await browser.visit(browser.show(url, html))));
}

export const stored = async (key) => (await browser.stored())[key];

/** Waits until the form is there, sends it, and waits for the success. */
export async function sendProduct(popup) {
  await popup.isReady();
  await popup.send();
  await popup.until(`!document.getElementById("done").hidden`, 30_000);
}

export const isShown = (popup, id, limit) => popup.until(`!document.getElementById("${id}").hidden`, limit);
