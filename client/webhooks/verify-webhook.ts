/** Checks that a webhook is from Sixdoors, is recent and was not changed. */
import { readBase64 } from "../call/bytes.ts";
import { isHmac } from "../call/hash.ts";
import { SixdoorsError } from "../errors.ts";
import { readEvent, type WebhookEvent } from "./webhook-event.ts";

/** The headers of a request, as fetch or Node have them. */
export type HeadersInput =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the time of the event may be off. The default is five minutes. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
}

const TOLERANCE_SECONDS = 300;
const PREFIX = "whsec_";

/**
 * Returns the event, or throws a SixdoorsError with the code `invalid_signature`. Give it the body
 * exactly as it arrived. The secret can be a list while you rotate it.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeadersInput,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, time, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => readHeader(headers, name),
  );
  if (id === undefined || time === undefined || signatures === undefined) {
    throw refuseEvent("A header is missing: webhook-id, webhook-timestamp or webhook-signature.");
  }
  checkTime(time, options);
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${time}.${text}`);
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (!(await isSigned(signed, signatures, secrets))) {
    throw refuseEvent("No signature matches. Check the secret, and use the body as it arrived.");
  }
  return readEvent(id, text);
}

function readHeader(headers: HeadersInput, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : found?.[0];
}

function checkTime(time: string, { toleranceSeconds = TOLERANCE_SECONDS, now }: VerifyOptions) {
  const seconds = (now?.getTime() ?? Date.now()) / 1000;
  if (/^\d+$/.test(time) && Math.abs(seconds - Number(time)) <= toleranceSeconds) return;
  throw refuseEvent(`The event is more than ${toleranceSeconds} seconds off.`);
}

/** During a rotation an event has two signatures, and you may have two secrets. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  for (const secret of secrets) {
    const key = readBase64(secret.replace(PREFIX, ""));
    if (key === undefined || key.length === 0) throw refuseEvent("The secret is not readable.");
    for (const one of signatures.split(" ")) {
      const sent = one.startsWith("v1,") ? readBase64(one.slice(3)) : undefined;
      if (sent !== undefined && (await isHmac(key, signed, sent))) return true;
    }
  }
  return false;
}

function refuseEvent(message: string): SixdoorsError {
  return new SixdoorsError(message, { code: "invalid_signature", area: "webhooks" });
}
