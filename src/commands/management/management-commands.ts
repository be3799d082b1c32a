/** The commands of the management data, as the command line shows them. */
import type { Command } from "commander";
import type { Run } from "../run.ts";

const devices = () => import("./devices.ts");
const partners = () => import("./partners.ts");
const userSecrets = () => import("./user-secrets.ts");

export function addManagementCommands(program: Command, run: Run): void {
  program
    .command("partners")
    .description("partners, whose programs manage clients, locations, users and devices")
    .command("create")
    .description("open a partner at the top; its user gets a letter to set a password")
    .requiredOption("--name <name>", "what it is called")
    .requiredOption("--reference <reference>", "its short name, which it has at the parser as well")
    .requiredOption("--country <code>", "of its office: two letters")
    .requiredOption("--address <address>", "of its office")
    .requiredOption("--city <city>", "of its office")
    .requiredOption("--user <name>", "the user name of its first user")
    .requiredOption("--first-name <name>", "of the user")
    .requiredOption("--last-name <name>", "of the user")
    .requiredOption("--email <address>", "of the user")
    .requiredOption("--phone <number>", "of the user")
    .option("--json", "print JSON")
    .action((options) =>
      run(partners, ({ createPartnerCommand }, config) => createPartnerCommand(config, options)),
    );

  addUserCommands(program, run);

  program
    .command("devices")
    .description("terminals of partners and their clients")
    .command("import")
    .description("enter the devices of a CSV file, all of them or none")
    .argument("<file>", "the file to read; - is standard input")
    .requiredOption("--partner <reference>", "the partner whose devices they are")
    .option("--json", "print JSON")
    .action((file, options) =>
      run(devices, ({ importDevicesCommand }, config) =>
        importDevicesCommand(config, file, options),
      ),
    );
}

function addUserCommands(program: Command, run: Run): void {
  const users = program.command("users").description("API secrets of partners' users");
  users
    .command("rotate-secret")
    .description("issue a new API secret, printed once; the old one stays good for a while")
    .argument("<name>", "the user name")
    .option("--overlap <span>", "how long older secrets stay good: 1s to 30d (default: 24h)")
    .option("--now", "older secrets end at once")
    .option("--json", "print JSON")
    .action((name, options) =>
      run(userSecrets, ({ rotateSecretCommand }, config) =>
        rotateSecretCommand(config, name, options),
      ),
    );
  users
    .command("end-secrets")
    .description("end older API secrets at once; the newest stays")
    .argument("<name>", "the user name")
    .option("--json", "print JSON")
    .action((name, options) =>
      run(userSecrets, ({ endSecretsCommand }, config) => endSecretsCommand(config, name, options)),
    );
}
