/** Audit entries of the system itself, without a signed-in user. */
import type { Database } from "../../db/database.ts";
import { recordAct } from "./act.ts";

/** The user name, the address or both of failed logins. */
export interface FailingLogin {
  readonly interfaceName: string;
  readonly name?: string | undefined;
  readonly address?: string | undefined;
}

/** Shows operators that someone is guessing passwords. */
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
  /** The number of the endpoint. */
  readonly number: number;
  readonly url: string;
  /** The event that the endpoint answered with 410. */
  readonly eventId: string;
}

export async function recordWebhookDisabled(
  db: Database,
  { accountId, number, url, eventId }: DisabledWebhook,
): Promise<void> {
  const endpoint = number === 1 ? {} : { endpoint: number };
  await recordAct(db, {
    actor: { kind: "system", name: "webhooks" },
    action: "webhook.switch_off",
    subject: { kind: "account", id: accountId },
    before: { ...endpoint, url, isOn: true },
    after: { ...endpoint, url, isOn: false, because: `the endpoint answered 410 to ${eventId}` },
    result: "done",
  });
}
