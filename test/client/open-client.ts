/** The client on a listening server with the certification data. */
import type { TestContext } from "node:test";
import { type Client, type ClientOptions, createClient } from "../../client/index.ts";
import type { Config } from "../../src/config.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";

/** The published logins of the certification environment. */
export const LOGINS = {
  account: { id: "120000000001", accessKey: "1".repeat(32) },
  partner: { id: "harbor", key: "harbor-certification-key-00000001" },
  management: { userName: "harbor", password: "certification-partner" },
  pos: { email: "owner@books.test", password: "certification-owner" },
} as const;

export const CARD = { number: "4111111111111111", expiration: "12/30" } as const;

/** Short pauses, so that tests are quick. */
export const QUICK = { retry: { baseMs: 2, maxMs: 50 }, waitForOutcomeMs: 0 } as const;

export interface OpenedClient {
  readonly client: Client;
  readonly url: string;
  readonly app: TestApp;
}

export async function openClient(
  t: TestContext,
  options: Partial<ClientOptions> = {},
  settings: Partial<Config> = {},
): Promise<OpenedClient> {
  const app = await openTestApp(t, settings);
  const url = await app.server.listen({ host: "127.0.0.1", port: 0 });
  return { client: createClient({ baseUrl: url, ...LOGINS, ...QUICK, ...options }), url, app };
}
