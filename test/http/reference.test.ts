/** The API reference at /docs: its files, its security headers, and the logins that it fills in. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestApp } from "../kit/app.ts";
import { openShared } from "../kit/shared.ts";

interface Settings {
  readonly document: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly logins?: { readonly basic: unknown; readonly pos: unknown };
}

function readSettings(page: string): Settings {
  const [, json = ""] =
    /<script type="application\/json" id="settings">(.*)<\/script>/.exec(page) ?? [];
  return JSON.parse(json);
}

test("the page uses files of this server only, and the large one is compressed and cached", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const page = await server.inject("/docs");
  assert.equal(page.statusCode, 200);
  assert.match(String(page.headers["content-security-policy"]), /script-src 'self';/);
  assert.match(String(page.headers["content-security-policy"]), /connect-src 'self';/);
  const urls = Array.from(page.body.matchAll(/(?:href|src)="([^"]*)"/g), ([, url = ""]) => url);
  assert.ok(urls.every((url) => url.startsWith("/")));
  for (const url of urls) assert.equal((await server.inject(url)).statusCode, 200, url);

  const url = urls.find((one) => one.startsWith("/docs/script/")) ?? assert.fail(page.body);
  const script = await server.inject({ url, headers: { "accept-encoding": "gzip" } });
  assert.equal(script.headers["content-encoding"], "gzip");
  assert.equal(script.headers["cache-control"], "public, max-age=31536000, immutable");
  assert.equal((await server.inject("/docs/script/scalar-license.txt")).statusCode, 404);
});

test("certification fills in published logins", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const { logins } = readSettings((await server.inject("/docs")).body);
  assert.deepEqual(logins, {
    basic: {
      managementBasic: { username: "harbor", password: "certification-partner" },
      parserBasic: { username: "harbor", password: "harbor-certification-key-00000001" },
    },
    pos: {
      account_id: 120000000001,
      email: "owner@books.test",
      passsword: "certification-owner",
    },
  });
});

test("production fills in nothing", async (t) => {
  const { server } = await openTestApp(t, { environment: "production" });
  const page = await server.inject("/docs");
  assert.equal(readSettings(page.body).logins, undefined);
  assert.doesNotMatch(page.body, /certification/);
});

test("guides are text, and nothing else of their folder is served", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const guide = await server.inject("/docs/guides/interfaces/payments.md");
  assert.deepEqual(
    [guide.statusCode, guide.headers["content-type"]],
    [200, "text/plain; charset=utf-8"],
  );
  for (const url of ["/docs/guides/", "/docs/guides/../package.json", "/docs/guides/pictures/"]) {
    assert.notEqual((await server.inject(url)).statusCode, 200, url);
  }
});
