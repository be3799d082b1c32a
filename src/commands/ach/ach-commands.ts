/** The commands of `ach`, with their options. */
import type { Command } from "commander";
import type { RunCommand } from "../run-command.ts";

const forced = () => import("./ach.ts");
const banks = () => import("./ach-banks.ts");
const servers = () => import("./ach-servers.ts");
const blocks = () => import("./ach-blocks.ts");
const unconfirmed = () => import("./ach-unconfirmed.ts");
const reversals = () => import("./ach-reversals.ts");
const viewing = () => import("./ach-view-file.ts");

export function addAchCommands(program: Command, run: RunCommand): void {
  const ach = program.command("ach").description("manage banks, ACH files and returns");
  addFileCommands(ach, run);
  addForcedCommands(ach, run);
  addListCommands(ach, run);
  addBankCommands(ach, run);
  addServerCommands(ach, run);
  addBlockCommands(ach, run);
  addRetryCommand(ach, run);
  addReversalCommands(ach, run);
}

function addFileCommands(ach: Command, run: RunCommand): void {
  ach
    .command("files", { isDefault: true })
    .description("list files to and from banks")
    .option("--json", "print JSON")
    .action((options) =>
      run(banks, ({ achFilesCommand }, config) => achFilesCommand(config, options)),
    );

  ach
    .command("view")
    .description("show an ACH file as a table, without whole account numbers")
    .argument("<file>", "path of the file, or its name in the list of `ach files`")
    .action((file) => run(viewing, ({ achViewCommand }, config) => achViewCommand(config, file)));

  ach
    .command("confirm")
    .description("record that the bank has a file that was not confirmed")
    .argument("<file>", "name of the file in the list of `ach files`")
    .option("--json", "print JSON")
    .action((file, options) =>
      run(unconfirmed, ({ achConfirmCommand }, config) => achConfirmCommand(config, file, options)),
    );

  ach
    .command("resend")
    .description("send an unconfirmed file again, after the bank said that it does not have it")
    .argument("<file>", "name of the file in the list of `ach files`")
    .option("--json", "print JSON")
    .action((file, options) =>
      run(unconfirmed, ({ achResendCommand }, config) => achResendCommand(config, file, options)),
    );
}

function addForcedCommands(ach: Command, run: RunCommand): void {
  ach
    .command("cutoff")
    .description("send waiting entries now, without waiting for the cutoff")
    .argument("[bank]", "only this bank")
    .option("--json", "print JSON")
    .action((bank, options) =>
      run(forced, ({ achCutOffCommand }, config) => achCutOffCommand(config, bank, options)),
    );

  ach
    .command("settle")
    .description("settle an entry that was sent, or all that are due (in certification all)")
    .argument("[transaction_id]", "transaction id of the entry (default: all)")
    .option("--account <id>", "account number, if two accounts have the id")
    .option("--json", "print JSON")
    .action((id, options) =>
      run(forced, ({ achSettleCommand }, config) => achSettleCommand(config, id, options)),
    );

  ach
    .command("return")
    .description("return an entry that was sent, as its bank would")
    .argument("<transaction_id>", "transaction id of the entry")
    .argument("<code>", "return code, such as R01")
    .option("--account <id>", "account number, if two accounts have the id")
    .option("--json", "print JSON")
    .action((id, code, options) =>
      run(forced, ({ achReturnCommand }, config) => achReturnCommand(config, [id, code], options)),
    );

  ach
    .command("change")
    .description("apply a notification of change, as if the bank had sent it")
    .argument("<transaction_id>", "transaction id of the entry")
    .argument("<code>", "change code, such as C01")
    .argument("[corrected...]", "corrected data, such as the new account number")
    .option("--account <id>", "account number, if two accounts have the id")
    .option("--json", "print JSON")
    .action((id, code, corrected, options) =>
      run(forced, ({ achChangeCommand }, config) =>
        achChangeCommand(config, [id, code, ...corrected], options),
      ),
    );
}

function addListCommands(ach: Command, run: RunCommand): void {
  ach
    .command("unmatched")
    .description("list items from banks that match no entry")
    .option("--json", "print JSON")
    .action((options) =>
      run(banks, ({ achUnmatchedCommand }, config) => achUnmatchedCommand(config, options)),
    );

  ach
    .command("rates")
    .description("show the return rates of each account for the last 60 days")
    .option("--json", "print JSON")
    .action((options) =>
      run(banks, ({ achRatesCommand }, config) => achRatesCommand(config, options)),
    );

  ach
    .command("banks")
    .description("list connected banks")
    .option("--json", "print JSON")
    .action((options) =>
      run(banks, ({ achBanksCommand }, config) => achBanksCommand(config, options)),
    );
}

