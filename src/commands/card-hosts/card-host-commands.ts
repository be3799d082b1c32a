/** The commands of `card-hosts`, with their options. */
import type { Command } from "commander";
import type { RunCommand } from "../run-command.ts";

const hosts = () => import("./card-hosts.ts");
const simulating = () => import("./simulate-host.ts");

export function addCardHostCommands(program: Command, run: RunCommand): void {
  const group = program.command("card-hosts").description("manage the named card hosts");

  group
    .command("list", { isDefault: true })
    .description("list the named card hosts")
    .option("--json", "print JSON")
    .action((options) =>
      run(hosts, ({ listCardHostsCommand }, config) => listCardHostsCommand(config, options)),
    );

  addSimulate(group, run);

  withSettings(group.command("add"))
    .description("add a card host that accounts can use")
    .argument("<name>", "lowercase letters, digits and dashes")
    .requiredOption("--kind <kind>", "json (JSON over HTTPS) or iso8583")
    .action((name, options) =>
      run(hosts, ({ addCardHostCommand }, config) => addCardHostCommand(config, name, options)),
    );

  withSettings(group.command("set"))
    .description("change the settings of a card host; those that are not given stay")
    .argument("<name>", "name of the card host")
    .option("--kind <kind>", "json (JSON over HTTPS) or iso8583")
    .action((name, options) =>
      run(hosts, ({ setCardHostCommand }, config) => setCardHostCommand(config, name, options)),
    );

  group
    .command("check")
    .description("connect to a card host and sign on, without sending an order")
    .argument("<name>", "name of the card host")
    .option("--json", "print JSON")
    .action((name, options) =>
      run(hosts, ({ checkCardHostCommand }, config) => checkCardHostCommand(config, name, options)),
    );

  group
    .command("remove")
    .description("remove a card host that no account uses")
    .argument("<name>", "name of the card host")
    .option("--json", "print JSON")
    .action((name, options) =>
      run(hosts, ({ removeCardHostCommand }, config) =>
        removeCardHostCommand(config, name, options),
      ),
    );
}

function addSimulate(group: Command, run: RunCommand): void {
  group
    .command("simulate")
    .description("answer as an ISO 8583 host on this machine, to try a connection; Ctrl-C ends it")
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--port <number>", "port to listen on", "8583")
    .option("--dialect <year>", "1987 or 1993", "1987")
    .option("--header <form>", "length header, as for `card-hosts add`", "2 binary")
    .action((options) =>
      run(simulating, ({ simulateHostCommand }) => simulateHostCommand(options)),
    );
}

function withSettings(command: Command): Command {
  return command
    .option("--url <url>", "json: where orders are sent")
    .option("--key-file <path>", "json: file with the key for the Authorization header")
    .option("--host <name>", "iso8583: name or address of the host")
    .option("--port <number>", "iso8583: port")
    .option("--tls <yes|no>", "iso8583: encrypt the connection (default: yes)")
    .option("--ca-file <path>", "iso8583: certificates of authorities, instead of the system's")
    .option("--dialect <year>", "iso8583: 1987 or 1993 (default: 1987)")
    .option(
      "--header <form>",
      "iso8583: length header, '2 binary', '4 binary' or '4 ascii' (default: '2 binary')",
    )
    .option("--connections <number>", "iso8583: connections of each process (default: 2)")
    .option("--acquirer-id <digits>", "iso8583: acquirer number, up to 11 digits")
    .option("--echo-seconds <number>", "iso8583: time between echo messages (default: 60)")
    .option("--cert-file <path>", "client certificate (PEM, with its chain)")
    .option("--cert-key-file <path>", "private key of the client certificate (PEM)")
    .option("--json", "print JSON");
}
