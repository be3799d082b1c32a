/** Users: only an admin manages them, and everybody may look at oneself. */
import type { FastifyInstance } from "fastify";
import {
  changeUser,
  createUser,
  removeUser,
  type UserOutcome,
} from "../../core/till/people/manage-users.ts";
import type { TillUser } from "../../core/till/people/till-user.ts";
import { UserRecordStore } from "../../core/till/people/user-record-store.ts";
import { storeOf } from "../../core/till/store-of.ts";
import type { TillDoor } from "../../core/till/till.ts";
import { RequestFault } from "../../wire/fault.ts";
import { serveCollection } from "./collection.ts";
import { FieldFault, formOf } from "./form.ts";
import { readUser, readUserChanges } from "./read.ts";
import { USER_SCHEMAS } from "./schema-catalogue.ts";
import { writeUser } from "./write.ts";

export function serveUsers(scope: FastifyInstance, till: TillDoor): void {
  const within = storeOf(till, UserRecordStore);
  serveCollection<TillUser>(scope, till, {
    name: "users",
    schemas: USER_SCHEMAS,
    looks: ["admin", "manager", "cashier"],
    manages: ["admin"],
    write: writeUser,
    list: ({ account, user }, page) => {
      if (user.role !== "admin") throw new RequestFault("forbidden", "role");
      return within(account.id, (users) => users.list(page));
    },
    find: ({ account, user }, id) => {
      if (user.role !== "admin" && user.id !== id) throw new RequestFault("forbidden", "role");
      return within(account.id, (users) => users.find(id));
    },
    create: async (caller, request) =>
      saved(await createUser(till, caller, readUser(formOf(request)))),
    change: async (caller, id, request) =>
      saved(await changeUser(till, caller, id, readUserChanges(formOf(request)))),
    remove: async (caller, id) => saved(await removeUser(till, caller, id)) !== undefined,
  });
}

function saved(outcome: UserOutcome): TillUser | undefined {
  switch (outcome.kind) {
    case "saved":
      return outcome.user;
    case "not_found":
      return undefined;
    case "email_taken":
      throw new FieldFault("email", "Another user has this address.");
    case "last_admin":
      throw new FieldFault("role", "The last active admin must stay one.");
  }
}
