/** People of partners and of clients: entered, welcomed, changed, switched off, removed. */
import { USER_FIELDS } from "../../../core/estate/estate-fields.ts";
import { Faults } from "../../../core/estate/faults.ts";
import { Members } from "../../../core/estate/members.ts";
import { homeOf } from "../../../core/estate/user-roles.ts";
import { createUser, removeUser, updateUser } from "../../../core/estate/users.ts";
import { conflict } from "../errors.ts";
import type { Call, Routes } from "../routes.ts";
import { blameRole } from "./partners.ts";
import type { PartnerNeeds } from "./routes.ts";
import { askedId, callerOf, idOf, membersOf, orNothing, personOf, viewOf } from "./sight.ts";
import { writePage, writeUser } from "./write.ts";

const CHANGES = Object.keys(USER_FIELDS);

export function addUsers(routes: Routes, needs: PartnerNeeds): void {
  routes.get("/estate/users", "estate", async (call) => {
    const [clientId, ownOf] = [askedId(call, "client"), askedId(call, "partner")];
    const question = { ...call.query.slice(), topId: undefined, clientId, ownOf };
    const page = await viewOf(needs, call).users(question);
    return writePage(page, writeUser(personOf(call).id));
  });
  routes.get("/estate/users/:id", "estate", async (call) => {
    const user = await viewOf(needs, call).user(idOf(call));
    return user && writeUser(personOf(call).id)(user);
  });
  routes.post("/estate/users", "estate.users", async (call) => {
    const members = membersOf(call, [...CHANGES, "partner", "client", "sendWelcomeEmail"]);
    const { userRole, client } = call.body.members;
    if (homeOf({ client }) === "partner") blameRole(members, "userRole", userRole);
    return { id: await createUser(needs.estate, callerOf(call), members) };
  });
  routes.patch("/estate/users/:id", "estate.users", (call) => change(needs, call));
  routes.delete("/estate/users/:id", "estate.users", async (call) =>
    orNothing(await removeUser(needs.estate, callerOf(call), idOf(call))),
  );
  routes.post("/estate/users/:id/welcome", "estate.users", (call) => welcome(needs, call));
}

async function change(needs: PartnerNeeds, call: Call): Promise<null | undefined> {
  const id = idOf(call);
  const user = await viewOf(needs, call).user(id);
  if (user === undefined) return undefined;
  const { userRole } = call.body.members;
  const members = membersOf(call, [...CHANGES, "version"]);
  // A role that somebody has already may stay.
  const isNew = userRole !== user.userRole;
  if (isNew && homeOf(user) === "partner") blameRole(members, "userRole", userRole);
  return orNothing(await updateUser(needs.estate, callerOf(call), { id, members }));
}

/** A new link, which ends those before it. */
async function welcome(needs: PartnerNeeds, call: Call): Promise<null | undefined> {
  const id = idOf(call);
  const user = await viewOf(needs, call).user(id);
  if (user === undefined) return undefined;
  if (!user.isActive) throw conflict("This person is switched off: switch them on first.");
  const members = new Members({ sendWelcomeEmail: true }, new Faults());
  return orNothing(await updateUser(needs.estate, callerOf(call), { id, members }));
}
