import { connect, onlyItem, openShop } from "../harness/connected.ts";
import { expect, test } from "../harness/test.ts";

test("a shop without an adapter is read by its structured data", async ({ extension, server, client, shops }) => {
  const draft = await client.draft("Кружка");
  await connect(extension, server, client);
  const url = "https://small-shop.example/products/enamel-mug?utm_source=mail";
  const popup = await extension.clickOn(await openShop(extension, shops.open("universal", url)));
  await popup.isReady();
  await popup.sendTo(draft);
  expect(await onlyItem(client, draft)).toMatchObject({
    title: "Enamel mug",
    url: "https://small-shop.example/products/enamel-mug",
    price: { amount: "12.40", currency: "USD" },
    image_url: "https://small-shop.example/mug.jpg",
  });
});

test("the values edited in the popup are sent, into a new draft", async ({ extension, server, client, shops }) => {
  await connect(extension, server, client);
  const url = "https://small-shop.example/products/enamel-mug";
  const popup = await extension.clickOn(await openShop(extension, shops.open("universal", url)));
  await popup.isReady();
  await popup.title.fill("Кружка эмалированная");
  await popup.price.fill("11,90");
  await popup.quantity.fill("7");
  await popup.target.selectOption({ label: await popup.target.locator("option", { hasText: "New draft" }).first().innerText() });
  await popup.send();
  await expect(popup.done).toBeVisible();
  const link = await popup.page.getByTestId("open-order").getAttribute("href");
  const id = Number(link?.split("/").at(-1));
  const order = await client.order(id);
  expect(order.status).toBe("draft");
  expect(order.items).toHaveLength(1);
  expect(order.items[0]).toMatchObject({ title: "Кружка эмалированная", quantity: 7, price: { amount: "11.90", currency: "USD" } });
});
