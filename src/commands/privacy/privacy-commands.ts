/** The commands for a customer's data with their options. */
import type { Command } from "commander";
import type { RunCommand } from "../run-command.ts";

const privacy = () => import("./privacy.ts");

export function addPrivacyCommands(program: Command, run: RunCommand): void {
  const group = program
    .command("privacy")
    .description("export or erase the data of one customer of the merchants");
  addCustomerOptions(group.command("export"))
    .description("print everything that is stored about a customer, as JSON")
    .action((options) =>
      run(privacy, ({ exportCustomerCommand }, config) => exportCustomerCommand(config, options)),
    );
  addCustomerOptions(group.command("erase"))
    .description("erase a customer's data and keep the books; without --now it only counts")
    .option("--now", "erase; this cannot be undone and is recorded in the audit log")
    .option("--json", "print JSON")
    .action((options) =>
      run(privacy, ({ eraseCustomerCommand }, config) => eraseCustomerCommand(config, options)),
    );
}

function addCustomerOptions(command: Command): Command {
  return command
    .option("--card", "by card number, which is prompted for or read from standard input")
    .option("--bank", "by bank account: prompts for the routing number and the account number")
    .option("--email <address>", "by email address")
    .option("--account <id>", "only at this merchant's account");
}
