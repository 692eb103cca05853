/** Files in the chat of an order. */
import { readFile } from "node:fs/promises";
import { photo } from "../harness/pictures.ts";
import { expect, test } from "../harness/test.ts";
import { chatOf, createSubmittedOrder, staffChat } from "../pages/chat.ts";

const INVOICE = { name: "Накладная № 5.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\nнакладная") };

test("a picture and a document are sent with a message; the other side can view and download them", async ({ page, browser, server, client }) => {
  const order = await createSubmittedOrder(client, "Шов разошёлся");
  const theirs = await staffChat(browser, server, order);
  const mine = await chatOf(page, "client", order);
  const pending = page.getByTestId("chat-file-pending");

  await page.getByTestId("chat-file-input").setInputFiles([await photo(page, "шов.jpg"), INVOICE]);
  await expect(pending).toHaveCount(2);
  await expect(pending.first()).toContainText("шов.jpg");
  await mine.field.fill("Посмотрите, пожалуйста");
  await expect(mine.send).toBeEnabled();
  await mine.send.click();
  await expect(pending).toHaveCount(0);
  await expect(mine.message("Посмотрите, пожалуйста").getByTestId("chat-picture")).toHaveCount(1);

  const message = theirs.message("Посмотрите, пожалуйста");
  const picture = message.getByTestId("chat-picture");
  await expect(picture).toHaveAttribute("alt", "шов.jpg");
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  const saved = theirs.page.waitForEvent("download");
  await message.getByTestId("chat-file").click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(INVOICE.name);
  expect(await readFile(await download.path())).toEqual(INVOICE.buffer);
  await theirs.page.context().close();
});

test("a file can be sent without text; a rejected file shows the reason and is not sent", async ({ page, client }) => {
  const order = await createSubmittedOrder(client, "Без слов");
  const mine = await chatOf(page, "client", order);
  const pending = page.getByTestId("chat-file-pending");
  await expect(mine.send).toBeDisabled();
  const whole = await photo(page, "битый.jpg");
  await page.getByTestId("chat-file-input").setInputFiles([INVOICE, { ...whole, buffer: whole.buffer.subarray(0, 300) }]);
  await expect(pending).toHaveCount(2);
  await expect(pending.filter({ hasText: "битый.jpg" })).toContainText("повреждено");
  await mine.send.click();
  await expect(mine.page.getByTestId("chat-file")).toHaveCount(1);
  await expect(pending).toHaveCount(1);
  await pending.getByTestId("chat-file-remove").click();
  await expect(pending).toHaveCount(0);

  await test.step("a chosen file is removed before sending", async () => {
    await page.getByTestId("chat-file-input").setInputFiles(INVOICE);
    await expect(mine.send).toBeEnabled();
    const deletion = page.waitForResponse((response) => response.request().method() === "DELETE");
    await pending.getByTestId("chat-file-remove").click();
    expect((await deletion).status()).toBe(204);
    await expect(mine.send).toBeDisabled();
  });
});

test("attached files stay and are uploaded while other pages are open, and the browser asks before they are lost", async ({ page, client }) => {
  const order = await createSubmittedOrder(client, "Уходя");
  const mine = await chatOf(page, "client", order);
  const pending = page.getByTestId("chat-file-pending");
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/chat/files*", async (route) => {
    await released;
    await route.continue();
  });
  await page.getByTestId("chat-file-input").setInputFiles(INVOICE);
  await expect(pending).toHaveCount(1);
  await page.getByRole("navigation").first().getByRole("link", { name: "Посылки" }).click();
  await expect(page).toHaveURL(/\/client\/shipments$/);
  await expect(pending).toHaveCount(0);

  const uploaded = page.waitForResponse((response) => response.request().method() === "POST" && response.ok());
  release();
  await uploaded;
  // A file that was not sent yet is lost with the tab.
  const asked = page.waitForEvent("dialog");
  const closed = page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  await closed;

  await page.goBack();
  await expect(pending).toContainText("Накладная");
  await mine.send.click();
  await expect(page.getByTestId("chat-file")).toHaveCount(1);
  await expect(pending).toHaveCount(0);
});
