/** The items of the draft when several SKUs are chosen, when nothing was found, and when several products wait. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connect, onlyItem, openShop } from "../harness/connected.ts";
import { extensionFolder } from "../harness/paths.ts";
import type { Shops } from "../harness/shops.ts";
import { expect, test } from "../harness/test.ts";

/** A stored page of the extension under its own address. */
function fixture(shops: Shops, name: string): string {
  const html = readFileSync(join(extensionFolder, "test/fixtures", `${name}.html`), "utf8");
  return shops.show(/<!-- url: (\S+) -->/.exec(html)![1]!, html);
}

test("quantities typed in the page's rows become items of the draft, one for each SKU", async ({ extension, server, client, shops }) => {
  const draft = await client.draft("Размеры");
  await connect(extension, server, client);
  const popup = await extension.clickOn(await openShop(extension, fixture(shops, "1688/quantities-in-rows")));
  await popup.isReady();
  await expect(popup.page.getByTestId("matrix-summary")).toHaveText("Variants chosen: 1, pieces: 12");
  await popup.page.getByTestId("axis-0").selectOption("深灰色");
  await popup.page.getByTestId("sku-quantity").nth(1).fill("9");
  await expect(popup.page.getByTestId("matrix-summary")).toHaveText("Variants chosen: 2, pieces: 21");
  await popup.sendTo(draft);
  await expect(popup.done).toContainText("Products sent: 2");
  const { items } = await client.order(draft.id);
  expect(items.map((item) => [item.variant, item.quantity, item.price?.amount])).toEqual([
    ["黑色 / L", 12, "28.50"],
    ["深灰色 / XL", 9, "28.50"],
  ]);
});

test("a product is added by hand where none was found", async ({ extension, server, client, shops }) => {
  const draft = await client.draft("Вручную");
  await connect(extension, server, client);
  const popup = await extension.clickOn(await openShop(extension, shops.open("article", "https://tea.example/how-tea-is-made")));
  await expect(popup.error).toHaveText("There is no product on this page. Open a product page of a shop.");
  await popup.page.getByTestId("add-by-hand").click();
  await popup.isReady();
  await expect(popup.title).toHaveValue("How tea is made");
  await popup.title.fill("Чай");
  await popup.price.fill("12,5");
  await popup.page.getByTestId("currency").fill("CNY");
  await popup.page.getByTestId("variant").fill("100 г");
  await popup.sendTo(draft);
  expect(await onlyItem(client, draft)).toMatchObject({
    title: "Чай",
    variant: "100 г",
    price: { amount: "12.50", currency: "CNY" },
    url: "https://tea.example/how-tea-is-made",
  });
});

test("two products wait while the server is down, and both arrive once", async ({ extension, server, client, shops }) => {
  const draft = await client.draft("Двое ждут");
  await connect(extension, server, client);
  const pages = [
    shops.open("1688", "https://detail.1688.com/offer/610000000001.html"),
    shops.open("universal", "https://small-shop.example/products/enamel-mug"),
  ];
  const tabs = await Promise.all(pages.map((url) => openShop(extension, url)));
  const popups = [];
  for (const tab of tabs) {
    const popup = await extension.clickOn(tab);
    await popup.isReady();
    await popup.choose(draft);
    popups.push(popup);
  }
  await server.down();
  for (const popup of popups) {
    await popup.send();
    await expect(popup.waiting).toBeVisible();
    await popup.page.close();
  }
  await server.up();
  const again = await extension.clickOn(tabs[0]!);
  await expect(again.form).toBeVisible();
  await expect(again.waiting).toBeHidden();
  await expect.poll(async () => (await client.order(draft.id)).items.length).toBe(2);
});
