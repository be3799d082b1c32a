/**
 * A transaction's id that is bound to its form by a keyed digest. As a ticket it lets a page pay
 * once; as a receipt it shows what became of it. Neither does for the other.
 */
import type { KeyCustody } from "../../ports/key-custody.ts";
import { sameBytes } from "../../values/same-bytes.ts";
import { Secret } from "../../values/secret.ts";
import type { PaymentForm } from "./payment-form.ts";

export type SignedIdPurpose = "ticket" | "receipt";

export interface SignedId {
  readonly transactionId: string;
  /** Wall time. */
  readonly goodUntil: Temporal.Instant;
}

const TEXT = /^(\d{12})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

type Home = Pick<PaymentForm, "accountId" | "name">;

export function writeSignedId(
  custody: Pick<KeyCustody, "fingerprint">,
  purpose: SignedIdPurpose,
  form: Home,
  { transactionId, goodUntil }: SignedId,
): string {
  const seconds = Math.floor(goodUntil.epochMilliseconds / 1_000);
  const proof = proofOf(custody, purpose, form, `${transactionId}.${seconds}`);
  return `${transactionId}.${seconds}.${Buffer.from(proof).toString("base64url")}`;
}

/** Undefined: it was not made by us, for this form and purpose. Whether its time is over is not asked. */
export function readSignedId(
  custody: Pick<KeyCustody, "fingerprint">,
  purpose: SignedIdPurpose,
  form: Home,
  text: string,
): SignedId | undefined {
  const [, transactionId = "", seconds = "", proof = ""] = TEXT.exec(text) ?? [];
  if (proof === "") return undefined;
  const made = proofOf(custody, purpose, form, `${transactionId}.${seconds}`);
  if (!sameBytes(made, Buffer.from(proof, "base64url"))) return undefined;
  const goodUntil = Temporal.Instant.fromEpochMilliseconds(Number(seconds) * 1_000);
  return { transactionId, goodUntil };
}

function proofOf(
  custody: Pick<KeyCustody, "fingerprint">,
  purpose: SignedIdPurpose,
  { accountId, name }: Home,
  said: string,
): Uint8Array {
  const text = [accountId, name, said].join("/");
  return custody.fingerprint(`payment_forms.${purpose}`, new Secret(text));
}
