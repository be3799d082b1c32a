/** Whose management data a call is about, and what it names there. */

import type { ManagementCaller } from "../../../core/management/scope/management-act.ts";
import {
  type ManagementStores,
  ManagementView,
} from "../../../core/management/scope/visible-records.ts";
import type { ManagementPerson } from "../../../core/sessions/person.ts";
import { Members } from "../../../wire/management/members.ts";
import { RequestError } from "../../../wire/request-error.ts";
import { managementPermissionsOf } from "../permissions.ts";
import type { Call } from "../routes.ts";

export function personOf({ person }: Call): ManagementPerson {
  if (person.kind !== "contact") throw new RequestError("not_found", "path");
  return person;
}

/** Undefined clients are partners' people. Both are in every statement that follows. */
export function viewOf(
  { stores }: { readonly stores: ManagementStores },
  call: Call,
): ManagementView {
  const { partner, client } = personOf(call);
  return new ManagementView(stores, { partnerId: partner.id, clientId: client?.id });
}

export function callerOf(call: Call): ManagementCaller {
  const { partner, client } = personOf(call);
  const may = managementPermissionsOf(personOf(call));
  return { actor: call.actor, partnerId: partner.id, clientId: client?.id, may, from: call.from };
}

/** What only a partner has. For a client's person it is not there. */
export function partnerIdOf(call: Call): string {
  const { partner, client } = personOf(call);
  if (client !== undefined) throw new RequestError("not_found", "path");
  return partner.id;
}

const ID = /^[1-9]\d{0,17}$/;
/** An id that nothing has. */
const NOTHING = "0";

export function idOf(call: Call, name = "id"): string {
  const text = call.param(name);
  return ID.test(text) ? text : NOTHING;
}

/** Undefined: none was asked for. */
export function askedId({ query }: Call, name: string): string | undefined {
  const text = query.text(name);
  return text === undefined || ID.test(text) ? text : NOTHING;
}

/** Of the body, only these members: whatever else is sent has no business here. */
export function membersOf({ body }: Call, names: readonly string[]): Members {
  const sent = Object.entries(body.members).filter(([name]) => names.includes(name));
  return new Members(Object.fromEntries(sent));
}

/** What an act that saw nothing answers. */
export function orNothing(isDone: boolean): null | undefined {
  return isDone ? null : undefined;
}
