/** Determines which management data a user can see and change. */

import type { ManagementCaller } from "../../../core/management/scope/management-act.ts";
import {
  type ManagementStores,
  ManagementView,
} from "../../../core/management/scope/visible-records.ts";
import type { ManagementPerson } from "../../../core/sessions/person.ts";
import { RequestError } from "../../../wire/request-error.ts";
import { managementPermissions } from "../permissions.ts";
import type { Call } from "../routes.ts";

export function managementUser({ person }: Call): ManagementPerson {
  if (person.kind !== "contact") throw new RequestError("not_found", "path");
  return person;
}

/** Partner users have no client. Every statement filters by both values. */
export function managementView(
  { stores }: { readonly stores: ManagementStores },
  call: Call,
): ManagementView {
  const { partner, client } = managementUser(call);
  return new ManagementView(stores, { partnerId: partner.id, clientId: client?.id });
}

export function managementCaller(call: Call): ManagementCaller {
  const { partner, client } = managementUser(call);
  const may = managementPermissions(managementUser(call));
  return { actor: call.actor, partnerId: partner.id, clientId: client?.id, may, from: call.from };
}

/** For data that only partners have. Client users get "not found". */
export function requirePartnerId(call: Call): string {
  const { partner, client } = managementUser(call);
  if (client !== undefined) throw new RequestError("not_found", "path");
  return partner.id;
}

/** The response if the record is not visible to the user. */
export function nullIfDone(isDone: boolean): null | undefined {
  return isDone ? null : undefined;
}
