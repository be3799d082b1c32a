/** The console's pages as served: document, security headers, assets and their size. */
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import Fastify from "fastify";
import { consolePages } from "../../src/interfaces/console/pages.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const DIST = path.resolve(import.meta.dirname, "../../console/dist");
const AREAS = path.resolve(import.meta.dirname, "../../console/areas");
const FIRST_PAGE_MAX_BYTES = 200_000;
const HOME_MAX_BYTES = 250_000;

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

const manifest: Record<string, Chunk> = JSON.parse(
  await readFile(path.join(DIST, "manifest.json"), "utf8"),
);

test("every address below /console gets the same page, which is not cached", async (t) => {
  const server = await openShared(t, openPages);
  for (const url of ["/console", "/console/", "/console/accounts/120000000001?tab=keys"]) {
    const { statusCode, headers, body } = await server.inject(url);
    assert.equal(statusCode, 200, url);
    assert.equal(headers["content-type"], "text/html; charset=utf-8");
    assert.equal(headers["cache-control"], "no-store");
    assert.match(body, /<div id="root">/);
  }
});

test("an unknown API or asset address returns 404, not the page", async (t) => {
  const server = await openShared(t, openPages);
  for (const url of ["/console/api/nowhere", "/console/api", "/console/assets/nowhere.js"]) {
    assert.equal((await server.inject(url)).statusCode, 404, url);
  }
  assert.equal((await server.inject("/console/api/session")).body, "the interface's");
  assert.equal((await server.inject("/console/assets/..%2findex.html")).statusCode, 404);
});

test("a page runs only its own script, has a new style nonce and cannot be framed", async (t) => {
  const server = await openShared(t, openPages);
  const nonces = new Set<string>();
  for (const _ of [1, 2]) {
    const { headers, body } = await server.inject("/console/");
    const policy = String(headers["content-security-policy"]);
    const [, nonce = assert.fail(policy)] =
      /style-src 'self' 'nonce-([\w-]{22})'/.exec(policy) ?? [];
    nonces.add(nonce);
    assert.ok(body.includes(`<meta property="csp-nonce" nonce="${nonce}" />`));
    assert.match(policy, /default-src 'none'; script-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'; base-uri 'none'/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    assert.doesNotMatch(body, /<script(?![^>]* src="\/console\/assets\/)|<style|\son\w+=/);
  }
  assert.equal(nonces.size, 2);
});

test("pages and assets have security headers", async (t) => {
  const server = await openShared(t, openPages);
  for (const url of ["/console", `/console/${entry().file}`]) {
    const { headers } = await server.inject(url);
    assert.equal(headers["x-content-type-options"], "nosniff", url);
    assert.equal(headers["referrer-policy"], "no-referrer");
    assert.equal(headers["cross-origin-opener-policy"], "same-origin");
    assert.equal(headers["cross-origin-resource-policy"], "same-origin");
    assert.match(String(headers["permissions-policy"]), /camera=\(self\), microphone=\(\)/);
  }
});

test("assets are cached forever and compressed if the browser accepts it", async (t) => {
  const server = await openShared(t, openPages);
  const url = `/console/${entry().file}`;
  const plain = await server.inject(url);
  assert.equal(plain.headers["cache-control"], "public, max-age=31536000, immutable");
  assert.equal(plain.headers["content-encoding"], undefined);
  for (const encoding of ["br", "gzip"]) {
    const answer = await server.inject({ url, headers: { "accept-encoding": encoding } });
    assert.equal(answer.headers["content-encoding"], encoding);
    assert.match(String(answer.headers["content-type"]), /^(text|application)\/javascript/);
    assert.ok(answer.rawPayload.length < plain.rawPayload.length / 2, encoding);
  }
});

test("a console that is not built says how to build it", async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors-pages-"));
  t.after(() => rm(folder, { recursive: true }));
  const { statusCode, body } = await (await openPages(t, folder)).inject("/console/accounts");
  assert.equal(statusCode, 503);
  assert.match(body, /npm run console/);
});

test("the script of the first page has at most 200 kB, with a home screen at most 250 kB", async () => {
  const frame = [entryName(), "parts/shell.tsx"];
  const first = [entryName(), "screens/sign-in.tsx"];
  const screens = (await homes()).map((home) => [...frame, home]);
  assert.equal(screens.length, 3, "operators, partners and merchants each have a home");
  for (const names of [first, ...screens]) {
    const bytes = await weightOf(names);
    const most = names === first ? FIRST_PAGE_MAX_BYTES : HOME_MAX_BYTES;
    assert.ok(bytes > 50_000, "a smaller sum must have missed a file");
    assert.ok(bytes <= most, `${names.join(", ")}: ${bytes} bytes`);
  }
});

async function openPages(t: Lifetime, folder = DIST) {
  const server = Fastify();
  server.get("/console/api/session", async () => "the interface's");
  await server.register(consolePages, { prefix: "/console", folder });
  t.after(() => server.close());
  return server;
}

function entryName(): string {
  const found = Object.entries(manifest).find(([, { isEntry }]) => isEntry);
  return found?.[0] ?? assert.fail("the build has no entry");
}

function entry(): Chunk {
  return manifest[entryName()] ?? assert.fail();
}

/** The home screens that the areas declare. */
async function homes(): Promise<readonly string[]> {
  const files = await readdir(AREAS);
  const texts = await Promise.all(files.map((file) => readFile(path.join(AREAS, file), "utf8")));
  const found = texts.map((text) => /home: \{[^}]*import\("\.\.\/([^"]+)"\)/.exec(text)?.[1]);
  return found.filter((home) => home !== undefined);
}

/** The size of everything these files import, compressed with Brotli. */
async function weightOf(names: readonly string[]): Promise<number> {
  const seen = new Set<string>();
  const walk = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const next of (manifest[name] ?? assert.fail(name)).imports ?? []) walk(next);
  };
  names.forEach(walk);
  const sizes = await Promise.all([...seen].map((name) => sizeOf(manifest[name]?.file ?? "")));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function sizeOf(file: string): Promise<number> {
  const compressed = stat(path.join(DIST, `${file}.br`));
  const { size } = await compressed.catch(() => stat(path.join(DIST, file)));
  return size;
}
