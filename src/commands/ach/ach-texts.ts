/** The words of `ach` on the command line. What they do stands in the files beside this one. */
import type { Command } from "commander";
import type { Run } from "../run.ts";

const forced = () => import("./ach.ts");
const banks = () => import("./ach-banks.ts");

export function addAchCommands(program: Command, run: Run): void {
  const ach = program
    .command("ach")
    .description("ACH files, the banks they go to, what comes back");
  addFileWords(ach, run);
  addForcedWords(ach, run);
  addLooks(ach, run);
  addBankWords(ach, run);
}

function addFileWords(ach: Command, run: Run): void {
  ach
    .command("files", { isDefault: true })
    .description("list files, ours and the banks'")
    .option("--json", "print JSON")
    .action((options) =>
      run(banks, ({ achFilesCommand }, config) => achFilesCommand(config, options)),
    );

  ach
    .command("view")
    .description("show a file as a table")
    .argument("<file>", "where it is")
    .action((file) => run(banks, ({ achViewCommand }) => achViewCommand(file)));
}

function addForcedWords(ach: Command, run: Run): void {
  ach
    .command("cutoff")
    .description("send what waits now, whatever the windows are")
    .argument("[bank]", "of one bank only")
    .option("--json", "print JSON")
    .action((bank, options) =>
      run(forced, ({ achCutOffCommand }, config) => achCutOffCommand(config, bank, options)),
    );

  ach
    .command("settle")
    .description("settle an entry that has left, or (certification) all of them")
    .argument("[transaction_id]", "the entry")
    .option("--account <id>", "whose entry it is, where two accounts have the id")
    .option("--json", "print JSON")
    .action((id, options) =>
      run(forced, ({ achSettleCommand }, config) => achSettleCommand(config, id, options)),
    );

  ach
    .command("return")
    .description("return an entry, as if its bank had")
    .argument("<transaction_id>", "the entry")
    .argument("<code>", "the reason, such as R01")
    .option("--account <id>", "whose entry it is, where two accounts have the id")
    .option("--json", "print JSON")
    .action((id, code, options) =>
      run(forced, ({ achReturnCommand }, config) => achReturnCommand(config, [id, code], options)),
    );

  ach
    .command("change")
    .description("tell that bank details have changed, as if the bank had")
    .argument("<transaction_id>", "the entry")
    .argument("<code>", "what has changed, such as C01")
    .argument("[corrected...]", "what is right from now on")
    .option("--account <id>", "whose entry it is, where two accounts have the id")
    .option("--json", "print JSON")
    .action((id, code, corrected, options) =>
      run(forced, ({ achChangeCommand }, config) =>
        achChangeCommand(config, [id, code, ...corrected], options),
      ),
    );
}

function addLooks(ach: Command, run: Run): void {
  ach
    .command("unmatched")
    .description("list what came for no entry of ours")
    .option("--json", "print JSON")
    .action((options) =>
      run(banks, ({ achUnmatchedCommand }, config) => achUnmatchedCommand(config, options)),
    );

  ach
    .command("rates")
    .description("how many debits of each account came back in 60 days")
    .option("--json", "print JSON")
    .action((options) =>
      run(banks, ({ achRatesCommand }, config) => achRatesCommand(config, options)),
    );

  ach
    .command("banks")
    .description("list the banks that files go to")
    .option("--json", "print JSON")
    .action((options) =>
      run(banks, ({ achBanksCommand }, config) => achBanksCommand(config, options)),
    );
}

function addBankWords(ach: Command, run: Run): void {
  ach
    .command("connect")
    .description("connect a bank by two folders")
    .argument("<name>", "what it is called here")
    .requiredOption("--destination <number>", "who reads the files, mostly a routing number")
    .requiredOption("--destination-name <name>", "its name")
    .requiredOption("--origin <number>", "who sends them, as the bank knows us")
    .requiredOption("--origin-name <name>", "our name")
    .requiredOption("--odfi <digits>", "the first eight digits of the bank's routing number")
    .option("--cut-off <window...>", "when files close (17:00 America/New_York)")
    .option("--offset", "files balance against an account of ours, which is asked for")
    .option("--json", "print JSON")
    .action((name, options) =>
      run(banks, ({ achConnectCommand }, config) => achConnectCommand(config, name, options)),
    );

  ach
    .command("windows")
    .description("choose by which windows of its bank an account's entries leave; none: by all")
    .argument("<account>", "the account")
    .argument("[windows...]", "such as '17:00 America/New_York'")
    .option("--json", "print JSON")
    .action((account, windows, options) =>
      run(banks, ({ achWindowsCommand }, config) =>
        achWindowsCommand(config, [account, ...windows], options),
      ),
    );
}
