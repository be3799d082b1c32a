/** A bank connection over SFTP in the database of a test. */
import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { TestContext } from "node:test";
import type { AchNeeds } from "../../src/core/ach/ach-needs.ts";
import { connectBank, type NewBank } from "../../src/core/ach/connections/connect-bank.ts";
import { ConnectionStore } from "../../src/core/ach/connections/connection-store.ts";
import { exchangeWithBanks } from "../../src/core/ach/exchange.ts";
import type { AchNetwork } from "../../src/ports/ach-network.ts";
import type { SftpServer } from "../../src/ports/sftp-server.ts";
import { BOOKS, openTestAch, type TestAch } from "./ach.ts";
import { openSharedServer } from "./bank-drops.ts";
import type { OpenSsh } from "./openssh.ts";

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

/** A bank over SFTP with its folders, and calls that use them. */
export async function openBank(t: TestContext, host?: OpenSsh) {
  const ach = await openTestAch(t);
  const server = await (host ?? (await openSharedServer(t))).makeBank();
  const connection = await connectSftp(ach, server);
  const { folders } = server;
  const list = (folder: keyof SftpServer["folders"]) => readdir(folders[folder]);
  const put = (name: string, text: string) => writeFile(path.join(folders.inbox, name), text);
  /** Twice, because a file must be unchanged between two looks. */
  const read = async (needs: AchNeeds = ach.needs) => {
    await exchangeWithBanks(needs, ach.clock.business());
    ach.clock.advance({ seconds: 10 });
    const { failures, ...counts } = await exchangeWithBanks(needs, ach.clock.business());
    return { ...counts, failures: failures.map(({ error }) => (error as Error).message) };
  };
  return { ach, server, connection, folders, list, put, read };
}

type BankHook = "handOver" | "countedRename" | "listDrafts" | "acknowledge";

/** The needs with a hook before some calls of the bank, and after a rename was counted. */
export function withHooks(
  needs: AchNeeds,
  hooks: Partial<Record<BankHook, () => Promise<void>>>,
): AchNeeds {
  const sftp = needs.networks.sftp ?? assert.fail();
  const hooked: AchNetwork = {
    prepareDraft: (file) => sftp.prepareDraft(file),
    handOver: async (file, at) => {
      await hooks.handOver?.();
      const countRename = async () => {
        const renames = await file.countRename();
        await hooks.countedRename?.();
        return renames;
      };
      return sftp.handOver({ ...file, countRename }, at);
    },
    listDrafts: async (name) => {
      await hooks.listDrafts?.();
      return sftp.listDrafts(name);
    },
    removeDraft: (draft) => sftp.removeDraft(draft),
    listIncoming: (name, by) => sftp.listIncoming(name, by),
    acknowledge: async (file) => {
      await hooks.acknowledge?.();
      await sftp.acknowledge(file);
    },
    checkConnection: (name) => sftp.checkConnection(name),
  };
  return { ...needs, networks: { ...needs.networks, sftp: hooked } };
}
