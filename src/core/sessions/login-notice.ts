/**
 * Emails a person that a way to sign in to their login was added, removed or reset. About the login of
 * an operator, all administrators get the same email. It is sent even if the address of the login
 * changes right afterwards.
 */
import type { Database } from "../../db/database.ts";
import { OperatorStore } from "../access/operator-store.ts";
import { INSTALLATION } from "../outbox/event.ts";
import { writePlainEmail } from "../outbox/plain-email.ts";
import { type WriteNeeds, writeMail } from "../outbox/write-event.ts";
import { findContactEmail } from "./contact-email-store.ts";
import { type Person, personKey } from "./person.ts";

export type NoticeNeeds = WriteNeeds;

export interface LoginNotice {
  /** Also the subject. */
  readonly title: string;
  /** What was done, and by whom. */
  readonly sentence: string;
}

/** In the person's tenant. */
export async function announceToPerson(
  db: Database,
  needs: NoticeNeeds,
  { person, notice }: { readonly person: Person; readonly notice: LoginNotice },
): Promise<void> {
  if (person.kind === "operator") {
    return announceToOperators(db, needs, { email: person.email, notice });
  }
  const email =
    person.kind === "pos_user" ? person.user.email : await findContactEmail(db, personKey(person));
  await announceToAddress(db, needs, { email, notice });
}

/** To a user of a merchant or partner only. */
export async function announceToAddress(
  db: Database,
  needs: NoticeNeeds,
  { email, notice }: { readonly email: string | undefined; readonly notice: LoginNotice },
): Promise<void> {
  await sendNotice(db, needs, { addresses: [email], notice });
}

interface OperatorNotice {
  /** The address of the operator whose login it is. */
  readonly email: string | undefined;
  readonly notice: LoginNotice;
}

export async function announceToOperators(
  db: Database,
  needs: NoticeNeeds,
  { email, notice }: OperatorNotice,
): Promise<void> {
  const administrators = await new OperatorStore(db).listAdministratorEmails();
  await sendNotice(db, needs, { addresses: [email, ...administrators], notice });
}

interface Sending {
  readonly addresses: readonly (string | undefined)[];
  readonly notice: LoginNotice;
}

async function sendNotice(
  db: Database,
  needs: NoticeNeeds,
  { addresses, notice: { title, sentence } }: Sending,
): Promise<void> {
  const email = writePlainEmail(title, [sentence, ADVICE]);
  const known = addresses.filter((address) => address !== undefined);
  const byAddress = new Map(known.map((address) => [address.toLowerCase(), address]));
  for (const to of byAddress.values()) {
    await writeMail(db, needs, {
      accountId: INSTALLATION,
      event: "user.sign_in_changed",
      to,
      ...email,
    });
  }
}

const ADVICE =
  "If you did not expect this, change the password of the login, or ask an administrator to disable it.";
