/**
 * Changes that an attacker who controls the database, without a key, might make to audit entries.
 */

import type { Sql } from "../../src/db/sql.ts";
import { sql } from "../../src/db/sql.ts";
import { entryAt, FAR, linkAt, raw, type Scene, shiftBehind, type Tampering } from "./tampering.ts";

const TEXTS = ["actor_id", "actor_name", "action", "subject_kind", "subject_id"] as const;
const PLACES = ["address", "door", "request_id"] as const;
/** All columns except the id. */
const COLUMNS = raw(
  "actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after, business_at, wall_at, address, door, request_id, result",
);
const NEIGHBORS: readonly (readonly [Sql, Sql])[] = [
  [raw("actor_id"), raw("actor_name")],
  [raw("actor_name"), raw("action")],
  [raw("subject_kind"), raw("subject_id")],
  [raw("address"), raw("door")],
  [raw("door"), raw("request_id")],
];

async function set(scene: Scene, what: Sql): Promise<void> {
  await scene.db.rows`update audit_entries set ${what} where id = ${entryAt(scene)}`;
}

export const ENTRY_TAMPERINGS: Readonly<Record<string, Tampering>> = {
  "a text is changed": async (scene) => {
    const { random } = scene;
    const name = raw(random.of([...TEXTS, ...PLACES]));
    const value = random.of([
      sql`coalesce(${name}, '') || 'x'`,
      sql`coalesce(${name}, '') || ' '`,
      sql`upper(${name})`,
      sql`reverse(${name})`,
      sql`substr(${name}, 2)`,
      sql`coalesce(${name}, '')`,
      sql`replace(${name}, 'a', 'á')`,
    ]);
    await set(scene, sql`${name} = coalesce(${value}, '?')`);
  },
  "a text is taken away": (scene) =>
    set(scene, sql`${raw(scene.random.of(["actor_id", ...PLACES]))} = null`),
  "a choice is changed": (scene) =>
    set(
      scene,
      scene.random.of([
        sql`actor_kind = 'system'`,
        sql`actor_kind = 'operator'`,
        sql`result = 'refused'`,
        sql`result = 'done'`,
      ]),
    ),
  "a time is changed": async (scene) => {
    const name = raw(scene.random.of(["business_at", "wall_at"]));
    const span = raw(scene.random.of(["1 microsecond", "-1 second", "1 day", "400 days"]));
    await set(scene, sql`${name} = ${name} + interval '${span}'`);
  },
  "before or after is changed": async (scene) => {
    const name = raw(scene.random.of(["before", "after"]));
    const value = scene.random.of([
      "null",
      "'null'",
      "'{}'",
      "'[]'",
      '\'{"name": "x"}\'',
      "'0'",
      "'0.0'",
    ]);
    await set(scene, sql`${name} = ${raw(value)}`);
  },
  "before and after change places": (scene) => set(scene, sql`before = after, after = before`),
  "a letter goes to the next column": (scene) => {
    const [from, to] = scene.random.of(NEIGHBORS);
    return set(scene, sql`${from} = left(${from}, -1), ${to} = concat(right(${from}, 1), ${to})`);
  },
  "an entry gets another number": async (scene) => {
    const id = entryAt(scene);
    await scene.db.rows`
      insert into audit_entries (id, ${COLUMNS}) overriding system value
      select ${FAR}, ${COLUMNS} from audit_entries where id = ${id}`;
    await scene.db.rows`delete from audit_entries where id = ${id}`;
    if (scene.random.fraction() < 0.5) return;
    await scene.db.rows`update audit_chain set entry_id = ${FAR} where entry_id = ${id}`;
  },
  "two entries change places": async ({ db, random, entryIds }) => {
    const [one, other] = random.twoOf(entryIds);
    await db.rows`
      update audit_entries e set (${COLUMNS}) = (
        select ${COLUMNS} from audit_entries o
        where o.id = case e.id when ${one}::bigint then ${other}::bigint else ${one}::bigint end)
      where e.id in (${one}, ${other})`;
  },
  "an entry becomes a copy of another": async ({ db, random, entryIds }) => {
    const [one, other] = random.twoOf(entryIds);
    await db.rows`
      update audit_entries set (${COLUMNS}) = (
        select ${COLUMNS} from audit_entries where id = ${other})
      where id = ${one}`;
  },
  "an entry is removed": (scene) =>
    scene.db.rows`delete from audit_entries where id = ${entryAt(scene)}`,
  "an entry is removed with its link": async (scene) => {
    const id = entryAt(scene);
    await scene.db.rows`delete from audit_entries where id = ${id}`;
    await scene.db.rows`delete from audit_chain where entry_id = ${id}`;
  },
  "an entry is removed and the gap closed": async (scene) => {
    const sequence = linkAt(scene);
    await scene.db.rows`
      delete from audit_entries using audit_chain where id = entry_id and sequence = ${sequence}`;
    await scene.db.rows`delete from audit_chain where sequence = ${sequence}`;
    await shiftBehind(scene, sequence, -1);
  },
};