function addBankCommands(ach: Command, run: RunCommand): void {
  const connect = ach
    .command("connect")
    .description("connect a bank by two folders, on this machine or on the bank's SFTP server")
    .argument("<name>", "name of the bank connection")
    .requiredOption("--destination <number>", "immediate destination, usually a routing number")
    .requiredOption("--destination-name <name>", "name of the destination")
    .requiredOption("--origin <number>", "immediate origin, as assigned by the bank")
    .requiredOption("--origin-name <name>", "name of the origin")
    .requiredOption("--odfi <digits>", "the first eight digits of the bank's routing number")
    .option(
      "--cutoff <window...>",
      "cutoff times, such as '10:30 America/New_York same-day' (default: '17:00 America/New_York')",
    )
    .option("--offset", "balance files with an offset account, which is prompted for");
  addServerOptions(connect)
    .option("--json", "print JSON")
    .action((name, options) =>
      run(banks, ({ achConnectCommand }, config) => achConnectCommand(config, name, options)),
    );

  ach
    .command("cutoffs")
    .description("replace the cutoff times of a bank")
    .argument("<bank>", "name of the bank connection")
    .argument("<windows...>", "such as '17:00 America/New_York', '10:00 America/New_York same-day'")
    .option("--json", "print JSON")
    .action((bank, windows, options) =>
      run(banks, ({ achCutOffsCommand }, config) =>
        achCutOffsCommand(config, [bank, ...windows], options),
      ),
    );

  ach
    .command("windows")
    .description("choose at which cutoffs the entries of an account are sent")
    .argument("<account>", "account number")
    .argument("[windows...]", "such as '17:00 America/New_York' (default: all of its bank)")
    .option("--json", "print JSON")
    .action((account, windows, options) =>
      run(banks, ({ achWindowsCommand }, config) =>
        achWindowsCommand(config, [account, ...windows], options),
      ),
    );
}

function addServerCommands(ach: Command, run: RunCommand): void {
  addServerOptions(
    ach
      .command("server")
      .description("change the SFTP server of a bank: what is not named stays")
      .argument("<bank>", "name of the bank connection"),
  )
    .option("--json", "print JSON")
    .action((bank, options) =>
      run(servers, ({ achServerCommand }, config) => achServerCommand(config, bank, options)),
    );

  ach
    .command("check")
    .description("try the connections of banks; exit code 1 if one cannot be used")
    .argument("[bank]", "only this bank")
    .option("--json", "print JSON")
    .action((bank, options) =>
      run(servers, ({ achCheckCommand }, config) => achCheckCommand(config, bank, options)),
    );
}

function addBlockCommands(ach: Command, run: RunCommand): void {
  ach
    .command("blocks")
    .description("list bank accounts that an account may not debit after a return")
    .argument("<account>", "account number")
    .option("--json", "print JSON")
    .action((account, options) =>
      run(blocks, ({ achBlocksCommand }, config) => achBlocksCommand(config, account, options)),
    );

  ach
    .command("unblock")
    .description("allow an account to debit a bank account again")
    .argument("<account>", "account number")
    .argument("<transaction_id>", "the returned transaction, as `ach blocks` lists it")
    .option("--json", "print JSON")
    .action((account, id, options) =>
      run(blocks, ({ achUnblockCommand }, config) =>
        achUnblockCommand(config, [account, id], options),
      ),
    );
}

function addRetryCommand(ach: Command, run: RunCommand): void {
  ach
    .command("stop-retry")
    .description("do not present a returned debit again")
    .argument("<account>", "account number")
    .argument("<transaction_id>", "the returned transaction")
    .option("--json", "print JSON")
    .action((account, id, options) =>
      run(blocks, ({ achStopRetryCommand }, config) =>
        achStopRetryCommand(config, [account, id], options),
      ),
    );
}

function addReversalCommands(ach: Command, run: RunCommand): void {
  ach
    .command("reversals")
    .description("list reversals of files and batches")
    .option("--json", "print JSON")
    .action((options) =>
      run(reversals, ({ achReversalsCommand }, config) => achReversalsCommand(config, options)),
    );

  ach
    .command("reverse")
    .description("request the reversal of a sent file; another operator must approve it")
    .argument("<file>", "name of the file in the list of `ach files`")
    .requiredOption("--reason <reason>", "duplicate, wrong-receiver, wrong-amount or wrong-date")
    .requiredOption("--note <text>", "what happened, for the audit log")
    .option("--batch <number>", "only this batch (default: the whole file)")
    .option("--json", "print JSON")
    .action((file, options) =>
      run(reversals, ({ achReverseCommand }, config) => achReverseCommand(config, file, options)),
    );

  ach
    .command("approve-reversal")
    .description("approve a reversal that another operator has requested")
    .argument("<id>", "number of the reversal")
    .option("--json", "print JSON")
    .action((id, options) =>
      run(reversals, ({ achApproveReversalCommand }, config) =>
        achApproveReversalCommand(config, id, options),
      ),
    );

  ach
    .command("reject-reversal")
    .description("reject a reversal, or take back your own request")
    .argument("<id>", "number of the reversal")
    .option("--json", "print JSON")
    .action((id, options) =>
      run(reversals, ({ achRejectReversalCommand }, config) =>
        achRejectReversalCommand(config, id, options),
      ),
    );
}

/** Secrets are read from files, because other users can see command lines. */
function addServerOptions(command: Command): Command {
  return command
    .option("--sftp <host>", "host of the bank's SFTP server (default: folders on this machine)")
    .option("--port <number>", "port of the SFTP server (default: 22)")
    .option("--user <name>", "user name at the SFTP server")
    .option("--host-key <fingerprint...>", "pinned keys of the server, such as SHA256:…")
    .option("--key-file <file>", "private key for the login")
    .option("--passphrase-file <file>", "passphrase of the private key")
    .option("--password-file <file>", "password for the login, instead of a key")
    .option("--outbox <folder>", "folder on the server for files to the bank")
    .option("--drafts <folder>", "folder on the server for drafts (default: the outbox)")
    .option("--inbox <folder>", "folder on the server with files from the bank")
    .option("--archive <folder>", "folder on the server for files that were read")
    .option("--no-check", "store the server without trying it");
}
