/** Sends a welcome email with a link to set a password. The link works once, for three days. */
import { randomBytes } from "node:crypto";
import type { Database } from "../../../db/database.ts";
import type { KeyCustody } from "../../../ports/key-custody.ts";
import { Secret } from "../../../values/secret.ts";
import { INSTALLATION } from "../../outbox/event.ts";
import { writeMail } from "../../outbox/write-event.ts";
import type { ManagementNeeds } from "../scope/management-act.ts";
import { PasswordLinkStore } from "./password-link-store.ts";
import { type Invitation, writeInvitation } from "./user-emails.ts";

export interface Invited extends Invitation {
  readonly contactId: string;
  readonly email: string;
}

const TOKEN_BYTES = 32;
const GOOD_FOR = Temporal.Duration.from({ hours: 72 });

/** Runs in the transaction that creates or changes the user. */
export async function inviteUser(
  db: Database,
  needs: Pick<ManagementNeeds, "custody" | "clock" | "links">,
  { contactId, email, ...invitation }: Invited,
): Promise<void> {
  const { custody, clock, links } = needs;
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const madeAt = clock.wall();
  await new PasswordLinkStore(db).replaceLinks({
    digest: linkDigest(custody, new Secret(token)),
    contactId,
    madeAt,
    goodUntil: madeAt.add(GOOD_FOR),
  });
  const message = writeInvitation(invitation);
  await writeMail(db, needs, {
    accountId: INSTALLATION,
    event: "user.welcome",
    to: email,
    ...message,
    link: links.setPassword(token),
  });
}

export function linkDigest(custody: KeyCustody, token: Secret): Uint8Array {
  return custody.fingerprint("password_links.digest", token);
}
