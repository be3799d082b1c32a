/** What people see and change on their own settings page: which emails they get. Changes are audited. */
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { type ActOrigin, recordAct } from "../audit/act.ts";
import { findContactEmail } from "../sessions/contact-email-store.ts";
import { type Person, personActor, personKey } from "../sessions/person.ts";
import { withinPersonScope } from "../sessions/person-scope.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { ChoiceStore } from "./choice-store.ts";
import { type Audience, listKinds, type NotificationKind } from "./notification-kinds.ts";

export interface OwnNotifications {
  /** Undefined: the person has no address, and gets none. */
  readonly email: string | undefined;
  readonly items: readonly (NotificationKind & { readonly isOn: boolean })[];
}

export interface WantedChange {
  readonly name: string;
  readonly isOn: boolean;
  readonly from: ActOrigin;
}

type OwnNeeds = Pick<Sessions, "db"> & { readonly clock: Pick<Clock, "wall"> };

export async function listOwnNotifications(
  needs: OwnNeeds,
  person: Person,
): Promise<OwnNotifications> {
  const key = personKey(person);
  const { choices, email } = await withinPersonScope(needs, person, async (db) => {
    const store = new ChoiceStore(db);
    const address = knownEmail(person) ?? (await findOtherEmail(db, person));
    return { choices: await store.listChoices(key), email: address };
  });
  const kinds = listOwnKinds(person);
  return {
    email,
    items: kinds.map((kind) => ({ ...kind, isOn: choices[kind.name] ?? kind.isOnAtFirst })),
  };
}

/** Returns false if the person cannot get emails of this kind. */
export async function changeNotification(
  needs: OwnNeeds,
  person: Person,
  { name, isOn, from }: WantedChange,
): Promise<boolean> {
  const kind = listOwnKinds(person).find((one) => one.name === name);
  if (kind === undefined) return false;
  await withinPersonScope(needs, person, async (db) => {
    const choice = { name: kind.name, isOn, at: needs.clock.wall() };
    await new ChoiceStore(db).saveChoice(personKey(person), choice);
    await recordAct(db, {
      actor: personActor(person),
      action: "notification.change",
      subject: { kind: person.kind, id: person.id },
      after: { [kind.name]: isOn },
      result: "done",
      from,
    });
  });
  return true;
}

/** With a temporary password, an operator can see nothing yet. */
function listOwnKinds(person: Person): readonly NotificationKind[] {
  if (person.kind === "operator" && person.mustChangePassword) return [];
  return listKinds(toAudience(person));
}

function toAudience(person: Person): Audience {
  return person.kind === "pos_user" ? { kind: "pos_user", role: person.user.role } : person;
}

function knownEmail(person: Person): string | undefined {
  if (person.kind === "pos_user") return person.user.email;
  return person.kind === "operator" ? person.email : undefined;
}

async function findOtherEmail(db: Database, person: Person): Promise<string | undefined> {
  return person.kind === "contact" ? findContactEmail(db, personKey(person)) : undefined;
}
