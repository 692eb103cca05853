/** The shipped extension, opened by a real click: with its host permissions the test build can't show that activeTab suffices. */
import { CLIENT, PASSWORD } from "../harness/api.ts";
import { ShippedExtension } from "../harness/shipped.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { SettingsPage } from "../pages/settings.ts";

const VISIBLE = "document.body.innerText";

test("a click on the icon pairs on the settings page and reads the product on a shop page", async ({ server, shops, noteLeaks }) => {
  const extension = await ShippedExtension.open(shops.resolverRules);
  noteLeaks.watch(extension.context);
  try {
    const settings = await extension.context.newPage();
    await settings.goto(`${server.url}/client/login`);
    const login = new LoginPage(settings);
    await login.enterPhone(CLIENT);
    await login.enterPassword(PASSWORD);
    await expect(settings).toHaveURL(/\/client\/orders/);
    await settings.goto(`${server.url}/client/settings`);
    await new SettingsPage(settings).create("Мой браузер");

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
