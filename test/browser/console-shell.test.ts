/** The console's frame in a browser, before a scripted door: signing in, out, and what is seen. */
import assert from "node:assert/strict";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import Fastify from "fastify";
import type { Page } from "playwright-core";
import type { Session, SignIn, Welcome } from "../../src/interfaces/console/contract.ts";
import { consolePages } from "../../src/interfaces/console/pages.ts";
import { NO_BROWSER, openBrowser } from "../kit/browser.ts";

const folder = path.resolve(import.meta.dirname, "../../console/dist");
const WELCOME: Welcome = {
  environment: "certification",
  version: "1.0.0",
  people: [{ as: "operator", name: "operator", password: "published", label: "An operator" }],
};
const SESSION: Session = {
  person: { kind: "operator", name: "Ada Harbor", role: "Operator" },
  may: ["certification"],
  environment: "certification",
  version: "1.0.0",
  csrfToken: "the token",
  idleMinutes: 30,
  hasAuthenticator: true,
};

test("signing in with a code, at the address one came for, and out again", {
  skip: NO_BROWSER,
}, async (t) => {
  const { base, door } = await openScriptedDoor(t);
  const { page, trouble } = await openPage(t, base);
  await page.goto(`${base}/console/me?as=partner`);
  await page.getByRole("button", { name: "An operator" }).click();
  assert.ok(page.url().endsWith("/console/me?as=operator"), page.url());
  assert.equal(await page.getByLabel("Account number").count(), 0);
  await assertAccessible(page);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Code").fill("000000");
  await page.keyboard.press("Enter");
  assert.match(await page.getByRole("alert").innerText(), /The code is wrong/);
  await page.getByLabel("Code").fill("123456");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Your sign-in" }).waitFor();
  assert.ok(page.url().endsWith("/console/me"), page.url());
  assert.deepEqual(door.seen, ["", "000000", "123456"]);

  await page.getByRole("button", { name: "Signed in as Ada Harbor" }).click();
  await assertAccessible(page);
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  assert.equal(door.csrfToken, "the token");
  assert.deepEqual(
    trouble.filter((line) => !line.includes("401")),
    [],
  );
});

test("what a person may not do is absent, from the navigation, the search and the address", {
  skip: NO_BROWSER,
}, async (t) => {
  const { base, door } = await openScriptedDoor(t);
  door.isSignedIn = true;
  const { page, trouble } = await openPage(t, base);
  await page.goto(`${base}/console`);
  await page.getByRole("heading", { name: "Hello, Ada Harbor" }).waitFor();
  const entries = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  assert.ok((await entries.allInnerTexts()).includes("Interface documents"));
  await assertAccessible(page);
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search screens").fill("interface");
  await page.getByRole("dialog").getByText("Interface documents").waitFor();
  await assertAccessible(page);

  door.may = [];
  await page.goto(`${base}/console/nowhere`);
  await page.getByRole("heading", { name: "Nothing here" }).waitFor();
  assert.deepEqual(await entries.allInnerTexts(), ["Overview"]);
  await page.setViewportSize({ width: 390, height: 844 });
  await entries.first().waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Navigation", exact: true }).click();
  await entries.first().click();
  await page.getByRole("heading", { name: "Hello, Ada Harbor" }).waitFor();
  await entries.first().waitFor({ state: "hidden" });
  await assertAccessible(page);
  assert.deepEqual(trouble, []);
});

interface ScriptedDoor {
  isSignedIn: boolean;
  may: Session["may"];
  csrfToken: string;
  /** The codes that came with each sign-in. */
  readonly seen: string[];
}

async function openScriptedDoor(t: TestContext) {
  const door: ScriptedDoor = { isSignedIn: false, may: SESSION.may, csrfToken: "", seen: [] };
  const server = Fastify();
  const refuse = (code: string, message: string) => ({ error: { code, message, requestId: "r" } });
  const session = () => ({ ...SESSION, may: door.may });
  server.get("/console/api/welcome", async () => WELCOME);
  server.get("/console/api/session", async (_request, reply) =>
    door.isSignedIn ? session() : reply.code(401).send(refuse("signed_out", "Sign in first.")),
  );
  server.post("/console/api/session", async (request, reply) => {
    const { code } = request.body as SignIn;
    door.seen.push(code ?? "");
    if (code === "123456") return session();
    const words = code === undefined ? "A code is needed." : "The code is wrong.";
    return reply.code(401).send(refuse(code === undefined ? "code_needed" : "refused", words));
  });
  server.delete("/console/api/session", async (request, reply) => {
    door.csrfToken = String(request.headers["x-csrf-token"]);
    return reply.code(204).send();
  });
  await server.register(consolePages, { prefix: "/console", folder });
  t.after(() => server.close());
  return { door, base: await server.listen({ host: "127.0.0.1", port: 0 }) };
}

async function openPage(t: TestContext, base: string) {
  const page = await (await openBrowser(t)).newPage();
  const trouble: string[] = [];
  page.on("console", (message) => trouble.push(message.text()));
  page.on("pageerror", (error) => trouble.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(base)) trouble.push(request.url());
  });
  return { page, trouble };
}

async function assertAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(
    serious.map(({ id, nodes }) => [id, nodes[0]?.html]),
    [],
  );
}
