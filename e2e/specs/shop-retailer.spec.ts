import { connect, onlyItem, openShop } from "../harness/connected.ts";
import { expect, test } from "../harness/test.ts";

test("a product of the retailer is sent with its colour, in the currency of the shop", async ({ extension, server, client, shops }) => {
  const draft = await client.draft("Рубашка");
  await connect(extension, server, client);
  const url = "https://www.zara.com/es/en/linen-shirt-p00706200.html?v1=364113021";
  const popup = await extension.clickOn(await openShop(extension, shops.open("retailer", url)));
  await popup.isReady();
  await expect(popup.price).toHaveValue("39.95");
  await popup.sendTo(draft);
  expect(await onlyItem(client, draft)).toMatchObject({
    title: "LINEN SHIRT",
    price: { amount: "39.95", currency: "EUR" },
    variant: "White",
    marketplace: "zara",
    price_uncertain: false,
  });
});
