/** The commands of merchants' accounts, as the command line shows them. */
import type { Command } from "commander";
import type { Run } from "../run.ts";

const secrets = () => import("./account-secrets.ts");
const accountActs = () => import("./accounts.ts");
const verification = () => import("./accounts-verification.ts");

export function addAccountCommands(program: Command, run: Run): void {
  const accounts = program.command("accounts").description("merchants' accounts and their keys");
  addLooks(accounts, run);
  addOpening(accounts, run);
  addSettings(accounts, run);
  addSwitches(accounts, run);
  addSecrets(accounts, run);
  addVerification(accounts, run);
}

function addLooks(accounts: Command, run: Run): void {
  accounts
    .command("list", { isDefault: true })
    .description("list accounts")
    .option("--parent <id>", "only those below this agent")
    .option("--after <id>", "the page after this account")
    .option("--take <count>", "how many")
    .option("--json", "print JSON")
    .action((options) =>
      run(accountActs, ({ listAccounts }, config) => listAccounts(config, options)),
    );

  accounts
    .command("show")
    .description("show an account's settings")
    .argument("<id>", "the account")
    .option("--json", "print JSON")
    .action((id, options) =>
      run(accountActs, ({ showAccountCommand }, config) => showAccountCommand(config, id, options)),
    );
}

function addOpening(accounts: Command, run: Run): void {
  accounts
    .command("create")
    .description("open an account; its access key is printed once")
    .requiredOption("--name <name>", "what it is called")
    .requiredOption("--zone <zone>", "its time zone, such as America/Chicago")
    .option("--currency <code>", "what it is paid in", "USD")
    .option("--id <id>", "its number; without: the next that is free")
    .option("--agent", "it is an agent, with accounts below it")
    .option("--parent <id>", "the agent that it is below")
    .option("--json", "print JSON")
    .action((options) =>
      run(accountActs, ({ createAccountCommand }, config) => createAccountCommand(config, options)),
    );
}

function addSettings(accounts: Command, run: Run): void {
  accounts
    .command("set")
    .description("change an account's settings; none takes away what may be absent")
    .argument("<id>", "the account")
    .option("--name <name>", "what it is called")
    .option("--zone <zone>", "its time zone")
    .option("--receipt-email <address>", "where its own receipts go, or none")
    .option(
      "--card-processor <name>",
      "who decides its card payments (certification: simulator, production: host), or none",
    )
    .option("--ach-processor <name>", "the bank connection of its ACH payments, or none")
    .option("--sec-code <code>", "of ACH payments that name none")
    .option("--credit <yes|no>", "whether it may pay out without a payment before")
    .option("--decline-avs <letters>", "AVS answers that decline, or none")
    .option("--decline-cvv <letters>", "CVV answers that decline, or none")
    .option("--authorization-days <days>", "how long an authorization waits, 1 to 30")
    .option("--agent <yes|no>", "whether it is an agent")
    .option("--parent <id>", "the agent that it is below, or none")
    .option("--partner <reference>", "the partner that its terminals are known under, or none")
    .option("--json", "print JSON")
    .action((id, options) =>
      run(accountActs, ({ setAccountCommand }, config) => setAccountCommand(config, id, options)),
    );
}

function addSwitches(accounts: Command, run: Run): void {
  for (const [name, isActive] of [
    ["on", true],
    ["off", false],
  ] as const) {
    accounts
      .command(name)
      .description(`switch an account ${name}; every interface knows within a second`)
      .argument("<id>", "the account")
      .option("--json", "print JSON")
      .action((id, options) =>
        run(accountActs, ({ switchAccountCommand }, config) =>
          switchAccountCommand(config, id, { ...options, isActive }),
        ),
      );
  }
}

function addSecrets(accounts: Command, run: Run): void {
  accounts
    .command("rotate-key")
    .description("give an account a new access key, printed once")
    .argument("<id>", "the account")
    .option("--overlap <span>", "how long the old key stays good (24h)")
    .option("--now", "the old key ends at once")
    .option("--json", "print JSON")
    .action((id, options) =>
      run(secrets, ({ rotateKeyCommand }, config) => rotateKeyCommand(config, id, options)),
    );

  accounts
    .command("webhook")
    .description("where an account hears of its payments; a new secret is printed once")
    .argument("<id>", "the account")
    .option("--url <url>", "where to send")
    .option("--on", "send")
    .option("--off", "do not send")
    .option("--rotate-secret", "make a new secret; for a day the old one signs as well")
    .option("--json", "print JSON")
    .action((id, options) =>
      run(secrets, ({ webhookCommand }, config) => webhookCommand(config, id, options)),
    );
}

function addVerification(accounts: Command, run: Run): void {
  accounts
    .command("verification")
    .description("show or change how an account's ACH payments are verified")
    .argument("<id>", "the account")
    .option("--on", "verify")
    .option("--off", "do not verify")
    .option("--sec-codes <codes>", "those to verify, such as WEB,TEL; WEB is always among them")
    .option("--frequency <days>", "30 to 360 in steps of 30, or every (every transaction)")
    .option("--recurring <yes|no>", "whether recurring payments are verified")
    .option("--reissue <yes|no>", "whether reissues are verified")
    .option("--when-unavailable <decline|accept>", "what becomes of payments nobody can verify")
    .option("--json", "print JSON")
    .action((id, options) =>
      run(verification, ({ verificationCommand }, config) =>
        verificationCommand(config, id, options),
      ),
    );
}
