import { connect, onlyItem, openShop } from "../harness/connected.ts";
import { expect, test } from "../harness/test.ts";

test("a wholesale product of 1688 is sent with the price of its quantity bracket, even from a translated page", async ({ extension, server, client, shops }) => {
  const draft = await client.draft("С 1688");
  await connect(extension, server, client);
  // The visible text is translated and has a wrong price; the right one is in the page's state.
  const shop = await openShop(extension, shops.open("1688", "https://detail.1688.com/offer/610000000001.html?spm=a2.b3"));
  const popup = await extension.clickOn(shop);
  await popup.isReady();
  await expect(popup.title).toHaveValue("304不锈钢保温杯 定制");
  await expect(popup.quantity).toHaveValue("2");
  await expect(popup.price).toHaveValue(/^18\.50?$/);
  await expect(popup.uncertain).toBeHidden();

  await popup.quantity.fill("100");
  await expect(popup.price).toHaveValue(/^16\.80?$/);
  await popup.comment.fill("Без логотипа");
  await popup.sendTo(draft);

  expect(await onlyItem(client, draft)).toMatchObject({
    title: "304不锈钢保温杯 定制",
    url: "https://detail.1688.com/offer/610000000001.html",
    price: { amount: "16.80", currency: "CNY" },
    quantity: 100,
    comment: "Без логотипа",
    image_url: "https://cbu01.alicdn.com/img/ibank/cup.jpg",
    marketplace: "1688",
    external_id: "610000000001",
    price_uncertain: false,
  });
});
