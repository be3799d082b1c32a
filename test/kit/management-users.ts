/** Creates users with a given role who can sign in with the password of the test data. */
import assert from "node:assert/strict";
import { createHash, createHmac, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { Secret } from "../../src/values/secret.ts";
import type { StandingClock } from "./clock.ts";
import { ConsoleClient, PARTNER } from "./console.ts";
import { type Json, newBody, type openManagementApp, Partner } from "./management.ts";

type Management = Awaited<ReturnType<typeof openManagementApp>>;

export interface ManagementPerson {
  readonly id: string;
  readonly userName: string;
  /** The user's client of `/api/v1`. */
  readonly program: Partner;
}

/** Created by harbor, which can see the whole tree below it. */
export async function addPerson(
  management: Management,
  userRole: string,
  home: Json = {},
): Promise<ManagementPerson> {
  const wish = newBody.contact({ userRole, ...home });
  const id = await management.harbor.post("/users", wish);
  await givePassword(management, wish.userName);
  return { id, userName: wish.userName, program: new Partner(management.app, wish.userName) };
}

/** Like rows that were stored before client users were limited to client roles. */
export async function storeRole({ database }: Management, id: string, userRole: string) {
  await database.owner.rows`update contacts set user_role = ${userRole} where id = ${id}`;
  await database.owner.rows`
    update contact_credentials set user_role = ${userRole} where contact_id = ${id}`;
}

/** The password of the test data, because hashing another one is slow. */
export async function givePassword({ database }: Management, userName: string): Promise<void> {
  await database.owner.rows`
    update contact_credentials set password_hash = (
      select password_hash from contact_credentials where user_name = 'harbor')
    where user_name = ${userName}`;
}

/** An API secret is sealed for its owner, so it cannot be copied from another user. */
export async function giveSecret({ database, custody }: Management, id: string, secret: string) {
  const place = { place: "contact_credentials.secret_sealed", owner: id };
  const sealed = await custody.seal(new Secret(secret), place);
  await database.owner.rows`
    update contact_credentials set secret_sealed = ${sealed} where contact_id = ${id}`;
}

interface Signer {
  readonly server: FastifyInstance;
  readonly clock: StandingClock;
}

interface SignedCall {
  readonly name: string;
  readonly secret: string;
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: Json | undefined;
}

/** The text of the HMAC scheme is METHOD path, nonce, timestamp, an empty line, the body's digest. */
export async function signedCall(
  { server, clock }: Signer,
  { name, secret, method = "GET", path, body }: SignedCall,
): Promise<number> {
  const url = `/api/v1${path}`;
  const payload = body === undefined ? "" : JSON.stringify(body);
  const nonce = randomUUID();
  const timestamp = Math.floor(clock.wall().epochMilliseconds / 1_000);
  const digest = createHash("sha256").update(payload).digest("hex");
  const text = `${method} ${url}\n${nonce}\n${timestamp}\n\n${digest}`;
  const response = createHmac("sha256", secret).update(text).digest("hex");
  const authorization = `Hmac username="${name}", nonce="${nonce}", timestamp=${timestamp}, response="${response}"`;
  const headers = {
    authorization,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const sent = body === undefined ? {} : { payload };
  return (await server.inject({ method, url, headers, ...sent })).statusCode;
}

export function signInAs({ server }: Management, name: string): Promise<ConsoleClient> {
  return ConsoleClient.signedIn(server, { ...PARTNER, name });
}

/** Every process notices a change within a second. The other second is for a busy machine. */
export async function untilAnswered(status: number, ask: () => Promise<number>): Promise<void> {
  const startMs = performance.now();
  for (let last = await ask(); last !== status; last = await ask()) {
    assert.ok(performance.now() - startMs < 2_000, `still ${last}, not ${status}`);
  }
}
