/** Wires ACH: banks connected by folders or SFTP, and in certification also the bank simulator. */
import path from "node:path";
import { AchSimulator } from "../../adapters/ach-simulator.ts";
import { DirectoryDrop } from "../../adapters/directory-drop.ts";
import { SftpDrop } from "../../adapters/sftp-drop/sftp-drop.ts";
import type { Config } from "../../config.ts";
import type { AchNeeds } from "../../core/ach/ach-needs.ts";
import { addBankingDays } from "../../core/ach/banking-days.ts";
import { openSftpServer } from "../../core/ach/connections/sftp-login.ts";
import type { BankFailure } from "../../core/ach/exchange.ts";
import { FileUnconfirmed } from "../../core/ach/files/hand-over.ts";
import { ACH_ZONE, ANSWERS_AT, achMoment } from "../../core/ach/settlement.ts";
import { Vault } from "../../core/vault/vault.ts";
import { VaultStore } from "../../core/vault/vault-store.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { writeEntryNews } from "../../interfaces/gateway/payments/write-entry-news.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";

export interface OpenAchNeeds {
  /** A pool that uses the payments role. */
  readonly db: DatabasePool;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly config: Config;
  /** The installation's folder. It contains the ACH folder, unless ACH_FOLDER is set. */
  readonly dataDir: string;
}

export interface OpenedAch extends AchNeeds {
  /** Closes connections to banks. Without it, they close by themselves after some seconds. */
  close(): Promise<void>;
}

export function openAch(needs: OpenAchNeeds): OpenedAch {
  const { db, custody, clock, config } = needs;
  const directory = openDirectoryDrop(needs);
  const sftp = openSftpDrop(needs);
  return {
    db,
    custody,
    clock,
    writeEntryNews,
    operatorEmail: config.operatorEmail,
    vault: new Vault({ store: new VaultStore(db), custody }),
    networks:
      config.environment === "production"
        ? { directory, sftp }
        : { directory, sftp, simulator: openSimulator(db, custody) },
    close: () => sftp.close(),
  };
}

function openSftpDrop({ db, custody, clock }: OpenAchNeeds): SftpDrop {
  return new SftpDrop({ clock, findServer: (name) => openSftpServer({ db, custody }, name) });
}

export function openDirectoryDrop({
  clock,
  config,
  dataDir,
}: Pick<OpenAchNeeds, "clock" | "config" | "dataDir">): DirectoryDrop {
  return new DirectoryDrop({ root: findAchFolder({ config, dataDir }), clock });
}

/** The folder that has a folder for each bank. */
export function findAchFolder({
  config,
  dataDir,
}: Pick<OpenAchNeeds, "config" | "dataDir">): string {
  return config.achFolder ?? path.join(dataDir, "ach");
}

function openSimulator(db: DatabasePool, custody: KeyCustody): AchSimulator {
  return new AchSimulator({
    db,
    custody,
    morningAfter: (day, bankingDays) => achMoment(addBankingDays(day, bankingDays), ANSWERS_AT),
    timeZone: ACH_ZONE,
  });
}

interface FailureLog {
  error(facts: object, text: string): void;
}

/** A file in doubt is not sent again by itself. */
export function logBankFailure(log: FailureLog, { connection, error }: BankFailure): void {
  const text =
    error instanceof FileUnconfirmed
      ? "it is not certain that the bank has a file; ask the bank"
      : "files could not be exchanged with a bank; will retry";
  log.error({ err: error, connection }, text);
}
