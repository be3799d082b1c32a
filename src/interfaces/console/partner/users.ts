/** Users of partners and clients: add, welcome, edit, disable and delete. */
import { ErrorCollector } from "../../../core/management/scope/field-errors.ts";
import { createUser } from "../../../core/management/users/create-user.ts";
import { removeUser } from "../../../core/management/users/remove-user.ts";
import { updateUser } from "../../../core/management/users/update-user.ts";
import { ownerKind } from "../../../core/management/users/user-roles.ts";
import { removeContactMethods } from "../../../core/sessions/remove-sign-in-methods.ts";
import { readNewUser, readUserChange, USER_RULES } from "../../../wire/management/read-user.ts";
import { conflict } from "../errors.ts";
import { idInPath, idInQuery } from "../ids.ts";
import { addList } from "../lists/export-list.ts";
import { PERSON_COLUMNS } from "../lists/partner-columns.ts";
import { writeRemoval } from "../removed-methods.ts";
import type { Call, Routes } from "../routes.ts";
import {
  managementCaller,
  managementUser,
  managementView,
  nullIfDone,
} from "./management-access.ts";
import type { PartnerNeeds } from "./partner-needs.ts";
import { rejectClientRole } from "./partners.ts";
import { writePage, writeUser } from "./write.ts";

const CHANGES = Object.keys(USER_RULES);

export function addUsers(routes: Routes, needs: PartnerNeeds): void {
  addList(routes, {
    ...{ path: "/management/users", needs: "management", name: "users" },
    columns: PERSON_COLUMNS,
    read: async (call) => {
      const [clientId, ownOf] = [idInQuery(call, "client"), idInQuery(call, "partner")];
      const question = { ...call.query.slice(), topId: undefined, clientId, ownOf };
      const page = await managementView(needs, call).users(question);
      return writePage(page, writeUser(managementUser(call).id));
    },
  });
  routes.get("/management/users/:id", "management", async (call) => {
    const user = await managementView(needs, call).user(idInPath(call));
    return user && writeUser(managementUser(call).id)(user);
  });
  routes.post("/management/users", "management.users", async (call) => {
    const members = call.body.managementMembers([
      ...CHANGES,
      "partner",
      "client",
      "sendWelcomeEmail",
    ]);
    const [userRole, client] = [members.get("userRole"), members.get("client")];
    if (ownerKind({ client }) === "partner") rejectClientRole(members, "userRole", userRole);
    return { id: await createUser(needs.management, managementCaller(call), readNewUser(members)) };
  });
  routes.patch("/management/users/:id", "management.users", (call) => changeUser(needs, call));
  routes.delete("/management/users/:id", "management.users", async (call) =>
    nullIfDone(await removeUser(needs.management, managementCaller(call), idInPath(call))),
  );
  routes.post("/management/users/:id/welcome", "management.users", (call) =>
    sendWelcomeEmail(needs, call),
  );
  routes.post("/management/users/:id/sign-in-methods/remove", "management.admins", async (call) => {
    const id = idInPath(call);
    return writeRemoval(await removeContactMethods(needs.management, managementCaller(call), id));
  });
}

async function changeUser(needs: PartnerNeeds, call: Call): Promise<null | undefined> {
  const id = idInPath(call);
  const user = await managementView(needs, call).user(id);
  if (user === undefined) return undefined;
  const members = call.body.managementMembers([...CHANGES, "version"]);
  const userRole = members.get("userRole");
  // A user may keep their current role.
  const isNew = userRole !== user.userRole;
  if (isNew && ownerKind(user) === "partner") rejectClientRole(members, "userRole", userRole);
  const changed = { id, ...readUserChange(members) };
  return nullIfDone(await updateUser(needs.management, managementCaller(call), changed));
}

/** A new link invalidates the previous ones. */
async function sendWelcomeEmail(needs: PartnerNeeds, call: Call): Promise<null | undefined> {
  const id = idInPath(call);
  const user = await managementView(needs, call).user(id);
  if (user === undefined) return undefined;
  if (!user.isActive) throw conflict("This user is disabled. Enable the user first.");
  const change = { values: { sendWelcomeEmail: true }, errors: new ErrorCollector() };
  return nullIfDone(await updateUser(needs.management, managementCaller(call), { id, ...change }));
}
