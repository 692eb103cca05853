/** Every component of frontend-ui in every state: no overflow, no accessibility violations, no script errors. */
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { expect, test as plain } from "@playwright/test";
import { expectAccessible } from "../harness/accessible.ts";
import { chromium, pagesFolder } from "../harness/paths.ts";

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};
const WIDTHS = [390, 1280, 1920];

const test = plain.extend<object, { gallery: string }>({
  gallery: [
    async ({}, use) => {
      const folder = join(pagesFolder, "gallery");
      const server = createServer((request, response) => {
        const path = normalize(new URL(request.url ?? "/", "http://gallery").pathname);
        const file = join(folder, path === "/" ? "index.html" : path);
        if (!existsSync(file)) {
          response.writeHead(404).end();
          return;
        }
        response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
        createReadStream(file).pipe(response);
      });
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      const address = server.address();
      await use(`http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`);
      server.closeAllConnections();
      server.close();
    },
    { scope: "worker" },
  ],
});

test.use({ launchOptions: { executablePath: chromium(), args: ["--no-sandbox"] } });

for (const locale of ["ru-RU", "en-GB", "zh-CN"]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${locale}, ${colorScheme}`, () => {
      test.use({ locale, colorScheme });

      test("every component is accessible and fits the page", async ({ page, gallery }, testInfo) => {
        const faults: string[] = [];
        page.on("pageerror", (error) => faults.push(error.message));
        await page.goto(gallery);
        await expect(page.getByTestId("case").first()).toBeVisible();
        expect(await page.getByTestId("case").count()).toBeGreaterThan(20);
        await expect(page.locator("html")).toHaveAttribute("lang", locale.slice(0, 2));
        await expect(page.getByTestId("stale-sample")).toHaveCount(0);
        // Content below the viewport is to be rendered too.
        await page.addStyleTag({ content: "* { content-visibility: visible !important; }" });
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          expect(over, `${width} px: no horizontal overflow`).toBe(0);
          await page.screenshot({ path: testInfo.outputPath(`${width}.png`), fullPage: true });
        }
        await expectAccessible(page);
        await page.getByTestId("open-dialog").click();
        await expect(page.getByTestId("dialog")).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press("Escape");
        await page.getByTestId("show-toast").click();
        await expect(page.getByTestId("toast")).toContainText("Заказ отправлен агенту");
        // A toast stays while the pointer rests on it.
        await page.getByTestId("toast").hover();
        await expectAccessible(page);
        await page.getByTestId("toast-undo").click();
        await expect(page.getByTestId("toast")).toContainText("Заказ снова черновик");
        expect(faults).toEqual([]);
      });
    });
  }
}
