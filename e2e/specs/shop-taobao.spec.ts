import { connect, onlyItem, openShop } from "../harness/connected.ts";
import { expect, test } from "../harness/test.ts";

for (const [marketplace, url] of [
  ["taobao", "https://item.taobao.com/item.htm"],
  ["tmall", "https://detail.tmall.com/item.htm"],
] as const) {
  test(`the chosen variant of ${marketplace} is sent with its own price and picture`, async ({ extension, server, client, shops }) => {
    const draft = await client.draft("Шарф");
    await connect(extension, server, client);
    const shop = await openShop(extension, shops.open(marketplace, `${url}?id=720000000001&skuId=5002&spm=a21n57.1`));
    const popup = await extension.clickOn(shop);
    await popup.isReady();
    await expect(popup.price).toHaveValue("109");
    await expect(popup.uncertain).toBeHidden();
    await popup.sendTo(draft);
    expect(await onlyItem(client, draft)).toMatchObject({
      title: "羊毛围巾 女 秋冬",
      url: `${url}?id=720000000001&skuId=5002`,
      price: { amount: "109.00", currency: "CNY" },
      variant: "黑色",
      image_url: "https://img.alicdn.com/imgextra/black.jpg",
      marketplace,
      external_id: "720000000001",
      price_uncertain: false,
    });
  });
}

test("without a chosen variant the lowest price is sent and marked as uncertain", async ({ extension, server, client, shops }) => {
  const draft = await client.draft("Шарф");
  await connect(extension, server, client);
  const shop = await openShop(extension, shops.open("taobao", "https://item.taobao.com/item.htm?id=720000000001"));
  const popup = await extension.clickOn(shop);
  await popup.isReady();
  await expect(popup.price).toHaveValue("89");
  await expect(popup.uncertain).toBeVisible();
  await popup.sendTo(draft);
  expect(await onlyItem(client, draft)).toMatchObject({ price: { amount: "89.00", currency: "CNY" }, price_uncertain: true });
});
