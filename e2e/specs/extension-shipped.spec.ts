/** The shipped extension, opened by a real click: with its host permissions the test build can't show that activeTab suffices. */
import type { Locator, Page } from "@playwright/test";
import { AGENT_OWNER, Api, CLIENT, PASSWORD } from "../harness/api.ts";
import { onlyItem } from "../harness/connected.ts";
import type { Server } from "../harness/server.ts";
import { ShippedExtension } from "../harness/shipped.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";
import { SettingsPage } from "../pages/settings.ts";

const VISIBLE = "document.body.innerText";

/** A settings page of the client that shows a new token. */
async function settingsWithToken(extension: ShippedExtension, server: Server): Promise<Page> {
  const settings = await extension.context.newPage();
  await settings.goto(`${server.url}/client/login`);
  const login = new LoginPage(settings);
  await login.enterPhone(CLIENT);
  await login.enterPassword(PASSWORD);
  await expect(settings).toHaveURL(/\/client\/orders$/);
  await settings.goto(`${server.url}/client/settings`);
  await new SettingsPage(settings).create("Мой браузер");
  return settings;
}

test("a click on the icon pairs on the settings page and reads the product on a shop page", async ({ server, shops, noteLeaks }) => {
  const extension = await ShippedExtension.open(shops.resolverRules);
  noteLeaks.watch(extension.context);
  try {
    const settings = await settingsWithToken(extension, server);

    const popup = await extension.clickOn(settings);
    await expect.poll(() => popup(VISIBLE)).toContain("Connect the extension?");
    expect(await popup(VISIBLE)).toContain(server.url);
    expect(await popup(VISIBLE)).toContain("Игорь Петров");
    // The confirmation fits into the popup window.
    expect(await popup("document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await popup(`document.querySelector("[data-testid=confirm-connection]").click()`);
    await expect(settings.getByTestId("paired")).toBeVisible();
    await expect.poll(() => popup(VISIBLE)).toContain("Connected: Игорь Петров");

    const shop = await extension.context.newPage();
    await shop.goto(shops.open("1688", "https://detail.1688.com/offer/610000000001.html"));
    const product = await extension.clickOn(shop);
    await expect.poll(() => product(`document.getElementById("title").value`)).toBe("304不锈钢保温杯 定制");
  } finally {
    await extension.close();
  }
});

test("a picture of the page goes along when it is ticked, and client and staff see it with the item, also after a change", async ({
  page,
  server,
  client,
  shops,
  noteLeaks,
}) => {
  const extension = await ShippedExtension.open(shops.resolverRules);
  noteLeaks.watch(extension.context);
  const draft = await client.draft("Со снимком");
  try {
    const settings = await settingsWithToken(extension, server);
    const pairing = await extension.clickOn(settings);
    await expect.poll(() => pairing(VISIBLE)).toContain("Connect the extension?");
    await pairing(`document.querySelector("[data-testid=confirm-connection]").click()`);
    await expect(settings.getByTestId("paired")).toBeVisible();

    const shop = await extension.context.newPage();
    await shop.goto(shops.open("1688", "https://detail.1688.com/offer/610000000001.html"));
    const popup = await extension.clickOn(shop);
    await expect.poll(() => popup(`document.getElementById("title").value`)).toBe("304不锈钢保温杯 定制");
    await expect.poll(() => popup(`document.getElementById("proof").checkVisibility()`)).toBe(true);
    await popup(`document.getElementById("target").value = ${JSON.stringify(JSON.stringify({ order: draft.id }))}`);
    await popup(`document.getElementById("with-proof").click()`);
    await popup(`document.getElementById("looked").hidden || document.getElementById("looked-at").click()`);
    await popup(`document.querySelector("[data-testid=send]").click()`);
    await expect.poll(() => popup(VISIBLE), { timeout: 15_000 }).toContain("The product is in order");
    expect(await popup(`document.getElementById("error").hidden`)).toBe(true);
  } finally {
    await extension.close();
  }
  expect((await onlyItem(client, draft)).proof_at).toBeTruthy();

  const expectPicture = async (details: Locator) => {
    await details.click();
    await page.getByTestId("show-proof").click();
    const proof = page.getByTestId("proof");
    await expect(proof).toBeVisible();
    // The picture of a whole window, not of a popup.
    await expect.poll(() => proof.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500);
  };
  const login = new LoginPage(page);
  await login.open("client");
  await login.enterPhone(CLIENT);
  await login.enterPassword(PASSWORD);
  await expect(page).toHaveURL(/\/client\/orders$/);
  await page.goto(`/client/orders/${draft.id}`);
  await expectPicture(page.getByTestId("capture").locator("summary"));
  await client.patch(`/client/orders/${draft.id}`, { title: "Со снимком, переименован" });
  await expect(page.getByText("Со снимком, переименован").first()).toBeVisible();
  await expect(page.getByTestId("proof")).toBeVisible();

  await client.submit(draft.id);
  await login.open("agent");
  await login.enterPhone(AGENT_OWNER);
  await login.enterPassword(PASSWORD);
  await expect(page).toHaveURL(/\/agent(\/|$)(?!login)/);
  await page.goto(`/agent/orders/${draft.id}`);
  await expectPicture(page.getByTestId("item-details"));
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await expect(new OrderCard(page).status).toHaveClass(/quoted/);
  await expect(page.getByTestId("proof")).toBeVisible();
});
