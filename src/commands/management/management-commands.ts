/** The commands of management with their options: partners, users and devices. */
import type { Command } from "commander";
import type { RunCommand } from "../run-command.ts";

const devices = () => import("./devices.ts");
const partners = () => import("./partners.ts");
const userSecrets = () => import("./user-secrets.ts");

export function addManagementCommands(program: Command, run: RunCommand): void {
  addPartnerCommands(program, run);
  addUserCommands(program, run);

  program
    .command("devices")
    .description("manage devices of partners and their clients")
    .command("import")
    .description(
      "import devices from a CSV file, all of them or none; its first line names the columns (serialNumber and deviceType are required)",
    )
    .argument("<file>", "the file to read; - is standard input")
    .requiredOption("--partner <reference>", "partner that gets the devices")
    .option("--json", "print JSON")
    .action((file, options) =>
      run(devices, ({ importDevicesCommand }, config) =>
        importDevicesCommand(config, file, options),
      ),
    );
}

function addUserCommands(program: Command, run: RunCommand): void {
  const users = program.command("users").description("manage API secrets of partner users");
  users
    .command("rotate-secret")
    .description("create a new API secret, printed once; the old one still works for a while")
    .argument("<name>", "the user name")
    .option("--overlap <span>", "how long older secrets still work: 1s to 30d (default: 24h)")
    .option("--now", "end older secrets immediately")
    .option("--json", "print JSON")
    .action((name, options) =>
      run(userSecrets, ({ rotateSecretCommand }, config) =>
        rotateSecretCommand(config, name, options),
      ),
    );
  users
    .command("end-secrets")
    .description("end older API secrets immediately; the newest still works")
    .argument("<name>", "the user name")
    .option("--json", "print JSON")
    .action((name, options) =>
      run(userSecrets, ({ endSecretsCommand }, config) => endSecretsCommand(config, name, options)),
    );
}

function addPartnerCommands(program: Command, run: RunCommand): void {
  const group = program.command("partners").description("manage partners");
  group
    .command("list")
    .description("list partners by name, also sub-partners")
    .argument("[text]", "part of the name or reference")
    .option("--top", "only top-level partners")
    .option("--skip <count>", "leave out the first partners of the list")
    .option("--json", "print JSON")
    .action((text, options) =>
      run(partners, ({ listPartnersCommand }, config) =>
        listPartnersCommand(config, { ...options, text }),
      ),
    );
  group
    .command("create")
    .description("create a top-level partner; its first user gets an email to set a password")
    .requiredOption("--name <name>", "name of the partner")
    .requiredOption(
      "--reference <reference>",
      "short name, also the partner's login name for the parser",
    )
    .requiredOption("--country <code>", "country of its office: two-letter ISO code")
    .requiredOption("--address <address>", "street address of its office")
    .requiredOption("--city <city>", "city of its office")
    .requiredOption("--user <name>", "user name of its first user")
    .requiredOption("--first-name <name>", "first name of the user")
    .requiredOption("--last-name <name>", "last name of the user")
    .requiredOption("--email <address>", "email address of the user")
    .requiredOption("--phone <number>", "phone number of the user")
    .option("--json", "print JSON")
    .action((options) =>
      run(partners, ({ createPartnerCommand }, config) => createPartnerCommand(config, options)),
    );
}
