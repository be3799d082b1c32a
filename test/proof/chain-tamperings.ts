/**
 * Changes that an attacker who controls the database, without a key, might make to the audit chain.
 */
import { createHmac } from "node:crypto";
import { type Sql, sql } from "../../src/db/sql.ts";
import type { Random } from "./random.ts";
import {
  addStranger,
  FAR,
  linkAt,
  raw,
  type Scene,
  shiftBehind,
  type Tampering,
} from "./tampering.ts";

async function addLink({ db, random }: Scene, sequence: Sql, entryId: string): Promise<void> {
  await db.rows`
    insert into audit_chain (sequence, entry_id, chained_at, hmac)
    values (${sequence}, ${entryId}, now(), ${random.bytes(32)})`;
}

/** Swaps a column of two links. The column is unique. */
async function swapLinks(scene: Scene, column: "entry_id" | "sequence"): Promise<void> {
  const { db, random, sequences } = scene;
  const [one, other] = random.twoOf(sequences);
  const name = raw(column);
  const links = await db.rows<{ sequence: string; entry_id: string }>`
    select sequence, entry_id from audit_chain where sequence in (${one}, ${other})`;
  const [a, b] = links.map((link) => link[column]);
  await db.rows`update audit_chain set ${name} = ${FAR} where ${name} = ${a}`;
  await db.rows`update audit_chain set ${name} = ${a} where ${name} = ${b}`;
  await db.rows`update audit_chain set ${name} = ${b} where ${name} = ${FAR}`;
}

/** Removes the links from one of the newest links on. */
async function cutTail(scene: Scene, withEntries: boolean): Promise<void> {
  const { db } = scene;
  const from = linkAt(scene);
  if (withEntries) {
    await db.rows`
      delete from audit_entries using audit_chain where id = entry_id and sequence >= ${from}`;
  }
  await db.rows`delete from audit_chain where sequence >= ${from}`;
}

/** The attacker cannot make a seal, so it copies one that it finds. */
function someSeal(random: Random): Sql {
  const found = random.of([
    sql`seal`,
    sql`coalesce((select seal from audit_head), '')`,
    sql`coalesce((select seal from audit_anchor), '')`,
    sql`(select hmac from audit_chain order by sequence desc limit 1)`,
    sql`${random.bytes(32)}::bytea`,
  ]);
  return sql`coalesce(${found}, '')`;
}

/** Rebuilds the whole chain with a key of the attacker. */
async function forgeChain({ db, random, entryIds }: Scene): Promise<void> {
  const key = random.bytes(32);
  const forge = (text: string) => createHmac("sha256", key).update(text).digest();
  await db.rows`delete from audit_chain`;
  const hmacs = entryIds.map(forge);
  await db.rows`
    insert into audit_chain (sequence, entry_id, chained_at, hmac)
    select place, id, now(), hmac
    from unnest(${entryIds}::bigint[], ${hmacs}::bytea[]) with ordinality as forged (id, hmac, place)`;
  await db.rows`update audit_anchor set sequence = 0, hmac = ${forge("0")}, seal = ${forge("a")}`;
  await db.rows`
    update audit_head set sequence = ${entryIds.length}, hmac = ${hmacs.at(-1)}, seal = ${forge("h")}`;
}

