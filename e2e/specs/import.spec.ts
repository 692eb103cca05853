import { AGENT_OWNER, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";

const SHEET = [
  "товар у поставщика;где;почём;сколько",
  "Кружка;https://detail.1688.com/offer/1.html;12,50 ¥;3",
  "Носки;нет ссылки;4,20;2",
  "Шарф;https://detail.1688.com/offer/3.html;дорого;1",
].join("\n");

test("a client maps the columns of a sheet, sees its errors, imports the valid rows and undoes the import", async ({ page, client }) => {
  const order = await client.draft("Из файла");
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", order.id);
  await card.chooseTab("import");
  await page.getByTestId("import-file").setInputFiles({ name: "goods.csv", mimeType: "text/csv", buffer: Buffer.from(SHEET) });

  const counts = page.getByTestId("import-counts");
  await expect(counts).toBeVisible();
  await page.getByTestId("import-header").fill("1");
  await page.getByTestId("import-header").blur();
  for (const [column, field] of ["title", "url", "price", "quantity"].entries()) {
    const choice = page.getByTestId(`import-column-${column}`);
    if ((await choice.inputValue()) !== field) await choice.selectOption(field);
    await expect(page.getByTestId(`import-column-${column}`)).toHaveValue(field);
  }
  await expect(counts).toContainText("Новых: 1");
  await expect(counts).toContainText("С ошибками: 2");
  await page.getByTestId("import-only-faulty").check();
  const rows = page.getByTestId("import-rows").locator("tbody tr");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText("нужен адрес с http");
  await expect(rows.nth(1)).toContainText("неверная сумма");
  await page.getByTestId("import-only-faulty").uncheck();
  await expect(rows.nth(0).getByTestId("stored").first()).toHaveText("12,50 ¥");
  expect((await client.order(order.id)).items).toEqual([]);

  await page.getByTestId("import-confirm").click();
  await expect(page.getByTestId("import-done")).toBeVisible();
  const { items } = await client.order(order.id);
  expect(items.map((item) => [item.title, item.price.amount, item.quantity])).toEqual([["Кружка", "12.50", 3]]);

  await page.getByTestId("import-undo").click();
  await expect(page.getByTestId("import-undone")).toBeVisible();
  expect((await client.order(order.id)).items).toEqual([]);
});

test("a sheet of 250 rows becomes 250 items that both sides see, although a card returns a hundred at once", async ({ page, client, browser }) => {
  const order = await client.draft("Длинный");
  const sheet = [
    "title,url,price,quantity",
    ...Array.from({ length: 250 }, (_, row) => `Товар ${row + 1},https://a.cn/${row},1.50,2`),
  ].join("\n");
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", order.id);
  await card.chooseTab("import");
  await page.getByTestId("import-file").setInputFiles({ name: "goods.csv", mimeType: "text/csv", buffer: Buffer.from(sheet) });
  await page.getByTestId("import-confirm").click();
  await expect(page.getByTestId("import-done")).toBeVisible();
  await page.reload();
  // Only a part is drawn; all can be found.
  await expect(page.getByTestId("item")).toHaveCount(30);
  await page.getByTestId("find-item").fill("Товар 250");
  await expect(page.getByTestId("item")).toHaveCount(1);
  await client.submit(order.id);

  const staff = await browser.newPage();
  await new LoginPage(staff).logIn("agent", AGENT_OWNER, `/agent/orders/${order.id}`);
  // All are drawn in the end, in steps; all are selected.
  await expect(staff.getByTestId("item").first()).toContainText("Товар 1");
  await expect(staff.getByTestId("item")).toHaveCount(250);
  await staff.getByTestId("choose-all").check();
  await expect(staff.getByTestId("bulk")).toContainText("250");
  await staff.getByTestId("find-item").fill("Товар 250");
  await expect(staff.getByTestId("select-item")).toBeChecked();
  await staff.close();
});

test("numbers with two readings and filled columns without a field are asked about", async ({ page, client }) => {
  const order = await client.draft("Вопросы");
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", order.id);
  await card.chooseTab("import");
  const rows = [
    "Название;Ссылка;Цена;Кол-во;Цвет;Размер;Вес",
    "Куртка;https://detail.1688.com/offer/1.html;1,500;1;чёрный;42;300 г",
    "Куртка;https://detail.1688.com/offer/1.html;2,250;2;чёрный;44;",
  ];
  await page.getByTestId("import-text").fill(rows.join("\n"));
  await page.getByTestId("import-read").click();
  await expect(page.getByTestId("import-question")).toContainText("«Цена»: 1,500");
  await expect(page.getByTestId("import-undecided")).toContainText("«Вес» (1 ячейка)");
  await expect(page.getByTestId("import-rows").locator("tbody tr").first()).toContainText("1,5 или 1500");
  const confirm = page.getByTestId("import-confirm");
  await expect(confirm).toBeDisabled();
  await page.getByTestId("import-mark-2").selectOption({ label: "1500" });
  await expect(page.getByTestId("stored").first()).toHaveText("1 500,00 ¥");
  await expect(confirm).toBeDisabled();
  await page.getByTestId("import-ignore").click();
  await expect(page.getByTestId("import-undecided")).toHaveCount(0);
  await confirm.click();
  await expect(page.getByTestId("import-done")).toBeVisible();
  const { items } = await client.order(order.id);
  expect(items.map((item) => [item.price.amount, item.quantity, item.variant])).toEqual([
    ["1500.00", 1, "чёрный / 42"],
    ["2250.00", 2, "чёрный / 44"],
  ]);
});

test("the preview shows all columns of a template at 1280", async ({ page, client }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const order = await client.draft("Ширина");
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", order.id);
  await card.chooseTab("import");
  const columns = [
    ["Название", "Кружка"],
    ["Ссылка на товар", "https://detail.1688.com/offer/610000000001.html"],
    ["Цена", "дорого"],
    ["Количество", "много"],
    ["Цвет", "чёрный"],
    ["Размер", "42"],
    ["Комментарий", "осторожно"],
    ["Ссылка на фото", "https://cbu01.alicdn.com/img/ibank/cup.jpg"],
    ["Магазин", "永康杯业"],
    ["Артикул", "610000000001"],
    ["Валюта", "CNY"],
  ];
  const headers = columns.map(([header]) => header!);
  const row = columns.map(([, cell]) => cell!);
  await page.getByTestId("import-text").fill([headers, row].map((cells) => cells.join("\t")).join("\n"));
  await page.getByTestId("import-read").click();
  const table = page.getByTestId("import-rows");
  await expect(table).toBeVisible();
  const box = page.locator(".import-table");
  expect(await box.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(1);
  for (const header of headers) await expect(table.locator("thead")).toContainText(header);
  for (const fault of await table.locator("small.fault").all()) {
    expect(await fault.evaluate((node) => node.scrollWidth <= node.clientWidth + 1)).toBe(true);
  }
});

test("pictures of a sheet become pictures of the goods", async ({ page, client }) => {
  const order = await client.draft("С картинками");
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", order.id);
  await card.chooseTab("import");
  // One of three formulas of WPS has lost its picture.
  await page.getByTestId("import-file").setInputFiles("../backend/tests/it/fixtures/sheets/pictures-wps.xlsx");
  await expect(page.getByTestId("import-hidden")).toHaveText("Картинок не прочитано: 1");
  const shown = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
  const previews = page.getByTestId("import-rows").locator("img");
  await expect(previews).toHaveCount(2);
  await page.getByTestId("import-confirm").click();
  await expect(page.getByTestId("import-done")).toBeVisible();
  await card.open("client", order.id);
  const pictures = page.locator(".item-row .thumb img");
  await expect(pictures).toHaveCount(2);
  for (const picture of await pictures.all()) await expect.poll(() => picture.evaluate(shown)).toBe(true);
});

test("staff import items of a sheet into a submitted order, and take the import back", async ({ page, client }) => {
  const { id } = await client.draft("Пополнит агент");
  await client.addItem(id, { title: "Шапка", url: "https://a.cn/3", price: "10", currency: "CNY", quantity: 1 });
  await client.submit(id);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/orders/${id}`);
  await expect(page.getByTestId("item")).toHaveCount(1);
  await page.getByTestId("add-item").click();
  await page.getByTestId("items-from-sheet").click();
  const sheet = "Название;Ссылка;Цена;Кол-во\nКружка;https://a.cn/1;12,50 ¥;4\nНоски;https://a.cn/2;5;2\n";
  await page.getByTestId("import-file").setInputFiles({ name: "goods.csv", mimeType: "text/csv", buffer: Buffer.from(sheet) });
  await expect(page.getByTestId("import-counts")).toContainText("Новых: 2");
  await page.getByTestId("import-confirm").click();
  await expect(page.getByTestId("import-done")).toBeVisible();
  await expect(page.getByTestId("item")).toHaveCount(3);
  // The form and the sheet are two tabs of one panel.
  await page.getByTestId("items-by-form").click();
  await expect(page.getByTestId("import-done")).toBeHidden();
  await page.getByTestId("items-from-sheet").click();
  await page.getByTestId("import-undo").click();
  await expect(page.getByTestId("import-undone")).toBeVisible();
  await expect(page.getByTestId("item")).toHaveCount(1);
  await page.getByTestId("import-back").click();
  await expect(page.getByTestId("import-drop")).toBeHidden();
});
