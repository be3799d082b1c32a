/**
 * A row that a table refuses. No request from outside is known that cannot be stored, so the
 * database itself is told to refuse one payment, as a full disk or a damaged page would.
 */
import { asking } from "./books.ts";

/** Gives the way to take it back. */
export async function poison(
  databaseUrl: string,
  table: "open_attempts" | "transactions",
  mark: string,
): Promise<() => Promise<void>> {
  await asking(databaseUrl, async (client) => {
    await client.query(`
      create or replace function refuse_poison() returns trigger language plpgsql as $$
      begin
        if position(tg_argv[0] in to_json(new)::text) > 0 then
          raise exception 'this row is poisoned';
        end if;
        return new;
      end
      $$`);
    await client.query(`create trigger refuse_poison before insert on ${table}
      for each row execute function refuse_poison('${mark}"')`);
  });
  return () =>
    asking(databaseUrl, async (client) => {
      await client.query(`drop trigger refuse_poison on ${table}`);
    });
}
