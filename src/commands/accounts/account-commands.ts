/** The commands of merchant accounts, with their options. */
import type { Command } from "commander";
import type { RunCommand } from "../run-command.ts";

const secrets = () => import("./account-secrets.ts");
const accountActs = () => import("./accounts.ts");
const webhooks = () => import("./account-webhooks.ts");
const verification = () => import("./accounts-verification.ts");

export function addAccountCommands(program: Command, run: RunCommand): void {
  const accounts = program
    .command("accounts")
    .description("manage merchant accounts and their API keys");
  addListAndShow(accounts, run);
  addCreate(accounts, run);
  addSettings(accounts, run);
  addOnAndOff(accounts, run);
  addSecrets(accounts, run);
  addVerification(accounts, run);
}

function addListAndShow(accounts: Command, run: RunCommand): void {
  accounts
    .command("list", { isDefault: true })
    .description("list accounts")
    .option("--parent <id>", "only sub-accounts of this agent")
    .option("--after <id>", "start after this account")
    .option("--take <count>", "how many to list, 1 to 500 (default: 100)")
    .option("--json", "print JSON")
    .action((options) =>
      run(accountActs, ({ listAccountsCommand }, config) => listAccountsCommand(config, options)),
    );

  accounts
    .command("show")
    .description("show the settings of an account")
    .argument("<id>", "account number")
    .option("--json", "print JSON")
    .action((id, options) =>
      run(accountActs, ({ showAccountCommand }, config) => showAccountCommand(config, id, options)),
    );
}

function addCreate(accounts: Command, run: RunCommand): void {
  accounts
    .command("create")
    .description("create an account; its API key is printed once")
    .requiredOption("--name <name>", "name of the merchant")
    .requiredOption("--zone <zone>", "time zone, such as America/Chicago")
    .option("--currency <code>", "currency", "USD")
    .option("--id <id>", "account number (default: the next free number)")
    .option("--agent", "make it an agent, which can have accounts below it")
    .option("--parent <id>", "the parent account, which must be an agent")
    .option("--json", "print JSON")
    .action((options) =>
      run(accountActs, ({ createAccountCommand }, config) => createAccountCommand(config, options)),
    );
}

function addSettings(accounts: Command, run: RunCommand): void {
  accounts
    .command("set")
    .description("change the settings of an account; the value none clears an optional setting")
    .argument("<id>", "account number")
    .option("--name <name>", "name of the merchant")
    .option("--zone <zone>", "time zone, such as America/Chicago")
    .option("--receipt-email <address>", "email address for merchant receipts, or none")
    .option(
      "--card-processor <name>",
      "card processor (certification: simulator, production: host, or a named card host), or none",
    )
    .option("--merchant-id <id>", "merchant number at the card host, up to 15 characters, or none")
    .option("--terminal-id <id>", "terminal number at the card host, up to 8 characters, or none")
    .option("--category-code <code>", "merchant category code, four digits, or none")
    .option("--ach-processor <name>", "bank connection for ACH payments, or none")
    .option("--sec-code <code>", "SEC code of ACH payments that do not send one, such as PPD")
    .option("--same-day <yes|no>", "send ACH entries on the same day if possible: yes or no")
    .option("--addenda <yes|no>", "send invoice or description with CCD and PPD: yes or no")
    .option("--prenotes <yes|no>", "check stored bank accounts by a prenote: yes or no")
    .option("--return-stop <yes|no>", "refuse debits above a return-rate limit: yes or no")
    .option("--credit <yes|no>", "allow credits without an earlier sale: yes or no")
    .option(
      "--credit-approval <amount>",
      "credits without a sale above this amount wait for an operator, or none",
    )
    .option(
      "--dual-control <yes|no>",
      "a second operator approves changes of banks and credits: yes or no",
    )
    .option("--free-credit <yes|no>", "allow ACH credits above their sale: yes or no")
    .option("--ach-changes <yes|no>", "apply notifications of change to later entries: yes or no")
    .option("--ach-retry-days <days>", "present R01 and R09 again after 1 to 60 days; 0: never")
    .option("--decline-avs <codes>", "AVS result codes to decline, or none")
    .option("--decline-cvv <codes>", "CVV result codes to decline, or none")
    .option("--authorization-days <days>", "days until an authorization expires, 1 to 30")
    .option(
      "--duplicate-minutes <minutes>",
      "refuse the same payment again for so long, 1 to 1440, or 0 for never",
    )
    .option("--agent <yes|no>", "make it an agent: yes or no")
    .option("--parent <id>", "the parent account, which must be an agent, or none")
    .option("--partner <reference>", "the partner whose devices the account uses, or none")
    .option("--json", "print JSON")
    .action((id, options) =>
      run(accountActs, ({ setAccountCommand }, config) => setAccountCommand(config, id, options)),
    );
}

function addOnAndOff(accounts: Command, run: RunCommand): void {
  for (const [name, isActive] of [
    ["on", true],
    ["off", false],
  ] as const) {
    accounts
      .command(name)
      .description(
        `${name === "on" ? "enable" : "disable"} an account; takes effect within a second`,
      )
      .argument("<id>", "account number")
      .option("--json", "print JSON")
      .action((id, options) =>
        run(accountActs, ({ switchAccountCommand }, config) =>
          switchAccountCommand(config, id, { ...options, isActive }),
        ),
      );
  }
}

function addSecrets(accounts: Command, run: RunCommand): void {
  accounts
    .command("rotate-key")
    .description("create a new API key, printed once; the old one still works for a while")
    .argument("<id>", "account number")
    .option("--overlap <span>", "how long the old key still works: 1s to 30d (default: 24h)")
    .option("--now", "end the old key immediately")
    .option("--json", "print JSON")
    .action((id, options) =>
      run(secrets, ({ rotateKeyCommand }, config) => rotateKeyCommand(config, id, options)),
    );

  accounts
    .command("webhook")
    .description("set a webhook endpoint of an account; a new secret is printed once")
    .argument("<id>", "account number")
    .option("--endpoint <number>", "which endpoint, 1 to 5 (default: 1)")
    .option("--add", "add an endpoint with the URL of --url")
    .option("--url <url>", "webhook URL")
    .option("--events <events>", "events to send, separated by commas, or all")
    .option("--on", "send webhooks")
    .option("--off", "stop sending webhooks")
    .option("--remove", "remove the endpoint")
    .option("--rotate-secret", "create a new secret; the old one also signs for one day")
    .option("--json", "print JSON")
    .action((id, options) =>
      run(webhooks, ({ webhookCommand }, config) => webhookCommand(config, id, options)),
    );
}

function addVerification(accounts: Command, run: RunCommand): void {
  accounts
    .command("verification")
    .description("show how bank accounts are verified for ACH payments of an account, or change it")
    .argument("<id>", "account number")
    .option("--on", "turn verification on")
    .option("--off", "turn verification off")
    .option("--sec-codes <codes>", "SEC codes to verify, such as WEB,TEL; WEB is required")
    .option("--frequency <days>", "30 to 360 in steps of 30, or every (every transaction)")
    .option("--recurring <yes|no>", "verify recurring payments: yes or no")
    .option("--reissue <yes|no>", "verify reissued payments: yes or no")
    .option(
      "--when-unavailable <decline|accept>",
      "decline or accept payments when the provider is unavailable",
    )
    .option("--json", "print JSON")
    .action((id, options) =>
      run(verification, ({ verificationCommand }, config) =>
        verificationCommand(config, id, options),
      ),
    );
}
