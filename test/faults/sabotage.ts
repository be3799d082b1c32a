/**
 * Failures that are injected into the database: a row that a table refuses, like a damaged page, and a
 * card host whose tables are slow.
 */
import type pg from "pg";
import { asking } from "./books.ts";

type Heal = () => Promise<void>;

/** Makes a table refuse the row of one payment. */
export function poison(
  databaseUrl: string,
  table: "open_attempts" | "transactions",
  mark: string,
): Promise<Heal> {
  const body = `
    if position(tg_argv[0] in to_json(new)::text) > 0 then
      raise exception 'this row is poisoned';
    end if;
    return new;`;
  return sabotage(databaseUrl, { table, body, each: "row", argument: `${mark}"` });
}

/** Delays the storing of orders at the card host. */
export function delayHost(databaseUrl: string, seconds: number): Promise<Heal> {
  const body = "perform pg_sleep(tg_argv[0]::float); return null;";
  const table = "simulator.card_orders";
  return sabotage(databaseUrl, { table, body, each: "statement", argument: String(seconds) });
}

interface Sabotage {
  readonly table: string;
  readonly body: string;
  readonly each: "row" | "statement";
  readonly argument: string;
}

/** Returns a function that undoes it. */
async function sabotage(databaseUrl: string, wish: Sabotage): Promise<Heal> {
  const { table, body, each, argument } = wish;
  await asking(databaseUrl, async (client) => {
    await client.query(`create or replace function public.sabotage() returns trigger
      language plpgsql as $$ begin ${body} end $$`);
    await insist(
      client,
      `create trigger sabotage before insert on ${table}
      for each ${each} execute function public.sabotage('${argument}')`,
    );
  });
  return () =>
    asking(databaseUrl, async (client) => {
      await insist(client, `drop trigger sabotage on ${table}`);
    });
}

const DEADLOCK = "40P01";
const TRIES = 20;

/** The product keeps writing meanwhile, so a deadlock is retried. */
async function insist(client: pg.Client, statement: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(statement);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || tries >= TRIES) throw error;
    }
  }
}
