/** The commands of device base keys and encryption keys, with their options. */
import type { Command } from "commander";
import type { RunCommand } from "../run-command.ts";

const keyActs = () => import("./keys.ts");
const rotation = () => import("./rotate-keys.ts");
const hsmActs = () => import("./hsm-keys.ts");

export function addKeyCommands(program: Command, run: RunCommand): void {
  const keys = program.command("keys").description("manage device base keys and encryption keys");

  keys
    .command("list", { isDefault: true })
    .description("list base keys with their check values")
    .option("--json", "print JSON")
    .action((options) =>
      run(keyActs, ({ listKeysCommand }, config) => listKeysCommand(config, options)),
    );

  keys
    .command("import")
    .description("import a base key: two operators run this, each enters one component")
    .argument("<name>", "name of the key")
    .option(
      "--kind <kind>",
      "for the first operator: tdes-2key, tdes-3key, aes-128, aes-192 or aes-256",
    )
    .option(
      "--ksi <hex>",
      "key set id: the first digits of the KSNs that use this key (default: all KSNs without another key)",
    )
    .option("--json", "print JSON")
    .action((name, options) =>
      run(keyActs, ({ importKeyCommand }, config) => importKeyCommand(config, name, options)),
    );

  keys
    .command("retire")
    .description("retire a base key, or cancel its import")
    .argument("<name>", "name of the key")
    .option("--json", "print JSON")
    .action((name, options) =>
      run(keyActs, ({ retireKeyCommand }, config) => retireKeyCommand(config, name, options)),
    );

  keys
    .command("rotate")
    .description("rotate the data keys, or the master key that encrypts them")
    .argument("<what>", "data or master")
    .option("--print-old", "print the old master key once instead of keeping it in a file")
    .option("--json", "print JSON")
    .action((what, options) =>
      run(rotation, ({ rotateKeysCommand }, config) => rotateKeysCommand(config, what, options)),
    );

  addHsmCommands(keys, run);
}

function addHsmCommands(keys: Command, run: RunCommand): void {
  keys
    .command("move")
    .description("move the master key and the base keys from software into the HSM")
    .option("--json", "print JSON")
    .action((options) =>
      run(hsmActs, ({ moveKeysCommand }, config) => moveKeysCommand(config, options)),
    );

  keys
    .command("create-master")
    .description("create the master key of a new installation inside the HSM")
    .option("--json", "print JSON")
    .action((options) =>
      run(hsmActs, ({ createMasterCommand }, config) => createMasterCommand(config, options)),
    );
}
