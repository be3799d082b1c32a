/** The users of a merchant's point of sale. The last admin cannot be removed. */

import type { PosServices } from "../../../core/pos/pos.ts";
import {
  changeUser,
  createUser,
  sendPasswordLink,
  type UserOutcome,
} from "../../../core/pos/users/manage-users.ts";
import { POS_ROLES } from "../../../core/pos/users/pos-user.ts";
import {
  type UserOverview,
  UserOverviewStore,
} from "../../../core/pos/users/user-overview-store.ts";
import { removeMerchantMethods } from "../../../core/sessions/remove-sign-in-methods.ts";
import { EMAIL_ADDRESS, EMAIL_LENGTH_MAX } from "../../../values/email-address.ts";
import type { NumberedPage } from "../contract.ts";
import { conflict, invalid } from "../errors.ts";
import { numericId } from "../ids.ts";
import { addList } from "../lists/export-list.ts";
import { MERCHANT_USER_COLUMNS } from "../lists/merchant-columns.ts";
import { merchantAccountId, posCaller } from "../merchant-user.ts";
import type { Body } from "../read.ts";
import { writeRemoval } from "../removed-methods.ts";
import type { Call, Routes } from "../routes.ts";
import type { MerchantUser } from "./contract.ts";

export interface MerchantUserNeeds {
  readonly pos: PosServices;
}

const NAME_MAX = 50;

export function addMerchantUsers(routes: Routes, { pos }: MerchantUserNeeds): void {
  addList(routes, {
    ...{ path: "/users", needs: "users", name: "users", columns: MERCHANT_USER_COLUMNS },
    read: (call) => listMerchantUsers(pos, call),
  });
  routes.post("/users", "users", async (call) => {
    const order = readNewUser(call.body);
    return { id: savedId(await createUser(pos, posCaller(call), order)) };
  });
  routes.patch("/users/:id", "users", async (call) => {
    const changes = readUserChanges(call.body);
    const id = numericId(call.param("id"));
    if (id === undefined) return undefined;
    const outcome = await changeUser(pos, posCaller(call), id, changes);
    return outcome.kind === "not_found" ? undefined : { id: savedId(outcome) };
  });
  routes.post("/users/:id/link", "users", async (call) => {
    const id = numericId(call.param("id"));
    if (id === undefined) return undefined;
    const outcome = await sendPasswordLink(pos, posCaller(call), id);
    if (outcome.kind === "user_disabled") throw conflict(SWITCHED_OFF);
    return outcome.kind === "not_found" ? undefined : { id: savedId(outcome) };
  });
  routes.post("/users/:id/sign-in-methods/remove", "users", async (call) => {
    const id = numericId(call.param("id"));
    if (id === undefined) return undefined;
    const needs = { db: pos.database, clock: pos.clock, custody: pos.custody };
    return writeRemoval(await removeMerchantMethods(needs, posCaller(call), id));
  });
}

const SWITCHED_OFF = "This user is disabled. Enable the user first, then send a link.";

async function listMerchantUsers(
  pos: PosServices,
  call: Call,
): Promise<NumberedPage<MerchantUser>> {
  const accountId = merchantAccountId(call);
  const { items, total } = await pos.database.within({ accountId }, (db) =>
    new UserOverviewStore(db, accountId).listUserOverviews(pos.clock.wall(), call.query.slice()),
  );
  return { items: items.map((one) => writeMerchantUser(one, call.person.id)), total };
}

function writeMerchantUser(person: UserOverview, you: string): MerchantUser {
  const { id, email, firstName, lastName, role, isActive, hasPassword } = person;
  return {
    ...{ id, email, firstName, lastName, role, isActive, hasPassword },
    ...(person.linkUntil && { linkUntil: person.linkUntil.toString() }),
    ...(person.seenAt && { seenAt: person.seenAt.toString() }),
    createdAt: person.createdAt.toString(),
    isYou: id === you,
  };
}

/** New users have no password. They choose one with the invitation. */
function readNewUser(body: Body) {
  const person = {
    email: body.text("email", {
      max: EMAIL_LENGTH_MAX,
      form: [EMAIL_ADDRESS, "Enter a valid email address."],
    }),
    role: body.choice("role", POS_ROLES),
    firstName: body.optionalText("firstName", { max: NAME_MAX }) ?? "",
    lastName: body.optionalText("lastName", { max: NAME_MAX }) ?? "",
    isActive: true,
    password: undefined,
  };
  body.settle();
  return person;
}

function readUserChanges(body: Body) {
  const name = (field: string) =>
    body.has(field) ? (body.optionalText(field, { max: NAME_MAX }) ?? "") : undefined;
  const changes = {
    email: body.optionalText("email", {
      max: EMAIL_LENGTH_MAX,
      form: [EMAIL_ADDRESS, "Enter a valid email address."],
    }),
    role: body.has("role") ? body.choice("role", POS_ROLES) : undefined,
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
      throw invalid({ email: "A user with this email address already exists." });
    case "last_admin":
      throw conflict(
        "The last admin must stay active and keep this role. Make another user an admin first.",
      );
    case "not_found":
      throw conflict("This user no longer exists.");
  }
}
