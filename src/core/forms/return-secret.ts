/** Creates and seals the secret that signs the result at a form's return address. */
import { randomBytes } from "node:crypto";
import type { KeyCustody, SealContext } from "../../ports/key-custody.ts";
import { Secret } from "../../values/secret.ts";

const SECRET_BYTES = 32;

export interface NewReturnSecret {
  /** Shown only once. */
  readonly secret: Secret;
  readonly sealed: Uint8Array;
}

export async function newReturnSecret(
  custody: KeyCustody,
  accountId: string,
  name: string,
): Promise<NewReturnSecret> {
  const secret = new Secret(`frs_${randomBytes(SECRET_BYTES).toString("base64url")}`);
  return { secret, sealed: await custody.seal(secret, returnSecretContext(accountId, name)) };
}

export function returnSecretContext(accountId: string, name: string): SealContext {
  return { place: "payment_forms.return_secret", owner: `${accountId}/${name}` };
}
