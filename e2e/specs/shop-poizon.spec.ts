import { connect, onlyItem, openShop } from "../harness/connected.ts";
import { expect, test } from "../harness/test.ts";

test("a size of Poizon is sent with its selling price, not with its release price", async ({ extension, server, client, shops }) => {
  const draft = await client.draft("Кроссовки");
  await connect(extension, server, client);
  const shop = await openShop(
    extension,
    shops.open("poizon", "https://www.dewu.com/product-detail.html?spuId=11223344&skuId=60001"),
  );
  const popup = await extension.clickOn(shop);
  await popup.isReady();
  await expect(popup.price).toHaveValue("749");
  await popup.sendTo(draft);
  expect(await onlyItem(client, draft)).toMatchObject({
    title: "Nike Air Force 1 低帮 白色",
    price: { amount: "749.00", currency: "CNY" },
    variant: "白色 / 42",
    marketplace: "poizon",
    external_id: "11223344",
    price_uncertain: false,
  });
});
