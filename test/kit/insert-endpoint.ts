/** A webhook endpoint that was always there, for tests that send nothing to it. */
import type { Database } from "../../src/db/database.ts";

export async function insertEndpoint(owner: Database, accountId: string): Promise<void> {
  const url = "https://books.test/hook";
  await owner.rows`
    insert into webhook_endpoints (account_id, url, origin, is_on, secret_sealed, updated_at, created_at)
    values (${accountId}, ${url}, 'https://books.test', true, '', now(), null)`;
}
