/** While another person changes an order, what is typed, opened and played on its card stays, and only the changed rows are built again. */
import type { Locator, Page } from "@playwright/test";
import { AGENT_OWNER, Api, CLIENT, type Order } from "../harness/api.ts";
import { watchRebuilt } from "../harness/rebuilt.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const OPTIONS = [{ name: "颜色", value: "黑色" }];

async function draftOfThree(client: Api, title: string): Promise<Order> {
  const draft = await client.draft(title);
  for (const name of ["Первый", "Второй", "Третий"]) {
    const url = `https://detail.1688.com/offer/${name.length}.html`;
    await client.addItem(draft.id, { title: name, url, price: "15.20", options: OPTIONS, shop: { name: "Лавка" } });
  }
  return client.order(draft.id);
}

const itemOf = (order: Order, title: string) => (order.items as { id: number; title: string }[]).find((item) => item.title === title)!.id;

/** Types a text, and puts the caret into the middle. */
async function typeInto(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2));
}

async function expectTyping(field: Locator, text: string): Promise<void> {
  await expect(field).toHaveValue(text);
  await expect(field).toBeFocused();
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(2);
}

const scrollOf = (page: Page) => page.evaluate(() => window.scrollY);

test("the client's order: the form, the opened details and the scroll position stay while an item changes", async ({ page, client }) => {
  const order = await draftOfThree(client, "Двое в заказе");
  await page.setViewportSize({ width: 1280, height: 500 });
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${order.id}`);
  const row = (title: string) => page.getByTestId("item").filter({ hasText: title });
  await row("Третий").getByTestId("capture").locator("summary").click();
  await row("Первый").getByTestId("edit-item").click();
  const comment = page.getByTestId("comment");
  await typeInto(comment, "в коробке");
  const before = await scrollOf(page);
  const rebuilt = await watchRebuilt(page, "main", "[data-testid=item]");
  await client.patch(`/client/orders/${order.id}/items/${itemOf(order, "Второй")}`, { quantity: 7 });
  await expect(row("Второй").getByTestId("item-price")).toContainText("× 7");
  const { replaced, rows } = await rebuilt();
  expect(replaced).toBe(0);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain("Второй");
  await expectTyping(comment, "в коробке");
  expect(await scrollOf(page)).toBe(before);
  await expect(row("Третий").getByTestId("options")).toBeVisible();
  await page.getByTestId("save-item").click();
  await expect(row("Первый")).toContainText("в коробке");
});

/** A short film, recorded from a canvas. */
async function film(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d")!;
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: "video/webm" });
    const parts: Blob[] = [];
    recorder.ondataavailable = (event) => parts.push(event.data);
    const stopped = new Promise((done) => (recorder.onstop = done));
    recorder.start();
    for (let frame = 0; frame < 60; frame += 1) {
      context.fillStyle = `hsl(${frame * 6} 80% 50%)`;
      context.fillRect(0, 0, canvas.width, canvas.height);
      await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return Buffer.from(bytes);
}

test("staff's order: typed texts, opened details and a playing video stay while an item changes", async ({ page, client, server }) => {
  const draft = await draftOfThree(client, "Двое у агента");
  const order = await client.submit(draft.id);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const services = page.waitForResponse((response) => response.url().endsWith(`/agent/orders/${order.id}/services`));
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/orders/${order.id}`);
  await services;
  const row = (title: string) => page.getByTestId("item").filter({ hasText: title });
  const change = (title: string, comment: string) =>
    owner.patch(`/agent/orders/${order.id}/items/${itemOf(order, title)}`, { comment });
  await row("Третий").getByTestId("item-details").click();
  await row("Первый").getByTestId("select-item").check();

  await test.step("a field of a shop, the selection and the details of a row", async () => {
    const domestic = page.getByTestId("domestic");
    await typeInto(domestic, "8,05");
    const rebuilt = await watchRebuilt(page, "main", "[data-testid=item]");
    await change("Второй", "Синий");
    await expect(row("Второй")).toContainText("Синий");
    const { replaced, rows } = await rebuilt();
    expect(replaced).toBe(0);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain("Второй");
    await expectTyping(domestic, "8,05");
    await expect(row("Третий").getByTestId("capture")).toContainText("黑色");
    await expect(page.getByTestId("bulk")).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByTestId("charge").filter({ hasText: "Доставка по Китаю" })).toContainText("8,05");
  });

  await test.step("an open menu, and a form in a dialog", async () => {
    await page.getByTestId("order-actions").click();
    const cancel = page.getByTestId("cancel");
    await expect(cancel).toBeVisible();
    await change("Второй", "Зелёный");
    await expect(row("Второй")).toContainText("Зелёный");
    await expect(cancel).toBeVisible();
    await page.keyboard.press("Escape");
    await row("Первый").getByTestId("edit-item").click();
    const comment = page.getByTestId("dialog").getByTestId("comment");
    await typeInto(comment, "осторожно");
    await change("Второй", "Жёлтый");
    await expect(row("Второй")).toContainText("Жёлтый");
    await expectTyping(comment, "осторожно");
    await page.getByTestId("dialog").getByTestId("save-item").click();
    await expect(row("Первый")).toContainText("осторожно");
  });

  await test.step("a playing video", async () => {
    await row("Первый").getByTestId("add-photos").click();
    await page.getByTestId("files").setInputFiles({ name: "film.webm", mimeType: "video/webm", buffer: await film(page) });
    await expect(page.getByTestId("tile")).toBeVisible();
    await page.getByTestId("close-service").click();
    await row("Первый").getByTestId("media-thumb").first().click();
    const video = page.locator("video");
    await video.evaluate((video: HTMLVideoElement) => {
      Object.assign(video, { muted: true, loop: true });
      return video.play();
    });
    await video.evaluate((video) => Object.assign(globalThis, { played: video }));
    await change("Второй", "Белый");
    await expect(row("Второй")).toContainText("Белый");
    const isPlaying = await video.evaluate((video: HTMLVideoElement) => {
      const { played } = globalThis as unknown as { played: Element };
      return video === played && !video.paused;
    });
    expect(isPlaying).toBe(true);
  });
});
