/** People with a passkey, and signing in with it. */
import assert from "node:assert/strict";
import type { Session } from "../../src/interfaces/console/contract.ts";
import { openTestApp, type TestApp } from "./app.ts";
import { ConsoleClient, OWNER } from "./console.ts";
import { SoftPasskey } from "./passkey.ts";
import type { Lifetime } from "./shared.ts";

export const ORIGIN = "https://pay.example";

export const openPasskeyApp = (t: Lifetime) => openTestApp(t, { publicUrl: ORIGIN });

export async function readChallenge(client: ConsoleClient, password: string): Promise<string> {
  const { body } = await client.post<{ challenge: string }>("/passkeys/options", {
    currentPassword: password,
  });
  return body.challenge;
}

/** A person with one passkey. */
export async function addPasskey(
  app: TestApp,
  proof = OWNER,
  { counter = 0, name = "Laptop" } = {},
) {
  const client = await ConsoleClient.signedIn(app.server, proof);
  const passkey = new SoftPasskey(ORIGIN);
  const answer = passkey.create(await readChallenge(client, proof.password), { counter });
  const { status } = await client.post("/passkeys", { name, answer });
  assert.equal(status, 204);
  return { client, passkey };
}

export async function askToSignIn(app: TestApp): Promise<string> {
  const visitor = new ConsoleClient(app.server);
  const { body } = await visitor.post<{ challenge: string }>("/session/passkey/options");
  return body.challenge;
}

export async function signInWith(app: TestApp, answer: object) {
  const visitor = new ConsoleClient(app.server);
  return visitor.post<Session>("/session/passkey", { answer });
}
