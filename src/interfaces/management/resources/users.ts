/** `/users`: users of partners and of their clients. */
import { showOnce } from "../../../core/access/show-once.ts";
import type { ManagementNeeds } from "../../../core/management/scope/management-act.ts";
import { endOlderSecrets, rotateApiSecret } from "../../../core/management/users/api-secrets.ts";
import type { ContactStore } from "../../../core/management/users/contact-store.ts";
import { createUser } from "../../../core/management/users/create-user.ts";
import { removeUser } from "../../../core/management/users/remove-user.ts";
import { updateUser } from "../../../core/management/users/update-user.ts";
import { readSecretOverlap } from "../../../wire/management/read-api-secret.ts";
import { readNewUser, readUserChange } from "../../../wire/management/read-user.ts";
import { USER_LIST } from "../list-rules.ts";
import type { Routes } from "../routes.ts";
import { writeMoment, writePage, writeUser, writeWhole } from "../write.ts";
import {
  CREATE_USER,
  DELETE_USER,
  END_SECRETS,
  GET_USER,
  LIST_USERS,
  ROTATE_SECRET,
  UPDATE_USER,
} from "./user-schema.ts";

export interface UserNeeds {
  readonly management: ManagementNeeds;
  readonly contacts: ContactStore;
}

export function addUsers(routes: Routes, { management, contacts }: UserNeeds): void {
  routes.get("/users", LIST_USERS, async ({ caller, query }) => {
    const question = query.read(USER_LIST);
    return writePage(await contacts.listUsers(caller.partnerId, question), writeUser);
  });
  routes.post("/users", CREATE_USER, async ({ caller, members }) => ({
    id: await createUser(management, caller, readNewUser(members)),
  }));
  routes.get("/users/:id", GET_USER, async ({ caller, id }) =>
    writeWhole(await contacts.findUser(caller.partnerId, id), writeUser),
  );
  routes.patch("/users/:id", UPDATE_USER, ({ caller, id, members }) =>
    updateUser(management, caller, { id, ...readUserChange(members) }),
  );
  routes.delete("/users/:id", DELETE_USER, ({ caller, id }) => removeUser(management, caller, id));
  routes.post("/users/:id/apiSecret", ROTATE_SECRET, async ({ caller, id, members }) => {
    const rotation = { id, ...readSecretOverlap(members) };
    const rotated = await rotateApiSecret(management, caller, rotation);
    if (rotated === undefined) return undefined;
    const { apiSecret, previousUntil = null } = rotated;
    return { id, apiSecret: showOnce(apiSecret), previousUntil: writeMoment(previousUntil) };
  });
  routes.delete("/users/:id/apiSecret", END_SECRETS, ({ caller, id }) =>
    endOlderSecrets(management, caller, id),
  );
}
