import type { Page } from "@playwright/test";
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { CANARY, assertNoNoteText } from "../harness/note-leaks.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

interface Note {
  body: string;
  updated_at: string | null;
}

const state = (page: Page) => page.getByTestId("note-state");
const text = (page: Page) => page.getByTestId("note-text");
const saved = (page: Page) => expect(state(page)).toContainText("Сохранено ·");

test("staff see the notes of the demo data, so the leak check has a text to search for", async ({ server, client }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const { data } = await client.send<{ data: { id: number }[] }>("GET", "/client/orders?filter=current&limit=100");
  const bodies = await Promise.all(data.map(async ({ id }) => (await owner.send<Note>("GET", `/agent/notes/order/${id}`)).body));
  const archive = await client.send<{ data: { id: number }[] }>("GET", "/client/orders?filter=archive&limit=100");
  const older = await Promise.all(archive.data.map(async ({ id }) => (await owner.send<Note>("GET", `/agent/notes/order/${id}`)).body));
  expect([...bodies, ...older].some((body) => body.startsWith(CANARY))).toBe(true);
  expect(() => assertNoNoteText("/client/orders", JSON.stringify({ body: `x ${CANARY}` }))).toThrow();
});

test("the N key opens a note, which is saved without a button and marked", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/clients/1");
  const mark = page.locator(".page-head").getByTestId("note-mark");
  await expect(mark).not.toHaveClass(/has-text/);
  await page.locator("h1").hover();
  await page.keyboard.press("n");
  await expect(text(page)).toBeFocused();
  await page.keyboard.type("Платит вовремя 很好 😀");
  await expect(state(page)).toHaveText("Ещё не сохранено");
  await saved(page);
  expect((await owner.send<Note>("GET", "/agent/notes/client/1")).body).toBe("Платит вовремя 很好 😀");
  await expect(mark).toHaveClass(/has-text/);
  await page.keyboard.press("Escape");
  await expect(text(page)).toHaveCount(0);
  await page.reload();
  await expect(mark).toHaveClass(/has-text/);

  // A blank text deletes the note.
  await mark.click();
  await text(page).fill("  ");
  await expect(mark).not.toHaveClass(/has-text/);
  expect(await owner.send<Note>("GET", "/agent/notes/client/1")).toMatchObject({ body: "", updated_at: null });
});

test("items, groups and orders have notes of their own; N opens the one under the pointer", async ({ page, client, server }) => {
  const draft = await client.draft("С заметками");
  await client.addItem(draft.id, { title: "搪瓷杯", url: "https://detail.1688.com/offer/5.html", price: "15.20", shop: { name: "义乌市杯子厂" } });
  const order = await client.submit(draft.id);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/orders/${order.id}`);
  // A focused checkbox does not capture the key.
  await page.getByTestId("select-item").check();
  for (const [place, title] of [
    [page.getByTestId("item"), "Товар · 搪瓷杯"],
    [page.locator(".shop-line"), "Магазин · 义乌市杯子厂"],
    [page.locator("h1"), `Заказ · ${order.number}`],
  ] as const) {
    await place.hover();
    await page.keyboard.press("n");
    const panel = page.getByTestId("note-panel");
    await expect(panel.getByRole("heading")).toHaveText(title);
    await expect(text(page)).toBeFocused();
    await text(page).fill(title);
    await saved(page);
    await page.keyboard.press("Escape");
  }
  expect((await owner.send<Note>("GET", `/agent/notes/order/${order.id}`)).body).toBe(`Заказ · ${order.number}`);
  await expect(page.locator(".note-mark.has-text")).toHaveCount(3);
  await page.goto("/agent/orders");
  await expect(page.getByTestId("order-row").filter({ hasText: order.number }).locator(".note-mark.has-text")).toBeVisible();
  // The client does not see that there is a note.
  expect(JSON.stringify(await client.order(order.id))).not.toContain("has_note");
});

test("the notepad keeps its text when the connection is lost and when the page is closed", async ({ page, context, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const savedText = async () => (await owner.send<Note>("GET", "/agent/notes/personal")).body;
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await expect(page.getByTestId("order-row").first()).toBeVisible();
  await page.keyboard.press("Shift+N");
  await expect(text(page)).toBeFocused();
  const box = await page.getByTestId("notepad-panel").boundingBox();
  expect(box?.height).toBeLessThanOrEqual(420);

  await context.setOffline(true);
  await page.keyboard.type("позвонить складу");
  await expect(state(page)).toContainText("Нет связи");
  await expect(page.getByTestId("notepad")).toHaveClass(/unsent/);
  await context.setOffline(false);
  await saved(page);
  await expect(page.getByTestId("notepad")).not.toHaveClass(/unsent/);
  expect(await savedText()).toBe("позвонить складу");

  // The page is closed while typing: the text is saved on close, or at the latest on the next visit.
  await page.keyboard.type(" и заказать скотч");
  await page.close({ runBeforeUnload: true });
  const again = await context.newPage();
  await again.goto("/agent/orders");
  await expect.poll(savedText).toBe("позвонить складу и заказать скотч");
});

test("two windows that edit the same note lose no text", async ({ page, context, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const savedText = async () => (await owner.send<Note>("GET", "/agent/notes/personal")).body;
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.getByTestId("notepad").click();
  await text(page).fill("первое окно");
  await saved(page);
  const second = await context.newPage();
  await second.goto("/agent/orders");
  await second.getByTestId("notepad").click();
  await expect(text(second)).toHaveValue("первое окно");
  await text(second).fill("второе окно");
  await saved(second);

  // The first window still has its own text when the person continues there.
  await text(page).evaluate((field: HTMLTextAreaElement) => {
    field.value = "первое окно, дальше";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const clash = page.getByTestId("note-conflict");
  await expect(clash).toBeVisible();
  await expect(page.getByTestId("other-text")).toHaveText("второе окно");
  await expect(text(page)).toHaveValue("первое окно, дальше");
  // The conflict survives a reload with both texts.
  await page.reload();
  await page.getByTestId("notepad").click();
  await expect(clash).toBeVisible();
  await clash.getByTestId("keep-both").click();
  await saved(page);
  expect(await savedText()).toBe("второе окно\n\nпервое окно, дальше");
});

test("a note is found by its text and opens on the page of its object", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/notes/client/1", { body: "Просил не звонить до обеда" });
  await owner.post("/agent/notes/client/2", { body: "Оптовик, скидка 5%" });
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  // The search field is shown before the notepad has loaded, and keeps the focus when it has.
  let release = () => {};
  const text = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/agent/notes/personal", async (route) => {
    await text;
    await route.continue();
  });
  await page.getByTestId("notepad").click();
  const search = page.getByTestId("search-notes");
  await search.pressSequentially("ОБЕ");
  release();
  await expect(page.getByTestId("notepad-panel").getByTestId("note-text")).toBeEnabled();
  await page.keyboard.type("ДА");
  await expect(search).toHaveValue("ОБЕДА");
  await page.keyboard.press("Escape");
  await page.getByTestId("notepad").click();
  await expect(page.getByTestId("notepad-panel").getByTestId("note-text")).toBeFocused();
  await page.getByTestId("search-notes").fill("ОБЕДА");
  const found = page.getByTestId("found-note");
  await expect(found).toHaveCount(1);
  await found.click();
  await expect(page).toHaveURL(/\/agent\/clients\/1$/);
  await expect(page.getByTestId("note-panel").getByTestId("note-text")).toHaveValue("Просил не звонить до обеда");
  await expect(page.getByTestId("notepad-panel").getByTestId("note-text")).toHaveValue("");
});
