/** A bank connection over SFTP in the database of a test. */
import assert from "node:assert/strict";
import { connectBank, type NewBank } from "../../src/core/ach/connections/connect-bank.ts";
import { ConnectionStore } from "../../src/core/ach/connections/connection-store.ts";
import type { SftpServer } from "../../src/ports/sftp-server.ts";
import { BOOKS, type TestAch } from "./ach.ts";

export const BY = { actor: { kind: "command_line", name: "test" } } as const;

/** The values of a bank, as an operator enters them. */
export function newSftpBank(name: string, sftp: SftpServer): NewBank {
  return {
    ...{ name, network: "sftp", sftp, offset: undefined, windows: ["17:00 America/New_York"] },
    ...{ destination: "061000146", destinationName: "First Bank", odfi: "06100014" },
    ...{ origin: "1234567890", originName: "Sixdoors" },
  };
}

/** Connects a bank for the given accounts. */
export async function connectSftp(
  { needs, database }: Pick<TestAch, "needs" | "database">,
  sftp: SftpServer,
  { name = "first-bank", accounts = [BOOKS] as readonly string[] } = {},
) {
  const { owner } = database;
  const outcome = await connectBank(
    { db: owner, custody: needs.custody },
    newSftpBank(name, sftp),
    BY,
  );
  assert.deepEqual(outcome, { kind: "connected" });
  await owner.rows`
    update accounts set ach_processor = ${name} where id = any (${accounts}::bigint[])`;
  return (await new ConnectionStore(owner).findConnection(name)) ?? assert.fail();
}
