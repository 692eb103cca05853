/** The popup shows an understandable message for every failure. */
import { connect, openShop } from "../harness/connected.ts";
import { expect, test } from "../harness/test.ts";

const CUP = "https://detail.1688.com/offer/610000000001.html";

test("the extension is not connected", async ({ extension, shops }) => {
  const popup = await extension.clickOn(await openShop(extension, shops.open("1688", CUP)));
  await expect(popup.error).toHaveText(/^The extension is not connected\./);
});

test("a mistyped token is rejected before any request", async ({ extension, server, client }) => {
  const { plaintext } = await client.extensionToken("Опечатка");
  const options = await extension.options();
  const mistyped = plaintext.slice(0, 10) + (plaintext[10] === "A" ? "B" : "A") + plaintext.slice(11);
  await options.save(server.url, mistyped);
  await expect(options.error).toHaveText("The token is mistyped. Copy it again, whole.");
  expect(server.log).not.toContain("/api/ext/me");
});

test("the token was revoked", async ({ extension, server, client, shops }) => {
  const token = await connect(extension, server, client);
  await client.revokeExtensionToken(token.id);
  const popup = await extension.clickOn(await openShop(extension, shops.open("1688", CUP)));
  await expect(popup.error).toHaveText("The token was revoked. Create a new one in the cabinet settings.");
});

test("the server is down: the product is stored and sent once, later", async ({ extension, server, client, shops }) => {
  const draft = await client.draft("Переждать");
  await connect(extension, server, client);
  const shop = await openShop(extension, shops.open("1688", CUP));
  const popup = await extension.clickOn(shop);
  await popup.isReady();
  await popup.choose(draft);
  await server.down();
  await popup.send();
  await expect(popup.error).toHaveText("The server does not answer. Check the connection and the server address.");
  await expect(popup.waiting).toContainText("The product is kept and will be sent again by itself.");
  await popup.page.close();

  await server.up();
  for (let visits = 0; visits < 2; visits += 1) {
    const again = await extension.clickOn(shop);
    await again.isReady();
    await expect(again.waiting).toBeHidden();
    await again.page.close();
  }
  expect((await client.order(draft.id)).items).toHaveLength(1);
});

test("the server is still down at the second attempt: the product waits, the person retries, and it is sent once", async ({ extension, server, client, shops }) => {
  const draft = await client.draft("Дважды не вышло");
  await connect(extension, server, client);
  const shop = await openShop(extension, shops.open("1688", CUP));
  const popup = await extension.clickOn(shop);
  await popup.isReady();
  await popup.choose(draft);
  await server.down();
  await popup.send();
  await expect(popup.waiting).toBeVisible();
  await popup.page.close();
  const second = await extension.clickOn(shop);
  await expect(second.waiting).toContainText("Could not be sent");
  await server.up();
  await second.page.getByTestId("retry").click();
  await expect(second.waiting).toBeHidden();
  expect((await client.order(draft.id)).items).toHaveLength(1);
});

test("the page has no product", async ({ extension, server, client, shops }) => {
  await connect(extension, server, client);
  const popup = await extension.clickOn(await openShop(extension, shops.open("article", "https://tea.example/how-tea-is-made")));
  await expect(popup.error).toHaveText("There is no product on this page. Open a product page of a shop.");
  await expect(popup.form).toBeHidden();
});

test("the shop shows a login page", async ({ extension, server, client, shops }) => {
  await connect(extension, server, client);
  const popup = await extension.clickOn(await openShop(extension, shops.open("wall", "https://item.taobao.com/item.htm?id=720000000009")));
  await expect(popup.error).toHaveText("The shop asks to log in or pass a check. Do that and click again.");
});

test("the shop shows its products only in its app", async ({ extension, server, client, shops }) => {
  await connect(extension, server, client);
  const url = "https://www.dewu.com/product-detail.html?spuId=55667788";
  const popup = await extension.clickOn(await openShop(extension, shops.open("poizon-shell", url)));
  await expect(popup.error).toHaveText("This shop does not show the product in the browser. Add it in the cabinet by hand.");
});

test("the browser does not let extensions read the page", async ({ extension, server, client }) => {
  await connect(extension, server, client);
  const page = extension.context.pages()[0] ?? (await extension.context.newPage());
  await page.goto("chrome://version");
  const popup = await extension.clickOn(page);
  await expect(popup.error).toHaveText("The browser does not let extensions read this page.");
});

test("the draft was submitted meanwhile", async ({ extension, server, client, shops }) => {
  const draft = await client.draft("Уже ушёл");
  await client.addItem(draft.id, { title: "袜子", url: "https://detail.1688.com/offer/3.html", price: "3" });
  await connect(extension, server, client);
  const popup = await extension.clickOn(await openShop(extension, shops.open("1688", CUP)));
  await popup.isReady();
  await popup.choose(draft);
  await client.submit(draft.id);
  await popup.send();
  await expect(popup.error).toHaveText("The order has gone to the agent already. Choose another draft.");
  expect((await client.order(draft.id)).items).toHaveLength(1);
});

test("the price is missing and must be entered by the client", async ({ extension, server, client, shops }) => {
  await connect(extension, server, client);
  const popup = await extension.clickOn(await openShop(extension, shops.open("1688", CUP)));
  await popup.isReady();
  await popup.price.fill("");
  await popup.send();
  await expect(popup.price).toHaveJSProperty("validity.valueMissing", true);
  await expect(popup.done).toBeHidden();
});
