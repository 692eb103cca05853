/** Pairing the extension: the person confirms every connection, and no page can replace one. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../harness/accessible.ts";
import { Api, CLIENT, PASSWORD, TWO_CABINETS } from "../harness/api.ts";
import type { BrowserWithExtension } from "../harness/browser.ts";
import { connect, openShop, storedConnection } from "../harness/connected.ts";
import { Server } from "../harness/server.ts";
import type { Shops } from "../harness/shops.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { SettingsPage } from "../pages/settings.ts";

const CUP = "https://detail.1688.com/offer/610000000001.html";
const BUYER = "Игорь Петров";
const OTHER = "Мария Константинопольская";
const HOSTILE = "https://hostile.example";
const HOSTILE_TOKEN = "svc_07ELSZgnu18FMTahov29GNUbipw3AH0Cfmem";

/** A page of an attacker that imitates the settings page of a cabinet. */
const forged = (origin: string, answer = "offer.dataset.challenge") => `
  <div id="karavan-pairing" data-token="${HOSTILE_TOKEN}" data-server="${origin}"></div>
  <script>
    const offer = document.querySelector("#karavan-pairing");
    offer.addEventListener("karavanchallenge", () => {
      offer.dataset.answer = ${answer};
      offer.dataset.server = "${origin}";
      offer.dataset.token = "${HOSTILE_TOKEN}";
    });
  </script>`;

/** The attacker's server, which responds like Karavan. */
function hostileServer(shops: Shops): void {
  const me = {
    user: { id: 1, name: "Mallory", phone: "+1" },
    clients: [{ id: 1, code: "K101", name: "M", currency: "CNY", agent: { id: 1, name: "M" } }],
  };
  shops.show(`${HOSTILE}/api/ext/me`, JSON.stringify(me));
}

/** Logs in, opens the settings page of a server and creates a token there. */
async function settingsWithToken(extension: BrowserWithExtension, server: Server, phone: string): Promise<Page> {
  const page = await extension.context.newPage();
  await page.goto(`${server.url}/client/login`);
  const login = new LoginPage(page);
  await login.enterPhone(phone);
  await login.enterPassword(PASSWORD);
  await expect(page).toHaveURL(/\/client\/orders$/);
  await page.goto(`${server.url}/client/settings`);
  await new SettingsPage(page).create("Мой браузер");
  return page;
}

test("the first connection shows server and person, and is stored only after confirmation", async ({ extension, server }) => {
  const settings = await settingsWithToken(extension, server, CLIENT);
  const popup = await extension.clickOn(settings);
  await expect(popup.dialog.root).toBeVisible();
  await expect(popup.dialog.root).toHaveAccessibleName("Connect the extension?");
  await expect(popup.dialog.current).toHaveCount(0);
  await expect(popup.dialog.offered).toContainText(server.url);
  await expect(popup.dialog.offered).toContainText(BUYER);
  await expect(popup.dialog.offered).toContainText("K101");
  await expect(popup.dialog.confirm).toHaveText(`Connect to ${new URL(server.url).host}`);
  await expectAccessible(popup.page);
  expect(await storedConnection(extension)).toBeUndefined();

  // Closing the popup, Escape and Cancel change nothing.
  await popup.page.close();
  for (const decline of ["Escape", "Enter"]) {
    const again = await extension.clickOn(settings);
    await expect(again.dialog.cancel).toBeFocused();
    await again.page.keyboard.press(decline);
    await expect(again.done).toHaveText(/Nothing was changed/);
    expect(await storedConnection(extension)).toBeUndefined();
    await again.page.close();
  }
  await expect(settings.getByTestId("paired")).toHaveCount(0);

  const last = await extension.clickOn(settings);
  await expect(last.dialog.cancel).toBeFocused();
  await last.page.keyboard.press("Shift+Tab");
  await expect(last.dialog.confirm).toBeFocused();
  await last.page.keyboard.press("Enter");
  await expect(last.done).toContainText(BUYER);
  await expect(settings.getByTestId("paired")).toBeVisible();
  expect(await storedConnection(extension)).toMatchObject({ server: server.url, person: { name: BUYER } });
  expect(await extension.stored("session")).toEqual({});
  // The token is removed from the page.
  await expect(settings.locator("#karavan-pairing")).not.toHaveAttribute("data-token", /.*/);
});

