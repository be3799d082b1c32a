/** Acts of the installation itself, which nobody who is signed in did. */
import type { Database } from "../../db/database.ts";
import { recordAct } from "./act.ts";

/** A login, an address or both, whose failures were counted. */
export interface FailingLogin {
  readonly interfaceName: string;
  readonly name?: string | undefined;
  readonly address?: string | undefined;
}

/** Shows that someone is guessing passwords, even where the guesser is told nothing. */
export function recordLoginLocked(db: Database, login: FailingLogin): Promise<void> {
  return recordLoginAct(db, "login.lock", login);
}

export function recordLoginSlowed(db: Database, login: FailingLogin): Promise<void> {
  return recordLoginAct(db, "login.slow", login);
}

async function recordLoginAct(
  db: Database,
  action: "login.lock" | "login.slow",
  { interfaceName, name, address }: FailingLogin,
): Promise<void> {
  await recordAct(db, {
    actor: { kind: "system", name: "access" },
    action,
    subject: { kind: "login", id: name ?? address ?? "" },
    after: { interfaceName, name, address },
    result: "done",
  });
}

export interface DisabledWebhook {
  readonly accountId: string;
  readonly url: string;
  /** The event that the endpoint answered with 410. */
  readonly eventId: string;
}

export async function recordWebhookDisabled(
  db: Database,
  { accountId, url, eventId }: DisabledWebhook,
): Promise<void> {
  await recordAct(db, {
    actor: { kind: "system", name: "webhooks" },
    action: "webhook.switch_off",
    subject: { kind: "account", id: accountId },
    before: { url, isOn: true },
    after: { url, isOn: false, because: `the endpoint answered 410 to ${eventId}` },
    result: "done",
  });
}
