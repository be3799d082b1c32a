/** The look of payment forms: color, button text and logo in the console API, and on the hosted page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import { BrandStore } from "../../src/core/forms/brand/brand-store.ts";
import type { ColorCheck, FormBrandView } from "../../src/interfaces/console/forms/contract.ts";
import { OTHER_ACCOUNT, openTestApp, type TestApp } from "../kit/app.ts";
import { ConsoleClient, OWNER } from "../kit/console.ts";
import { makePng } from "../kit/make-png.ts";
import { openShared } from "../kit/shared.ts";

const BRAND = "/form-brand";
const BOOKS = "120000000001";
const CLINIC = { ...OWNER, accountId: OTHER_ACCOUNT.account_id, name: "owner@clinic.test" };
const MANAGER = { ...OWNER, name: "manager@books.test", password: "certification-manager" };

const asBody = (bytes: Buffer | string) => ({ content: Buffer.from(bytes).toString("base64") });

async function openPage({ server }: TestApp, url: string) {
  return server.inject({ method: "GET", url });
}

/** The form of the account in certification. */
async function findFormName({ database }: TestApp, accountId = BOOKS): Promise<string> {
  const [row] = await database.owner.rows<{ name: string }>`
    select name from payment_forms where account_id = ${accountId} order by name limit 1`;
  return row?.name ?? "";
}

test("color, text and logo are on the page, at addresses that change with their content", async (t) => {
  const app = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const name = await findFormName(app);
  assert.doesNotMatch((await openPage(app, `/pay/${name}`)).body, /\/brand\/|\/logo\//);
  const saved = await owner.patch<FormBrandView>(BRAND, { color: "#B00020", buttonText: "Give" });
  assert.deepEqual([saved.body.color, saved.body.buttonText], ["#b00020", "Give"]);
  const made = await owner.post<FormBrandView>(`${BRAND}/logo`, asBody(makePng(600, 300)));
  assert.deepEqual([made.body.logo?.width, made.body.logo?.height], [480, 240]);
  const { body, headers } = await openPage(app, `/pay/${name}`);
  assert.match(body, />Give/);
  assert.match(String(headers["content-security-policy"]), /style-src 'self';/);
  const [style = "", logo = ""] = [
    /\/pay\/[\w-]+\/brand\/\w+\.css/,
    /\/pay\/[\w-]+\/logo\/\w+/,
  ].map((pattern) => pattern.exec(body)?.[0]);
  const css = await openPage(app, style);
  assert.match(css.body, /--accent: #b00020;/);
  const picture = await openPage(app, logo);
  assert.equal(picture.headers["content-type"], "image/png");
  for (const file of [css, picture]) {
    assert.match(String(file.headers["cache-control"]), /immutable/);
    assert.match(String(file.headers["content-security-policy"]), /default-src 'none'.*sandbox/);
    assert.equal(file.headers["x-content-type-options"], "nosniff");
  }
  await owner.patch(BRAND, { color: "" });
  assert.equal((await openPage(app, style)).statusCode, 404, "of the current color only");
  await owner.delete(`${BRAND}/logo`);
  assert.equal((await openPage(app, logo)).statusCode, 404);
  const rows = await app.database.owner.rows`
    select from audit_entries where action = 'account.change_form_brand'`;
  assert.equal(rows.length, 4);
});

test("a color without legal contrast is refused with the nearest allowed one", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const owner = await ConsoleClient.signedIn(server, OWNER);
  const { status, body } = await owner.patch(BRAND, { color: "#ffe000" });
  assert.equal(status, 422);
  const text = body.error.fields?.["color"] ?? "";
  assert.match(text, /contrast is 1\.\d:1, and at least 3:1 is needed/);
  const check = async (color: string) =>
    (await owner.get<ColorCheck>(`${BRAND}/color?color=${encodeURIComponent(color)}`)).body;
  const verdict = await check("#ffe000");
  assert.ok(!verdict.isAllowed && verdict.nearest && text.includes(verdict.nearest));
  assert.equal((await check(verdict.nearest)).isAllowed, true);
  assert.equal((await check("red")).isAllowed, false);
  for (const bad of [{ color: "red" }, { buttonText: "x".repeat(31) }, { buttonText: "a\nb" }]) {
    const refused = await owner.patch(BRAND, bad);
    assert.deepEqual(
      [refused.status, Object.keys(refused.body.error.fields ?? {})],
      [422, Object.keys(bad)],
    );
  }
});

test("a logo is refused if it is no PNG or JPEG, too large, too small, or a bomb", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const owner = await ConsoleClient.signedIn(server, OWNER);
  const bomb = makePng(16);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const wrong: readonly (readonly [Buffer | string, RegExp])[] = [
    [svg, /PNG or JPEG/],
    ["RIFF    WEBPVP8 ", /PNG or JPEG/],
    [makePng(20).subarray(0, 40), /PNG or JPEG/],
    [Buffer.concat([makePng(16), Buffer.alloc(600 * 1024)]), /at most 512 KB/],
    [makePng(15), /at least 16 pixels/],
    [bomb, /PNG or JPEG|too many pixels/],
  ];
  for (const [bytes, text] of wrong) {
    const { status, body } = await owner.post(`${BRAND}/logo`, asBody(bytes));
    assert.equal(status, 422);
    assert.match(body.error.fields?.["content"] ?? "", text);
  }
  assert.equal((await owner.post(`${BRAND}/logo`, { content: "%%%" })).status, 422);
});

test("the preview is the hosted page in both schemes, only for the own account, and cannot pay", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const owner = await ConsoleClient.signedIn(server, OWNER);
  const { text, headers } = await owner.download(
    `${BRAND}/preview?scheme=dark&color=%23b00020&buttonText=%3Cb%3E`,
  );
  assert.match(text, /disabled data-preview data-words="&lt;b&gt;"/);
  assert.match(text, /assets\/form-dark\.\w+\.css/);
  assert.doesNotMatch(text, /page_token/);
  assert.match(String(headers["content-security-policy"]), /frame-ancestors 'self'/);
  const url = /\/form-brand\/style\.css\?[^"]+/.exec(text)?.[0].replaceAll("&amp;", "&") ?? "";
  assert.match((await owner.download(url)).text, /--accent: #\w{6};/);
  const manager = await ConsoleClient.signedIn(server, MANAGER);
  assert.equal((await manager.get(BRAND)).status, 403);
});

test("each protection alone keeps the look of other accounts' forms away", async (t) => {
  const app = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const { body } = await owner.post<FormBrandView>(`${BRAND}/logo`, asBody(makePng(32)));
  const hash = body.logo?.hash ?? "";
  const clinic = await ConsoleClient.signedIn(app.server, CLINIC);
  assert.equal((await clinic.get<FormBrandView>(BRAND)).body.logo, undefined);
  assert.equal((await clinic.get(`${BRAND}/logo/${hash}`)).status, 404);
  const other = await findFormName(app, CLINIC.accountId);
  if (other !== "")
    assert.equal((await openPage(app, `/pay/${other}/logo/${hash}`)).statusCode, 404);
  const { app: pool, owner: unprotected } = app.database;
  const inSession = (accountId: string) =>
    pool.within({ accountId }, (db) => new BrandStore(db).findLogo(BOOKS, hash));
  assert.ok(await inSession(BOOKS));
  assert.equal(await inSession(CLINIC.accountId), undefined, "row-level security alone");
  const store = new BrandStore(unprotected);
  assert.equal(await store.findLogo(CLINIC.accountId, hash), undefined, "the statement alone");
});
