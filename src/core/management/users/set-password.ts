/** Sets a password with an emailed link, and removes passkeys. A partner's user also gets an API secret. */
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { KeyCustody } from "../../../ports/key-custody.ts";
import type { Secret } from "../../../values/secret.ts";
import { removePasskeys } from "../../access/passkey-removal-store.ts";
import { PASSWORD_MAX, PASSWORD_MIN, type PasswordHashing } from "../../access/password.ts";
import { type ActOrigin, recordAct } from "../../audit/act.ts";
import { apiSecretSeal, newApiSecret } from "./api-secrets.ts";
import { linkDigest } from "./invite-user.ts";
import { type LinkHolder, PasswordLinkStore } from "./password-link-store.ts";
import { isPartnerUser, ownerKind } from "./user-roles.ts";

export interface PasswordNeeds {
  readonly db: DatabasePool;
  readonly passwords: PasswordHashing;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  /** In certification the API secret equals the password (A, authentication). */
  readonly environment: "certification" | "production";
}

export type SetPasswordOutcome =
  | {
      readonly kind: "set";
      readonly userName: string;
      /** A new secret, shown once. */
      readonly apiSecret: Secret | undefined;
    }
  | { readonly kind: "link_over" }
  | { readonly kind: "too_short" }
  | { readonly kind: "too_long" };

/** Returns the user of a link, or undefined if the link no longer works. */
export async function findLinkHolder(
  { db, custody, clock }: PasswordNeeds,
  token: Secret,
): Promise<LinkHolder | undefined> {
  return new PasswordLinkStore(db).findLinkHolder(linkDigest(custody, token), clock.wall());
}

export async function setPassword(
  needs: PasswordNeeds,
  { token, password }: { readonly token: Secret; readonly password: Secret },
  from?: ActOrigin,
): Promise<SetPasswordOutcome> {
  const holder = await findLinkHolder(needs, token);
  if (holder === undefined) return { kind: "link_over" };
  if (password.length < PASSWORD_MIN) return { kind: "too_short" };
  if (password.length > PASSWORD_MAX) return { kind: "too_long" };
  // Slow, so it is done before the transaction begins.
  const hash = await needs.passwords.hash(password);
  const secret = newSecret(needs, holder, password);
  const sealed = secret && (await needs.custody.seal(secret, apiSecretSeal(holder.contactId)));
  const isFirst = await storePassword(needs, holder, { token, hash, sealed, from });
  if (!isFirst) return { kind: "link_over" };
  const apiSecret = needs.environment === "production" ? secret : undefined;
  return { kind: "set", userName: holder.userName, apiSecret };
}

/** In production the secret is issued once, so that a new password does not break programs. */
function newSecret(
  { environment }: Pick<PasswordNeeds, "environment">,
  { userRole, clientId, hasSecret }: Pick<LinkHolder, "userRole" | "clientId" | "hasSecret">,
  password: Secret,
): Secret | undefined {
  if (!isPartnerUser(userRole, ownerKind({ client: clientId }))) return undefined;
  if (environment === "certification") return password;
  return hasSecret ? undefined : newApiSecret();
}

interface StoredPassword {
  readonly token: Secret;
  readonly hash: string;
  readonly sealed: Uint8Array | undefined;
  readonly from: ActOrigin | undefined;
}

async function storePassword(
  { db, custody, clock }: PasswordNeeds,
  { contactId, userName }: LinkHolder,
  { token, hash, sealed, from }: StoredPassword,
): Promise<boolean> {
  return db.atomically(async (transaction) => {
    const links = new PasswordLinkStore(transaction);
    await links.lockLogin(contactId);
    if (!(await links.spendLink(linkDigest(custody, token), clock.wall()))) return false;
    await links.setPassword(contactId, hash, sealed);
    await removePasskeys(transaction, "contact", contactId);
    await recordAct(transaction, {
      actor: { kind: "partner_user", id: contactId, name: userName },
      action: "user.set_password",
      subject: { kind: "user", id: contactId },
      result: "done",
      from,
    });
    return true;
  });
}

export interface ContactPassword {
  readonly contactId: string;
  readonly userRole: string;
  readonly clientId: string | null;
  readonly password: Secret;
  readonly hash: string;
}

/** For a user who is signed in. In production the API secret stays unchanged. */
export async function replaceContactPassword(
  db: Database,
  { custody, environment }: Pick<PasswordNeeds, "custody" | "environment">,
  { contactId, userRole, clientId, password, hash }: ContactPassword,
): Promise<void> {
  const secret = newSecret({ environment }, { userRole, clientId, hasSecret: true }, password);
  const sealed = secret && (await custody.seal(secret, apiSecretSeal(contactId)));
  await new PasswordLinkStore(db).setPassword(contactId, hash, sealed);
}
