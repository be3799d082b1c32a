/** Users. Only admins manage them; other users may view themselves. */
import type { FastifyInstance } from "fastify";
import { withAccountStore } from "../../core/pos/account-store-runner.ts";
import type { PosServices } from "../../core/pos/pos.ts";
import {
  changeUser,
  createUser,
  removeUser,
  type UserOutcome,
} from "../../core/pos/users/manage-users.ts";
import type { PosUser } from "../../core/pos/users/pos-user.ts";
import { UserRecordStore } from "../../core/pos/users/user-record-store.ts";
import { RequestError } from "../../wire/request-error.ts";
import { serveCollection } from "./collection.ts";
import { FieldError, readPosForm } from "./form.ts";
import { readUser, readUserChanges } from "./read.ts";
import { USER_SCHEMAS } from "./schema-catalog.ts";
import { writeUser } from "./write.ts";

export function serveUsers(scope: FastifyInstance, pos: PosServices): void {
  const within = withAccountStore(pos, UserRecordStore);
  serveCollection<PosUser>(scope, pos, {
    name: "users",
    schemas: USER_SCHEMAS,
    viewers: ["admin", "manager", "cashier"],
    managers: ["admin"],
    write: writeUser,
    list: ({ account, user }, page) => {
      if (user.role !== "admin") throw new RequestError("forbidden", "role");
      return within(account.id, (users) => users.listUsers(page));
    },
    find: ({ account, user }, id) => {
      if (user.role !== "admin" && user.id !== id) throw new RequestError("forbidden", "role");
      return within(account.id, (users) => users.findUser(id));
    },
    create: async (caller, request) =>
      saved(await createUser(pos, caller, readUser(readPosForm(request)))),
    change: async (caller, id, request) =>
      saved(await changeUser(pos, caller, id, readUserChanges(readPosForm(request)))),
    remove: async (caller, id) => saved(await removeUser(pos, caller, id)) !== undefined,
  });
}

function saved(outcome: UserOutcome): PosUser | undefined {
  switch (outcome.kind) {
    case "saved":
      return outcome.user;
    case "not_found":
      return undefined;
    case "email_taken":
      throw new FieldError("email", "Another user has this email address.");
    case "last_admin":
      throw new FieldError(
        "role",
        "This is the last active admin. Make another user an admin first.",
      );
  }
}