export const CHAIN_TAMPERINGS: Readonly<Record<string, Tampering>> = {
  "a link is removed": (scene) =>
    scene.db.rows`delete from audit_chain where sequence = ${linkAt(scene)}`,
  "a run of links is removed": async ({ db, random, sequences }) => {
    const [one, other] = random.twoOf(sequences);
    await db.rows`
      delete from audit_chain
      where sequence between least(${one}::bigint, ${other}) and greatest(${one}::bigint, ${other})`;
  },
  "links are removed and their entries wait again": async ({ db, random, sequences }) => {
    const [one, other] = random.twoOf(sequences);
    await db.rows`
      with gone as (
        delete from audit_chain where sequence in (${one}, ${other}) returning entry_id)
      insert into audit_unchained select entry_id from gone`;
  },
  "two links change entries": (scene) => swapLinks(scene, "entry_id"),
  "two links change numbers": (scene) => swapLinks(scene, "sequence"),
  "two links change HMACs": async ({ db, random, sequences }) => {
    const [one, other] = random.twoOf(sequences);
    await db.rows`
      update audit_chain c set hmac = (
        select hmac from audit_chain o
        where o.sequence = case c.sequence when ${one}::bigint then ${other}::bigint
          else ${one}::bigint end)
      where sequence in (${one}, ${other})`;
  },
  "a bit of a link's HMAC is turned": async (scene) => {
    const bit = scene.random.whole(0, 255);
    await scene.db.rows`
      update audit_chain set hmac = set_bit(hmac, ${bit}::bigint, 1 - get_bit(hmac, ${bit}::bigint))
      where sequence = ${linkAt(scene)}`;
  },
  "a link's HMAC is cut short": (scene) =>
    scene.db.rows`
      update audit_chain set hmac = substr(hmac, 1, ${scene.random.whole(0, 31)}::integer)
      where sequence = ${linkAt(scene)}`,
  "a link's time is changed": async (scene) => {
    const time = raw(
      scene.random.of(["chained_at + interval '1 microsecond'", "'infinity'", "now()"]),
    );
    await scene.db.rows`
      update audit_chain set chained_at = ${time} where sequence = ${linkAt(scene)}`;
  },
  "a stranger without a link": addStranger,
  "a stranger with a link at the end": async (scene) => {
    await addLink(
      scene,
      sql`(select max(sequence) + 1 from audit_chain)`,
      await addStranger(scene),
    );
    if (scene.random.fraction() < 0.5) return;
    await scene.db.rows`
      update audit_head h set sequence = c.sequence, hmac = c.hmac, seal = ${someSeal(scene.random)}
      from (select * from audit_chain order by sequence desc limit 1) c`;
  },
  "a stranger with a link in between": async (scene) => {
    const sequence = linkAt(scene);
    const id = await addStranger(scene);
    await shiftBehind(scene, sequence, 1);
    await addLink(scene, sql`${sequence}::bigint + 1`, id);
  },
  "a stranger takes over a link": async (scene) => {
    const [id, sequence] = [await addStranger(scene), linkAt(scene)];
    await scene.db.rows`
      with old as (select entry_id from audit_chain where sequence = ${sequence})
      delete from audit_entries using old where id = old.entry_id`;
    await scene.db.rows`update audit_chain set entry_id = ${id} where sequence = ${sequence}`;
  },
  "a link before the beginning": async (scene) => {
    const { db, random, anchored } = scene;
    await db.rows`alter table audit_chain drop constraint audit_chain_sequence_check`;
    const before = random.whole(0, 3);
    await addLink(scene, sql`${anchored}::bigint - ${before}::integer`, await addStranger(scene));
  },
  "the tail's links are cut off": (scene) => cutTail(scene, false),
  "the tail is cut off with its entries": (scene) => cutTail(scene, true),
  "the tail is cut off and the head moved back": async (scene) => {
    await cutTail(scene, true);
    await scene.db.rows`
      update audit_head h set sequence = c.sequence, hmac = c.hmac, seal = ${someSeal(scene.random)}
      from (select sequence, hmac from audit_chain
        union all select sequence, hmac from audit_anchor order by sequence desc limit 1) c`;
  },
  "everything is cut off": async ({ db, random }) => {
    await db.rows`delete from audit_entries`;
    await db.rows`delete from audit_chain`;
    const seal = someSeal(random);
    await db.rows`
      update audit_head set sequence = a.sequence, hmac = a.hmac, seal = ${seal}
      from (select sequence, hmac from audit_anchor) a`;
  },
  "the head is removed": ({ db }) => db.rows`delete from audit_head`,
  "the head is changed": async ({ db, random }) => {
    const change = random.of([
      sql`sequence = sequence - 1`,
      sql`sequence = sequence + ${random.whole(1, 99)}::integer`,
      sql`sequence = 9223372036854775807`,
      sql`sequence = -1`,
      sql`hmac = ${random.bytes(32)}`,
      sql`seal = ${random.bytes(32)}`,
      sql`seal = coalesce((select seal from audit_anchor), '')`,
      sql`seal = ''`,
    ]);
    await db.rows`update audit_head set ${change}`;
  },
  "the anchor is removed": ({ db }) => db.rows`delete from audit_anchor`,
  "the anchor is changed": async ({ db, random }) => {
    const change = random.of([
      sql`sequence = sequence + 1`,
      sql`sequence = sequence - 1`,
      sql`born_at = born_at - interval '1 microsecond'`,
      sql`born_at = '-infinity'`,
      sql`hmac = ${random.bytes(32)}`,
      sql`seal = ${random.bytes(31)}`,
      sql`seal = coalesce((select seal from audit_head), '')`,
    ]);
    await db.rows`update audit_anchor set ${change}`;
  },
  "the beginning is removed": async (scene) => {
    const upTo = linkAt(scene);
    const seal = someSeal(scene.random);
    if (scene.random.fraction() < 0.7) {
      await scene.db.rows`
        update audit_anchor set sequence = c.sequence, hmac = c.hmac, seal = ${seal}
        from (select sequence, hmac from audit_chain where sequence = ${upTo}) c`;
    }
    await scene.db.rows`
      delete from audit_entries using audit_chain where id = entry_id and sequence <= ${upTo}`;
    await scene.db.rows`delete from audit_chain where sequence <= ${upTo}`;
  },
  "the chain is removed": async ({ db, random }) => {
    await db.rows`delete from audit_chain`;
    if (random.fraction() < 0.7) await db.rows`delete from audit_head`;
    if (random.fraction() < 0.7) await db.rows`delete from audit_anchor`;
  },
  "the chain is restarted under another key": forgeChain,
};
