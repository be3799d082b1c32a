/**
 * A token that names one thing of one form, until a time, with a keyed digest as its proof. A page's
 * token lets that page pay once; a receipt's token shows a result. Neither is valid as the other.
 */
import type { KeyCustody } from "../../ports/key-custody.ts";
import { sameBytes } from "../../values/same-bytes.ts";
import { Secret } from "../../values/secret.ts";
import type { PaymentForm } from "./payment-form.ts";

/** Names of the digests. The first one is from an early release and stays, so that tokens stay valid. */
const DIGEST_NAMES = { page: "payment_forms.ticket", receipt: "payment_forms.receipt" } as const;

export type TokenPurpose = keyof typeof DIGEST_NAMES;

export interface SignedToken {
  /** A page's nonce, or a transaction id. */
  readonly subject: string;
  /** Wall time. */
  readonly validUntil: Temporal.Instant;
}

const TEXT = /^(\d{12}|[A-Za-z0-9_-]{22})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

type FormKey = Pick<PaymentForm, "accountId" | "name">;

export function writeSignedToken(
  custody: Pick<KeyCustody, "fingerprint">,
  purpose: TokenPurpose,
  form: FormKey,
  { subject, validUntil }: SignedToken,
): string {
  const seconds = Math.floor(validUntil.epochMilliseconds / 1_000);
  const proof = computeProof(custody, purpose, form, `${subject}.${seconds}`);
  return `${subject}.${seconds}.${Buffer.from(proof).toString("base64url")}`;
}

/** Returns undefined if we did not make it for this form and purpose. Does not check its time. */
export function readSignedToken(
  custody: Pick<KeyCustody, "fingerprint">,
  purpose: TokenPurpose,
  form: FormKey,
  text: string,
): SignedToken | undefined {
  const [, subject = "", seconds = "", proof = ""] = TEXT.exec(text) ?? [];
  if (proof === "") return undefined;
  const expected = computeProof(custody, purpose, form, `${subject}.${seconds}`);
  if (!sameBytes(expected, Buffer.from(proof, "base64url"))) return undefined;
  const validUntil = Temporal.Instant.fromEpochMilliseconds(Number(seconds) * 1_000);
  return { subject, validUntil };
}

function computeProof(
  custody: Pick<KeyCustody, "fingerprint">,
  purpose: TokenPurpose,
  { accountId, name }: FormKey,
  signed: string,
): Uint8Array {
  const text = [accountId, name, signed].join("/");
  return custody.fingerprint(DIGEST_NAMES[purpose], new Secret(text));
}
