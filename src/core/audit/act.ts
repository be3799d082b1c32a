/**
 * An act is an administrative action in the audit log: who did what, the values before and after, from
 * where, and the result. It is written in the commit of the action, and chained a moment later.
 */
import type { Database } from "../../db/database.ts";
import { maskJson, maskText } from "../../values/masking/mask.ts";
import { type ActorKind, type ActResult, AuditEntryStore } from "./audit-entry-store.ts";

export interface Actor {
  readonly kind: ActorKind;
  /** Undefined for the command line and for the system itself. */
  readonly id?: string | undefined;
  readonly name: string;
}

export interface Subject {
  /** For example "account" or "base_key". */
  readonly kind: string;
  readonly id: string;
}

export interface ActOrigin {
  readonly address?: string | undefined;
  readonly interfaceName?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface ActTime {
  readonly business: Temporal.Instant;
  readonly wall: Temporal.Instant;
}

export interface Act {
  readonly actor: Actor;
  /** Noun and verb, for example "account.create". */
  readonly action: `${string}.${string}`;
  readonly subject: Subject;
  readonly before?: object | undefined;
  readonly after?: object | undefined;
  readonly result: ActResult;
  readonly from?: ActOrigin | undefined;
  /** Undefined: the current time of the database. */
  readonly at?: ActTime | undefined;
}

/** Call it in the transaction of the action, so that both are stored or neither is. */
export async function recordAct(db: Database, act: Act): Promise<void> {
  const { actor, action, subject, result, from, at } = act;
  await new AuditEntryStore(db).addEntry({
    actorKind: actor.kind,
    actorId: clean(actor.id),
    actorName: clean(actor.name) ?? "",
    action,
    subjectKind: subject.kind,
    subjectId: clean(subject.id) ?? "",
    before: cleanJson(act.before),
    after: cleanJson(act.after),
    businessAt: at?.business ?? null,
    wallAt: at?.wall ?? null,
    address: clean(from?.address),
    interfaceName: clean(from?.interfaceName),
    requestId: clean(from?.requestId),
    result,
  });
}

const TEXT_MAX = 500;
const JSON_MAX = 64 * 1024;
/** JSON escapes that PostgreSQL cannot store: U+0000, and half a surrogate pair. */
const UNKEEPABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

/** Masks the text: a user may have typed a card number into the wrong field. */
function clean(text: string | undefined): string | null {
  if (text === undefined) return null;
  return maskText(text.toWellFormed().replaceAll("\0", "\ufffd")).slice(0, TEXT_MAX).toWellFormed();
}

function cleanJson(value: object | undefined): string | null {
  if (value === undefined) return null;
  const json = maskJson(JSON.stringify(value).replaceAll(UNKEEPABLE, "$1\ufffd"));
  return json.length <= JSON_MAX ? json : JSON.stringify({ leftOut: `${json.length} characters` });
}
