/**
 * The program of a worker process that closes ACH files and can be killed. DATABASE_URL is a seeded
 * database, ACH_FOLDER has the folders of banks without an SFTP server, and DIES selects where it kills
 * itself.
 */
import { SftpDrop } from "../../src/adapters/sftp-drop/sftp-drop.ts";
import { systemClock } from "../../src/adapters/system-clock.ts";
import { openAch } from "../../src/app/areas/ach.ts";
import { ConnectionStore } from "../../src/core/ach/connections/connection-store.ts";
import { openSftpServer } from "../../src/core/ach/connections/sftp-login.ts";
import { exchangeWithBank } from "../../src/core/ach/exchange.ts";
import { forceCutOff } from "../../src/core/ach/files/cut-off.ts";
import type { AchNetwork } from "../../src/ports/ach-network.ts";
import { openAchPool } from "../kit/ach.ts";
import { openTestCustody } from "../kit/custody.ts";
import { poolOf } from "../kit/database.ts";
import { testConfig } from "../kit/test-config.ts";

const { DATABASE_URL = "", ACH_FOLDER = "", DIES = "" } = process.env;

const db = openAchPool(DATABASE_URL);
const custody = await openTestCustody(poolOf(DATABASE_URL));
const config = testConfig({ ACH_FOLDER });
const open = openAch({ db, custody, clock: systemClock, config, dataDir: ACH_FOLDER });
const { directory } = open.networks;
if (directory === undefined) throw new Error("The directory drop is missing.");
const findServer = (name: string) => openSftpServer({ db, custody }, name);
/** Files of the test are complete at once. */
const sftp = new SftpDrop({ clock: systemClock, findServer, limits: { quietMs: 0 } });
const ach = { ...open, networks: { directory: mortal(directory), sftp: mortal(sftp) } };

process.once("disconnect", () => process.exit());
process.on("message", async () => {
  try {
    const bank = await new ConnectionStore(db).findConnection("first-bank");
    if (bank === undefined) throw new Error("The bank connection was not found.");
    const {
      failures: [trouble],
    } = await forceCutOff(ach, bank);
    const { failures } = await exchangeWithBank(ach, bank, systemClock.business());
    if (failures.length > 0) throw failures[0]?.error;
    process.send?.({ trouble: trouble === undefined ? null : String(trouble) });
  } catch (error) {
    process.send?.({ trouble: String(error) });
  }
});
process.send?.({ kind: "ready" });

/** Before and after each of the two steps, the database and the disk differ. */
function mortal(network: AchNetwork): AchNetwork {
  return {
    prepareDraft: async (file) => {
      dieAt("before prepare");
      await network.prepareDraft(file);
      dieAt("after prepare");
    },
    handOver: async (file, at) => {
      dieAt("before hand-over");
      const countRename = async () => {
        const renames = await file.countRename();
        dieAt("rename counted");
        return renames;
      };
      const result = await network.handOver({ ...file, countRename }, at);
      dieAt("after hand-over");
      return result;
    },
    listDrafts: (connection) => network.listDrafts(connection),
    removeDraft: (draft) => network.removeDraft(draft),
    listIncoming: (connection, by) => network.listIncoming(connection, by),
    acknowledge: async (file) => {
      dieAt("before acknowledge");
      await network.acknowledge(file);
      dieAt("after acknowledge");
    },
    checkConnection: (connection) => network.checkConnection(connection),
  };
}

function dieAt(moment: string): void {
  if (DIES === moment) process.kill(process.pid, "SIGKILL");
}
