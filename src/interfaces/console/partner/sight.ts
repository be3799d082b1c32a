/** Whose estate a call is about, and what it names there. */
import type { EstateCaller } from "../../../core/estate/estate.ts";
import { type EstateStores, EstateView } from "../../../core/estate/estate-view.ts";
import { Faults } from "../../../core/estate/faults.ts";
import { Members } from "../../../core/estate/members.ts";
import type { EstatePerson } from "../../../core/sessions/person.ts";
import { RequestFault } from "../../../wire/fault.ts";
import { estatePermissionsOf } from "../permissions.ts";
import type { Call } from "../routes.ts";

export function personOf({ person }: Call): EstatePerson {
  if (person.kind !== "contact") throw new RequestFault("not_found", "path");
  return person;
}

/** Undefined clients are partners' people. Both are in every statement that follows. */
export function viewOf({ stores }: { readonly stores: EstateStores }, call: Call): EstateView {
  const { partner, client } = personOf(call);
  return new EstateView(stores, { partnerId: partner.id, clientId: client?.id });
}

export function callerOf(call: Call): EstateCaller {
  const { partner, client } = personOf(call);
  const may = estatePermissionsOf(personOf(call));
  return { actor: call.actor, partnerId: partner.id, clientId: client?.id, may, from: call.from };
}

/** What only a partner has. For a client's person it is not there. */
export function partnerIdOf(call: Call): string {
  const { partner, client } = personOf(call);
  if (client !== undefined) throw new RequestFault("not_found", "path");
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
  return new Members(Object.fromEntries(sent), new Faults());
}

/** What an act that saw nothing answers. */
export function orNothing(isDone: boolean): null | undefined {
  return isDone ? null : undefined;
}
