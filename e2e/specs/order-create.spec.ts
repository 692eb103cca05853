/** The page that creates an order: products by form and by spreadsheet, the estimate, and nothing lost. */
import { CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const CUP = { title: "304不锈钢保温杯", url: "https://detail.1688.com/offer/610000000009.html", price: "28,50", quantity: "3" };

test("a client creates an order with products on a phone and submits it", async ({ page, client }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await new LoginPage(page).logIn("client", CLIENT);
  await page.goto("/client/orders/create");
  await page.getByTestId("order-fields").getByTestId("title").fill("С телефона");
  await page.getByTestId("order_comment").fill("Проверьте размеры");
  await expect(page.getByTestId("submit-order")).toBeDisabled();
  const form = page.getByTestId("item-form");
  for (const [name, value] of Object.entries(CUP)) await form.getByTestId(name).fill(value);
  await expect(page.getByTestId("estimate")).toContainText("85,50");
  // A reload loses neither the order's fields nor the product being typed.
  await page.reload();
  await expect(page.getByTestId("order-fields").getByTestId("title")).toHaveValue("С телефона");
  await expect(form.getByTestId("url")).toHaveValue(CUP.url);
  await form.getByTestId("save-item").click();
  await expect(page.getByTestId("item")).toHaveCount(1);
  await expect(form.getByTestId("title")).toHaveValue("");
  await page.reload();
  await expect(page.getByTestId("item")).toHaveCount(1);
  await page.getByTestId("submit-order").click();
  await expect(page).toHaveURL(/\/client\/orders\/\d+$/);
  await expect(page.getByTestId("order-comment")).toHaveText("Проверьте размеры");
  const order = await client.order(Number(page.url().split("/").pop()));
  expect([order.title, order.status, order.items.length]).toEqual(["С телефона", "submitted", 1]);

  await page.goto("/client/orders/create");
  await expect(page.getByTestId("order-fields").getByTestId("title")).toHaveValue("");
});

test("the text that an app shares becomes a link, a title and a price", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await new LoginPage(page).logIn("client", CLIENT);
  await page.goto("/client/orders/create");
  const form = page.getByTestId("item-form");
  const shared = "【淘宝】https://item.taobao.com/item.htm?id=600000000001&spm=a.b.c 「保温杯 500ml」¥59.9 点击链接直接打开";
  await form.getByTestId("url").fill(shared);
  await expect(form.getByTestId("url")).toHaveValue("https://item.taobao.com/item.htm?id=600000000001");
  await expect(form.getByTestId("title")).toHaveValue("保温杯 500ml");
  await expect(form.getByTestId("price")).toHaveValue("59,9");
  // Typed texts stay.
  await form.getByTestId("title").fill("Термос");
  await form.getByTestId("url").fill("https://e.tb.cn/h.Example?tk=X1 「保温杯」");
  await expect(form.getByTestId("url")).toHaveValue("https://e.tb.cn/h.Example?tk=X1");
  await expect(form.getByTestId("title")).toHaveValue("Термос");
  // The price was the one of the product before.
  await expect(form.getByTestId("price")).toHaveValue("");
  await form.getByTestId("price").fill("80");
  await form.getByTestId("save-item").click();
  await expect(page.getByTestId("item")).toHaveCount(1);
  await expect(page.getByTestId("item")).toContainText("Термос");
});

test("an error keeps what was typed", async ({ page }) => {
  await new LoginPage(page).logIn("client", CLIENT);
  await page.goto("/client/orders/create");
  const form = page.getByTestId("item-form");
  for (const [name, value] of Object.entries({ ...CUP, price: "10000000" })) await form.getByTestId(name).fill(value);
  await form.getByTestId("save-item").click();
  await expect(form.getByTestId("price")).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByTestId("title")).toHaveValue(CUP.title);
  await form.getByTestId("price").fill("12");
  await form.getByTestId("save-item").click();
  await expect(page.getByTestId("item")).toHaveCount(1);
});

test("a client pastes a table and saves the draft", async ({ page, client }) => {
  await new LoginPage(page).logIn("client", CLIENT);
  await page.goto("/client/orders/create");
  await page.getByTestId("order-fields").getByTestId("title").fill("Из таблицы");
  await page.getByTestId("tab-import").click();
  await page.getByTestId("import-text").fill(`Кружка\t${CUP.url}\t10\t2\nБлюдце\t${CUP.url}\t5\t4`);
  await page.getByTestId("import-read").click();
  await expect(page.getByTestId("submit-order")).toBeDisabled();
  await page.getByTestId("import-confirm").click();
  // The total and the next step are right at once.
  await expect(page.getByTestId("import-done")).toBeVisible();
  await expect(page.getByTestId("estimate")).toContainText("40,00");
  await expect(page.getByTestId("submit-order")).toBeEnabled();
  await page.getByTestId("import-undo").click();
  await expect(page.getByTestId("submit-order")).toBeDisabled();
  await page.getByTestId("import-read").click();
  await page.getByTestId("import-confirm").click();
  await expect(page.getByTestId("item")).toHaveCount(2);
  await page.getByTestId("create").click();
  await expect(page).toHaveURL(/\/client\/orders\/\d+$/);
  const order = await client.order(Number(page.url().split("/").pop()));
  expect([order.title, order.status, order.items.length]).toEqual(["Из таблицы", "draft", 2]);
});
