/** Everything that a database stores, as text, for tests that search for secrets. */
import type { TestDatabase } from "./database.ts";

interface Housed {
  readonly database: Pick<TestDatabase, "owner">;
}

/** The text of every table, with bytes in hex. */
export async function everythingStored({ database }: Housed): Promise<string> {
  const tables = await database.owner.rows<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'simulator')`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await database.owner.rows<{ text: string | null }>`
      select query_to_xml(format('select t::text from %s t', ${name}::text), true, false, '')::text
        as text`;
    texts.push(...rows.map(({ text }) => text ?? ""));
  }
  return texts.join("\n");
}
