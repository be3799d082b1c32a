/** The console in a browser, with an operator signed in. */
import type { TestContext } from "node:test";
import type { TestApp } from "./app.ts";
import { openWatchedPage } from "./browser.ts";
import { OPERATOR } from "./console.ts";

export async function openOperatorConsole(t: TestContext, { server }: TestApp) {
  const base = await server.listen({ host: "127.0.0.1", port: 0 });
  const { page, trouble } = await openWatchedPage(t, base);
  await page.goto(`${base}/console?as=operator`);
  await page.getByLabel("User name").fill(OPERATOR.name);
  await page.getByLabel("Password", { exact: true }).fill(OPERATOR.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  return { page, trouble };
}
