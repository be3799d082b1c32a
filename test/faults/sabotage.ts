/**
 * Failures that are injected into the database: a row that a table refuses, like a damaged page, and a
 * card host whose tables are slow.
 */
import type pg from "pg";
import { asking } from "./books.ts";

type Heal = () => Promise<void>;

/** Makes a table refuse the row of one payment. A cluster has constraints, but no triggers. */
export async function poison(
  databaseUrl: string,
  table: "open_attempts" | "transactions",
  mark: string,
): Promise<Heal> {
  const isSound =
    table === "transactions"
      ? `custom_id is distinct from '${mark}'`
      : `position('"${mark}"' in request::text) = 0`;
  const change = (how: string) =>
    asking(databaseUrl, (client) => insist(client, `alter table ${table} ${how}`));
  await change(`add constraint poisoned check (${isSound}) not valid`);
  return () => change("drop constraint poisoned");
}

/**
 * Delays the storing of orders at the card host, which forgets what it said to inquiries meanwhile: it
 * takes an order that it said would never arrive.
 */
export async function delayHost(databaseUrl: string, seconds: number): Promise<Heal> {
  const change = (statement: string) => asking(databaseUrl, (client) => insist(client, statement));
  // Once for all orders of a statement.
  await change(`create or replace function public.delay_order() returns trigger
    language plpgsql as $$ begin
      if current_setting('test.is_delayed', true) is distinct from 'yes' then
        perform set_config('test.is_delayed', 'yes', true);
        perform pg_sleep(tg_argv[0]::float);
      end if;
      return new;
    end $$`);
  // Only the owner may delete orders.
  await change(`create or replace function public.forget_order() returns trigger
    language plpgsql security definer as $$ begin
      delete from simulator.card_orders where reference = new.reference; return null;
    end $$`);
  await change(`create trigger delay_order before insert on simulator.card_orders for each row
    when (new.answer->>'kind' <> 'never_arrived')
    execute function public.delay_order('${seconds}')`);
  await change(`create trigger forget_order after insert on simulator.card_orders for each row
    when (new.answer->>'kind' = 'never_arrived') execute function public.forget_order()`);
  return async () => {
    for (const name of ["delay_order", "forget_order"]) {
      await change(`drop trigger ${name} on simulator.card_orders`);
    }
  };
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
