/**
 * An act is something done that must be answered for: who, what, before and after, from where, and
 * how it ended. It is written in its own commit; the chain that protects it comes a moment later.
 */
import type { Database } from "../../db/database.ts";
import { maskJson, maskText } from "../../values/masking/mask.ts";
import { type ActorKind, type ActResult, AuditEntryStore } from "./audit-entry-store.ts";

export interface Actor {
  readonly kind: ActorKind;
  /** Absent for the command line and for the system itself. */
  readonly id?: string | undefined;
  readonly name: string;
}

export interface Subject {
  /** The noun, such as "account" or "base_key". */
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
  /** Noun and verb, such as "account.create". */
  readonly action: `${string}.${string}`;
  readonly subject: Subject;
  readonly before?: object | undefined;
  readonly after?: object | undefined;
  readonly result: ActResult;
  readonly from?: ActOrigin | undefined;
  /** Absent: the database's own time, with its lead of business time. */
  readonly at?: ActTime | undefined;
}

/** Give it the transaction of the act itself: both are there, or neither. */
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
/** What the database cannot keep: U+0000, and half a pair of surrogates, as JSON escapes them. */
const UNKEEPABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

/** A name may be what somebody typed into the wrong field. */
function clean(text: string | undefined): string | null {
  if (text === undefined) return null;
  return maskText(text.toWellFormed().replaceAll("\0", "\ufffd")).slice(0, TEXT_MAX).toWellFormed();
}

function cleanJson(value: object | undefined): string | null {
  if (value === undefined) return null;
  const json = maskJson(JSON.stringify(value).replaceAll(UNKEEPABLE, "$1\ufffd"));
  return json.length <= JSON_MAX ? json : JSON.stringify({ leftOut: `${json.length} characters` });
}
