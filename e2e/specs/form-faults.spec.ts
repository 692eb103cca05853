/** An incomplete form shows the error in the language of the page, next to the field, regardless of the language of the browser. */
import { AGENT_OWNER, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const LANGUAGES = [
  { language: "ru", browser: "zh-CN", required: "нужно заполнить", url: "нужен адрес с http://" },
  { language: "en", browser: "ru-RU", required: "required", url: "enter an address with http://" },
  { language: "zh", browser: "en-GB", required: "必填", url: "请输入以 http://" },
] as const;

for (const { language, browser, required, url } of LANGUAGES) {
  test.describe(`a page in ${language}, a browser in ${browser}`, () => {
    test.use({ locale: browser });

    test("empty and wrong fields are named beneath them, and the first has the focus", async ({ page, client }) => {
      await page.addInitScript((language) => localStorage.setItem("karavan.language", language), language);
      const draft = await client.draft("Пустая форма");
      await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${draft.id}`);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await page.getByTestId("add-item").click();
      await page.getByTestId("save-item").click();
      const form = page.getByTestId("item-form");
      const title = form.getByTestId("title");
      await expect(form.getByTestId("url")).toBeFocused();
      await expect(title).toHaveAttribute("aria-invalid", "true");
      await expect(title).toHaveAccessibleDescription(required);
      await expect(form.getByTestId("url")).toHaveAccessibleDescription(required);
      await title.fill("杯子");
      await expect(title).toHaveAttribute("aria-invalid", "false");
      await form.getByTestId("url").fill("не адрес");
      await page.getByTestId("save-item").click();
      await expect(form.getByTestId("url")).toBeFocused();
      await expect(form.getByTestId("url")).toHaveAccessibleDescription(new RegExp(url.replaceAll("/", "\\/")));
    });
  });
}

test("a text of several lines is required in the language of the page", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/notifications/create");
  await page.getByTestId("title").fill("Праздники");
  await page.getByTestId("save-notification").click();
  await expect(page.getByTestId("body")).toBeFocused();
  await expect(page.getByTestId("body")).toHaveAccessibleDescription("нужно заполнить");
});
