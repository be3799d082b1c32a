/** The product with its own database on the suite's server, which is not killed. */
import type { TestContext } from "node:test";
import { serveHere } from "../kit/command-process.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { makeFolder, type Settings, serve } from "../kit/process.ts";
import { IS_PROOF } from "../kit/tier.ts";
import { Proof } from "./proof.ts";
import { openProxy, type TcpProxy } from "./tcp-proxy.ts";

/** Without rate limits, and with a short time limit of the card host, so that tests are quick. */
export const SETTINGS = {
  MASTER_KEY: "7e57".repeat(16),
  LOG_LEVEL: "silent",
  RATE_PER_CALLER: "0",
  RATE_PER_ADDRESS: "0",
};

/** Starts `webs` processes. The first one also runs the jobs. */
export async function openServed(
  t: TestContext,
  { webs = 1, settings = {} }: { readonly webs?: number; readonly settings?: Settings } = {},
): Promise<Proof> {
  const { url: databaseUrl } = await openSeededDatabase(t);
  return serveOn(t, { databaseUrl, productUrl: databaseUrl, webs, settings });
}

/** The product connects to its database through a proxy that can cut connections. */
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
    // The short run has its first server in the test's process, which costs less than a start.
    const start = web === 0 && !IS_PROOF ? serveHere : serve;
    urls.push((await start(t, settings, web === 0 ? [] : ["--web"])).url);
  }
  return new Proof(t, { databaseUrl: wish.databaseUrl, urls: () => urls });
}
