/** The people of a merchant's till: who there is, who comes, who goes. The last admin stays. */
import {
  changeUser,
  createUser,
  sendPasswordLink,
  type UserOutcome,
} from "../../../core/till/people/manage-users.ts";
import { type ListedPerson, PeopleStore } from "../../../core/till/people/people-store.ts";
import { TILL_ROLES } from "../../../core/till/people/till-user.ts";
import type { TillDoor } from "../../../core/till/till.ts";
import type { NumberedPage } from "../contract.ts";
import { conflict, invalid } from "../errors.ts";
import type { Body } from "../read.ts";
import type { Call, Routes } from "../routes.ts";
import type { TillPerson } from "./contract.ts";
import { accountOf, tillCallerOf } from "./merchant.ts";

export interface PeopleNeeds {
  readonly till: TillDoor;
}

const NAME_MAX = 50;
const EMAIL_MAX = 254;
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;

export function addPeople(routes: Routes, { till }: PeopleNeeds): void {
  routes.get("/people", "users", (call) => list(till, call));
  routes.post("/people", "users", async (call) => {
    const order = readPerson(call.body);
    return { id: savedId(await createUser(till, tillCallerOf(call), order)) };
  });
  routes.patch("/people/:id", "users", async (call) => {
    const changes = readChanges(call.body);
    const id = idOf(call);
    if (id === undefined) return undefined;
    const outcome = await changeUser(till, tillCallerOf(call), id, changes);
    return outcome.kind === "not_found" ? undefined : { id: savedId(outcome) };
  });
  routes.post("/people/:id/link", "users", async (call) => {
    const id = idOf(call);
    if (id === undefined) return undefined;
    const outcome = await sendPasswordLink(till, tillCallerOf(call), id);
    if (outcome.kind === "switched_off") throw conflict(SWITCHED_OFF);
    return outcome.kind === "not_found" ? undefined : { id: savedId(outcome) };
  });
}

const SWITCHED_OFF = "This person is switched off: switch them on first, then send a link.";

async function list(till: TillDoor, call: Call): Promise<NumberedPage<TillPerson>> {
  const accountId = accountOf(call);
  const { items, total } = await till.database.within({ accountId }, (db) =>
    new PeopleStore(db, accountId).page(till.clock.wall(), call.query.slice()),
  );
  return { items: items.map((one) => written(one, call.person.id)), total };
}

function written(person: ListedPerson, you: string): TillPerson {
  const { id, email, firstName, lastName, role, isActive, hasPassword } = person;
  return {
    ...{ id, email, firstName, lastName, role, isActive, hasPassword },
    ...(person.linkUntil && { linkUntil: person.linkUntil.toString() }),
    ...(person.seenAt && { seenAt: person.seenAt.toString() }),
    createdAt: person.createdAt.toString(),
    isYou: id === you,
  };
}

function idOf(call: Call): string | undefined {
  const id = call.param("id");
  return /^\d{1,18}$/.test(id) ? id : undefined;
}

/** Without a password: the invitation lets them choose one. */
function readPerson(body: Body) {
  const person = {
    email: body.text("email", { max: EMAIL_MAX, form: [EMAIL, "This is no e-mail address."] }),
    role: body.choice("role", TILL_ROLES),
    firstName: body.optionalText("firstName", { max: NAME_MAX }) ?? "",
    lastName: body.optionalText("lastName", { max: NAME_MAX }) ?? "",
    isActive: true,
    password: undefined,
  };
  body.settle();
  return person;
}

function readChanges(body: Body) {
  const name = (field: string) =>
    body.has(field) ? (body.optionalText(field, { max: NAME_MAX }) ?? "") : undefined;
  const changes = {
    email: body.optionalText("email", {
      max: EMAIL_MAX,
      form: [EMAIL, "This is no e-mail address."],
    }),
    role: body.has("role") ? body.choice("role", TILL_ROLES) : undefined,
    firstName: name("firstName"),
    lastName: name("lastName"),
    isActive: body.has("isActive") ? body.flag("isActive") : undefined,
    password: undefined,
  };
  body.settle();
  return changes;
}

function savedId(outcome: UserOutcome): string {
  switch (outcome.kind) {
    case "saved":
      return outcome.user.id;
    case "email_taken":
      throw invalid({ email: "Somebody of this account has this address already." });
    case "last_admin":
      throw conflict(
        "This is the last admin. Make somebody else an admin first: without one nobody could change anything here.",
      );
    case "not_found":
      throw conflict("This person has been removed meanwhile.");
  }
}