test("another server's settings page names old and new; both connections are kept and each product goes to its own", async ({ extension, server, client, shops }) => {
  const other = await Server.start();
  try {
    const draft = await client.draft("Для первого сервера");
    await connect(extension, server, client);
    const shop = await openShop(extension, shops.open("1688", CUP));
    const first = await extension.clickOn(shop);
    await first.isReady();
    await first.choose(draft);
    await server.down();
    await first.send();
    await expect(first.waiting).toBeVisible();
    await first.page.close();

    const before = await storedConnection(extension);
    const settings = await settingsWithToken(extension, other, TWO_CABINETS);
    for (const action of ["cancel", "confirm"] as const) {
      const popup = await extension.clickOn(settings);
      await expect(popup.dialog.root).toHaveAccessibleName("Use this connection from now on?");
      await expect(popup.dialog.current).toContainText(server.url);
      await expect(popup.dialog.current).toContainText(BUYER);
      await expect(popup.dialog.offered).toContainText(other.url);
      await expect(popup.dialog.offered).toContainText(OTHER);
      await expect(popup.dialog.root).toContainText(`A product is waiting for ${new URL(server.url).host} (${BUYER}). It will not be sent to the new connection.`);
      await expectAccessible(popup.page);
      if (action === "cancel") expect(await storedConnection(extension)).toMatchObject({ server: before!.server, token: before!.token });
      await popup.dialog[action].click();
      await expect(popup.done).toBeVisible();
      await popup.page.close();
    }
    expect(await storedConnection(extension)).toMatchObject({ server: other.url, person: { name: OTHER } });

    // The first connection is kept: its product arrives there, and nowhere else.
    await server.up();
    const second = await extension.clickOn(shop);
    await second.isReady();
    await expect(second.waiting).toBeHidden();
    await expect(second.page.getByTestId("already")).toBeHidden();
    await expect(second.page.getByTestId("connection-in-use")).toBeVisible();
    await second.page.close();
    expect((await client.order(draft.id)).items).toHaveLength(1);
    const stranger = await Api.login(other, "client", TWO_CABINETS);
    const { data } = await stranger.send<{ data: { title: string }[] }>("GET", "/client/orders");
    expect(data.map((order) => order.title)).not.toContain("Для первого сервера");
    expect(other.log).not.toContain("/items");

    // After it is used again, it knows its product.
    const third = await extension.clickOn(shop);
    await third.isReady();
    await third.page.getByTestId("connection-in-use").selectOption({ index: 1 });
    await third.isReady();
    await expect(third.page.getByTestId("already")).toContainText(draft.number);
  } finally {
    await other.dispose();
  }
});

test("a product page with a pairing element is treated as a product page", async ({ extension, server, client, shops }) => {
  hostileServer(shops);
  const product = '<script type="application/ld+json">{"@type":"Product","name":"Чайник","offers":{"price":"10.00","priceCurrency":"CNY"}}</script>';
  const pages = [`${HOSTILE}/offer/1.html`, `${HOSTILE}/client/settings`].map((url) => shops.show(url, product + forged(HOSTILE)));
  for (const url of pages) {
    const unconnected = await extension.clickOn(await openShop(extension, url));
    await expect(unconnected.error).toHaveText(/^The extension is not connected\./);
    await expect(unconnected.dialog.root).toBeHidden();
    await unconnected.page.close();
  }
  await connect(extension, server, client);
  const before = await storedConnection(extension);
  for (const url of pages) {
    const popup = await extension.clickOn(await openShop(extension, url));
    await popup.isReady();
    await expect(popup.title).toHaveValue("Чайник");
    await expect(popup.dialog.root).toBeHidden();
    await popup.page.close();
  }
  expect(await storedConnection(extension)).toEqual(before);
});

test("a pairing element outside the settings path is ignored on a page without a product", async ({ extension, server, client, shops }) => {
  hostileServer(shops);
  await connect(extension, server, client);
  const popup = await extension.clickOn(await openShop(extension, shops.show(`${HOSTILE}/how-tea-is-made`, forged(HOSTILE))));
  await expect(popup.error).toHaveText(/^There is no product on this page\./);
  await expect(popup.dialog.root).toBeHidden();
});

