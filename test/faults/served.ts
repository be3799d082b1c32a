/** The product on a database of its own on the suite's server, which itself is not killed. */
import type { TestContext } from "node:test";
import { openSeededDatabase } from "../kit/database.ts";
import { makeFolder, type Settings, serve } from "../kit/process.ts";
import { Proof } from "./proof.ts";
import { openProxy, type TcpProxy } from "./tcp-proxy.ts";

/** No limit on how often one may ask; a card host that must be quick, so that proofs are. */
const SETTINGS = {
  MASTER_KEY: "7e57".repeat(16),
  LOG_LEVEL: "silent",
  RATE_PER_CALLER: "0",
  RATE_PER_ADDRESS: "0",
};

/** `webs` processes; the first one runs the jobs as well. */
export async function openServed(
  t: TestContext,
  { webs = 1, settings = {} }: { readonly webs?: number; readonly settings?: Settings } = {},
): Promise<Proof> {
  const { url: databaseUrl } = await openSeededDatabase(t);
  return serveOn(t, { databaseUrl, productUrl: databaseUrl, webs, settings });
}

/** Whatever the product says to its database goes through a line that can be cut. */
export async function openServedByProxy(
  t: TestContext,
  settings: Settings = {},
): Promise<{ readonly proof: Proof; readonly proxy: TcpProxy }> {
  const { url: databaseUrl } = await openSeededDatabase(t);
  const proxy = await openProxy(t, databaseUrl);
  const proof = await serveOn(t, { databaseUrl, productUrl: proxy.url, webs: 1, settings });
  return { proof, proxy };
}

interface Wish {
  readonly databaseUrl: string;
  readonly productUrl: string;
  readonly webs: number;
  readonly settings: Settings;
}

async function serveOn(t: TestContext, wish: Wish): Promise<Proof> {
  const own = { DATABASE_URL: wish.productUrl, DATA_DIR: await makeFolder(t) };
  const settings = { ...SETTINGS, ...own, ...wish.settings };
  const urls: string[] = [];
  for (let web = 0; web < wish.webs; web++) {
    urls.push((await serve(t, settings, web === 0 ? [] : ["--web"])).url);
  }
  return new Proof(t, { databaseUrl: wish.databaseUrl, urls: () => urls });
}
