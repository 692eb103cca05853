/** A new order starts with a link: pasted, or shared from the app of a shop, by a client on a phone without the extension. */
import type { Locator, Page } from "@playwright/test";
import { CLIENT, PASSWORD } from "../harness/api.ts";
import { Bots } from "../harness/bots.ts";
import { CUP, SHARED_TEXT, ShopGateway } from "../harness/shop-gateway.ts";
import { expect, test as base } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";

const test = base.extend<{ bots: Bots; shop: ShopGateway }>({
  bots: async ({}, use) => {
    const bots = await Bots.start();
    await use(bots);
    await bots.stop();
  },
  shop: async ({}, use) => {
    const shop = await ShopGateway.start();
    await use(shop);
    await shop.stop();
  },
  environment: async ({ bots, shop }, use) => use({ ...bots.environment, ...shop.environment }),
  viewport: { width: 390, height: 844 },
  hasTouch: true,
});

/** Counts the taps of a person and the fields that are typed. */
class Thumb {
  readonly #page: Page;
  taps = 0;
  typed = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await target.tap();
  }

  /** A field takes a tap unless it has the focus. */
  async #focus(field: Locator): Promise<void> {
    await expect(field).toBeVisible();
    if (!(await field.evaluate((element) => element === document.activeElement))) await this.tap(field);
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.#focus(field);
    this.typed += 1;
    await this.#page.keyboard.type(text);
  }

  async paste(field: Locator, text: string): Promise<void> {
    await this.#focus(field);
    await this.#page.keyboard.insertText(text);
  }
}

test("from the agent's link to a submitted order a client taps nine times and types three fields", async ({ page, server, bots }) => {
  const [thumb, get] = [new Thumb(page), (id: string) => page.getByTestId(id)];
  await page.goto("/client/register?agent=lotus");
  await thumb.type(get("name"), "Пётр");
  await thumb.type(get("phone"), "9991112233");
  await thumb.tap(get("register"));
  const link = (await get("open-telegram").getAttribute("href"))!;
  // The messenger opens, and has a button to start.
  thumb.taps += 2;
  await bots.follow(server, 5_550_001, link);
  await thumb.tap(page.getByRole("link", { name: "Новый заказ" }).filter({ visible: true }).first());
  const form = get("item-form");
  await thumb.paste(form.getByTestId("url"), SHARED_TEXT);
  // The page has the whole title, the shared text a short one.
  await expect(form.getByTestId("title")).toHaveValue(CUP.title);
  await expect(get("linked-product")).toContainText(CUP.title);
  await thumb.type(form.getByTestId("price"), "59,9");
  await thumb.tap(form.getByTestId("save-item"));
  await expect(get("item")).toHaveCount(1);
  await thumb.tap(get("submit-order"));
  await expect(page).toHaveURL(/\/client\/orders\/\d+$/);
  await expect(new OrderCard(page).status).toHaveClass(/submitted/);
  expect([thumb.taps, thumb.typed]).toEqual([9, 3]);
});

test("a link that the app of a shop shares opens the form with its product, also after a login", async ({ page, shop }) => {
  const manifest = (await (await page.request.get("/client/manifest.webmanifest")).json()) as {
    icons: { src: string }[];
    share_target: { action: string; params: Record<string, string> };
  };
  for (const icon of manifest.icons) expect((await page.request.get(icon.src)).headers()["content-type"]).toBe("image/png");
  const { action, params } = manifest.share_target;
  const query = new URLSearchParams({ [params.title!]: "", [params.text!]: SHARED_TEXT });
  await page.goto(`${action}?${query}`);
  const login = new LoginPage(page);
  await login.enterPhone(CLIENT);
  await login.enterPassword(PASSWORD);
  const form = page.getByTestId("item-form");
  await expect(form.getByTestId("url")).toHaveValue(CUP.url);
  await expect(page.getByTestId("linked-product")).toContainText(CUP.shop);
  await expect(form.getByTestId("shop")).toHaveValue(CUP.shop);
  await expect(page).toHaveURL(/\/client\/orders\/create$/);
  expect(shop.asked).toEqual(["/m.tb.cn/h.gCup?tk=AbCdEf12", "/item.taobao.com/item.htm?id=600000000001"]);

  // A link that is typed is opened once it is complete.
  await form.getByTestId("url").fill("");
  await form.getByTestId("url").pressSequentially("https://m.tb.cn/h.gCup?tk=AbCdEf12", { delay: 20 });
  await expect(form.getByTestId("url")).toHaveValue(CUP.url);

  // A shop that says nothing leaves two fields. Texts of the link before go, and what is typed stays.
  await form.getByTestId("comment").fill("без коробки");
  await form.getByTestId("price").fill("15");
  await form.getByTestId("url").fill("https://m.1688.com/offer/700000000001.html?share=1");
  await expect(page.getByTestId("silent-shop")).toBeVisible();
  await expect(form.getByTestId("url")).toHaveValue("https://detail.1688.com/offer/700000000001.html");
  await expect(form.getByTestId("title")).toHaveValue("");
  await expect(form.getByTestId("shop")).toHaveValue("");
  await expect(form.getByTestId("comment")).toHaveValue("без коробки");
  await expect(form.getByTestId("price")).toHaveValue("15");
});