test("a forged settings page leads to a confirmation that shows its host", async ({ extension, server, client, shops }) => {
  hostileServer(shops);
  await connect(extension, server, client);
  const before = await storedConnection(extension);
  const popup = await extension.clickOn(await openShop(extension, shops.show(`${HOSTILE}/client/settings`, forged(HOSTILE))));
  await expect(popup.dialog.root).toHaveAccessibleName("Use this connection from now on?");
  await expect(popup.dialog.current).toContainText(server.url);
  await expect(popup.dialog.offered).toContainText(HOSTILE);
  await expect(popup.dialog.offered).toContainText("Mallory");
  await popup.dialog.cancel.click();
  await expect(popup.done).toContainText("Nothing was changed");
  expect(await storedConnection(extension)).toEqual(before);
});

test("an answer that does not match the challenge is rejected", async ({ extension, server, client, shops }) => {
  hostileServer(shops);
  await connect(extension, server, client);
  const before = await storedConnection(extension);
  const wrong = {
    "a challenge of its own": forged(HOSTILE, '"0".repeat(64)'),
    "the name of another server": forged(server.url),
    "no answer": `<div id="karavan-pairing" data-token="${HOSTILE_TOKEN}" data-server="${HOSTILE}"></div>`,
  };
  for (const [what, html] of Object.entries(wrong)) {
    const page = await openShop(extension, shops.show(`${HOSTILE}/client/settings`, html));
    const popup = await extension.clickOn(page);
    await expect(popup.error, what).toHaveText(/^The page gave a wrong answer/);
    await expect(popup.dialog.root).toBeHidden();
    await popup.page.close();
    await page.close();
  }
  expect(await storedConnection(extension)).toEqual(before);
});

test("confirming after the challenge has expired stores nothing", async ({ extension, server }) => {
  const settings = await settingsWithToken(extension, server, CLIENT);
  const popup = await extension.clickOn(settings);
  await expect(popup.dialog.root).toBeVisible();
  const { pairing } = await extension.stored<{ pairing: { expires: number } }>("session");
  await extension.store("session", { pairing: { ...pairing, expires: Date.now() } });
  await popup.dialog.confirm.click();
  await expect(popup.error).toHaveText("The request to connect has expired. Click the extension's icon again.");
  expect(await storedConnection(extension)).toBeUndefined();
  await expect(settings.getByTestId("paired")).toHaveCount(0);
});

test("http: is accepted only for this machine; other hosts are rejected before any request", async ({ extension, server, client }) => {
  const insecure = "http://karavan.example";
  const requests: string[] = [];
  await extension.context.route(`${insecure}/**`, (route) => {
    requests.push(new URL(route.request().url()).pathname);
    return route.fulfill({ contentType: "text/html; charset=utf-8", body: forged(insecure) });
  });
  const popup = await extension.clickOn(await openShop(extension, `${insecure}/client/settings`));
  await expect(popup.error).toHaveText(/^The address http:\/\/karavan\.example is not encrypted\./);
  await expect(popup.dialog.root).toBeHidden();

  const { plaintext } = await client.extensionToken("Вручную");
  const options = await extension.options();
  await options.save(insecure, plaintext);
  await expect(options.error).toHaveText(/^The address http:\/\/karavan\.example is not encrypted\./);
  expect(requests.filter((path) => path.startsWith("/api"))).toEqual([]);
  expect(await storedConnection(extension)).toBeUndefined();

  await options.connect(server.url, plaintext);
  expect(await storedConnection(extension)).toMatchObject({ server: server.url });
});

test("a token pasted into the options needs confirmation, with the old and the new account", async ({ extension, server, client }) => {
  await connect(extension, server, client);
  const before = await storedConnection(extension);
  const stranger = await Api.login(server, "client", TWO_CABINETS);
  const { plaintext } = await stranger.extensionToken("Чужой");
  const options = await extension.options();
  await options.save(server.url, plaintext);
  await expect(options.dialog.root).toHaveAccessibleName("Use this connection from now on?");
  await expect(options.dialog.current).toContainText(BUYER);
  await expect(options.dialog.offered).toContainText(OTHER);
  await expectAccessible(options.page);
  await options.page.keyboard.press("Escape");
  await expect(options.connected).toHaveText("Nothing was changed.");
  expect(await storedConnection(extension)).toEqual(before);

  await options.save(server.url, plaintext);
  await options.dialog.confirm.click();
  await expect(options.connected).toContainText(OTHER);
  expect(await storedConnection(extension)).toMatchObject({ token: plaintext, person: { name: OTHER } });

  // Saving the current connection again only verifies it.
  await options.save(server.url, plaintext);
  await expect(options.dialog.root).toBeHidden();
  await expect(options.connected).toContainText(OTHER);
});
