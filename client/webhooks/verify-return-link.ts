/** Checks the address with which a customer returns from a hosted payment form. */
import { readHex } from "../call/bytes.ts";
import { isHmac } from "../call/hash.ts";
import { SixdoorsError } from "../errors.ts";

export interface ReturnedPayment {
  readonly form: string;
  readonly transactionId: string;
  readonly status: string;
  readonly amount: string;
  readonly madeAt: Date;
}

const SIGNED = ["form", "transaction_id", "status", "amount", "timestamp"];
const OLDEST_SECONDS = 15 * 60;

/** Returns what the link says, or throws a SixdoorsError with the code `invalid_signature`. */
export async function verifyReturnLink(
  address: string,
  secret: string,
  now: Date = new Date(),
): Promise<ReturnedPayment> {
  const { searchParams } = new URL(address, "http://localhost");
  const values = SIGNED.map((name) => searchParams.get(name) ?? "");
  const [form = "", transactionId = "", status = "", amount = "", timestamp = ""] = values;
  const madeAt = new Date(Number(timestamp) * 1000);
  const isFresh = Math.abs(now.getTime() - madeAt.getTime()) < OLDEST_SECONDS * 1000;
  const sent = readHex(searchParams.get("signature") ?? "");
  const encoder = new TextEncoder();
  const isGenuine =
    sent !== undefined &&
    (await isHmac(encoder.encode(secret), encoder.encode(values.join("\n")), sent));
  if (isFresh && isGenuine) return { form, transactionId, status, amount, madeAt };
  throw new SixdoorsError("The link was not made by Sixdoors, or it is too old.", {
    code: "invalid_signature",
    area: "webhooks",
  });
}
