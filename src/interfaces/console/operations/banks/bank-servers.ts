/** Banks that are connected by SFTP: connect one, change its server, and try the connection. */
import {
  type ActingBy,
  changeSftpServer,
  planServer,
  type ServerChanges,
  type ServerNeeds,
  type ServerRefusal,
} from "../../../../core/ach/connections/change-server.ts";
import { changeBankWindows } from "../../../../core/ach/connections/change-windows.ts";
import {
  type ConnectRefusal,
  connectBank,
  type NewBank,
  refuseBank,
} from "../../../../core/ach/connections/connect-bank.ts";
import type { SftpServer } from "../../../../ports/sftp-server.ts";
import { type ConsoleRefusal, conflict, invalid } from "../../errors.ts";
import type { Body } from "../../read.ts";
import { actingParty, type Routes } from "../../routes.ts";
import { BANK_TEXTS, describeTakenInbox, LOGIN_AGAIN, SERVER_TEXTS } from "./bank-texts.ts";
import type { BankCheck } from "./contract.ts";
import { readBankIds, readServer, readServerChanges, readWindows } from "./read-server.ts";

export interface BankServerNeeds extends ServerNeeds {
  /** Logs in and looks for the folders. Fails with the reason. */
  readonly tryServer: (server: SftpServer) => Promise<void>;
  readonly listOfferedKeys: (host: string, port: number) => Promise<readonly string[]>;
}

export function addBankServers(routes: Routes, needs: BankServerNeeds): void {
  routes.post("/operations/banks", "operations", async (call) => {
    const bank = await readBank(needs, call.body);
    const refusal = refuseBank(bank);
    if (refusal !== undefined) throw bankRefusal(refusal);
    if (bank.sftp !== undefined) await tryUnlessSkipped(needs, bank.sftp, call.body);
    const outcome = await connectBank(needs, bank, actingParty(call));
    if (outcome.kind !== "connected") throw bankRefusal(outcome);
    return { name: bank.name };
  });
  routes.patch("/operations/banks/:name/server", "operations", async (call) => {
    const changes = readServerChanges(call.body);
    const isSaved = await changeServer(needs, call.param("name"), {
      ...{ changes, by: actingParty(call), body: call.body },
    });
    return isSaved ? null : undefined;
  });
  routes.patch("/operations/banks/:name/windows", "operations", async (call) => {
    const windows = readWindows(call.body);
    const by = actingParty(call);
    const outcome = await changeBankWindows(needs, call.param("name"), { windows, by });
    if (outcome === "bad_windows") throw invalid({ windows: BANK_TEXTS.windows });
    return outcome === "changed" ? null : undefined;
  });
  routes.post("/operations/banks/:name/check", "operations", async (call) => {
    const planned = await planServer(needs, call.param("name"), {});
    if (planned.kind === "not_found") return undefined;
    if (planned.kind !== "planned") throw serverRefusal(planned);
    return tryConnection(needs, planned.server);
  });
}

/** Nobody can know from the network alone which key is the bank's, so the operator must enter it. */
async function readBank(needs: BankServerNeeds, body: Body): Promise<NewBank> {
  const [ids, sftp] = [readBankIds(body), readServer(body)];
  body.settle();
  if (sftp.hostKeys.length === 0) {
    const keys = await needs.listOfferedKeys(sftp.host, sftp.port).catch(() => []);
    const offered = keys.length === 0 ? "" : ` The server offers: ${keys.join(", ")}.`;
    throw invalid({ hostKeys: `Enter the fingerprint that the bank gave you.${offered}` });
  }
  return { ...ids, network: "sftp", offset: undefined, sftp };
}

interface ServerChange {
  readonly changes: ServerChanges;
  readonly by: ActingBy;
  readonly body: Body;
}

/** Returns false if the bank has no server. */
async function changeServer(
  needs: BankServerNeeds,
  name: string,
  { changes, by, body }: ServerChange,
): Promise<boolean> {
  const planned = await planServer(needs, name, changes);
  if (planned.kind === "planned") await tryUnlessSkipped(needs, planned.server, body);
  const refused = planned.kind !== "planned";
  const outcome = refused ? planned : await changeSftpServer(needs, name, { changes, by });
  if (outcome.kind === "not_found") return false;
  if (outcome.kind !== "changed") throw serverRefusal(outcome);
  return true;
}

function serverRefusal(outcome: Exclude<ServerRefusal, { kind: "not_found" }>): ConsoleRefusal {
  switch (outcome.kind) {
    case "bad_server_value":
      return invalid({ [outcome.value]: SERVER_TEXTS[outcome.value] });
    case "login_needed":
      return invalid({ password: LOGIN_AGAIN });
    case "inbox_taken":
      return invalid({ inbox: describeTakenInbox(outcome.connection) });
  }
}

/** So that a wrong value is noticed at once. */
async function tryUnlessSkipped(
  needs: BankServerNeeds,
  server: SftpServer,
  body: Body,
): Promise<void> {
  if (body.isTrue("skipsCheck")) return;
  const { problem } = await tryConnection(needs, server);
  if (problem !== null) throw conflict(`${problem} Nothing was saved.`);
}

async function tryConnection(needs: BankServerNeeds, server: SftpServer): Promise<BankCheck> {
  try {
    await needs.tryServer(server);
    return { problem: null };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function bankRefusal(outcome: ConnectRefusal): ConsoleRefusal {
  if (outcome.kind === "name_taken") {
    return invalid({ name: "A bank connection with this name already exists." });
  }
  if (outcome.kind === "inbox_taken")
    return invalid({ inbox: describeTakenInbox(outcome.connection) });
  const { kind, value } = outcome;
  return invalid({
    [value]: kind === "bad_value" ? BANK_TEXTS[value] : SERVER_TEXTS[value],
  });
}
