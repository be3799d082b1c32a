/** The commands of terminal keys and sealing keys, as the command line shows them. */
import type { Command } from "commander";
import type { Run } from "../run.ts";

const keyActs = () => import("./keys.ts");
const rotation = () => import("./rotate-keys.ts");

export function addKeyCommands(program: Command, run: Run): void {
  const keys = program.command("keys").description("terminal keys and the keys that seal secrets");

  keys
    .command("list", { isDefault: true })
    .description("list terminal keys with their check values")
    .option("--json", "print JSON")
    .action((options) => run(keyActs, ({ listKeys }, config) => listKeys(config, options)));

  keys
    .command("import")
    .description("bring in a terminal key: two operators, one component each")
    .argument("<name>", "what the key is called here")
    .option("--kind <kind>", "the first of the two says: tdes-2key, tdes-3key, aes-128, …")
    .option("--ksi <hex>", "the beginning of the KSNs it answers for; without: all others")
    .option("--json", "print JSON")
    .action((name, options) =>
      run(keyActs, ({ importKey }, config) => importKey(config, name, options)),
    );

  keys
    .command("retire")
    .description("stop using a terminal key, or give up its import")
    .argument("<name>", "what the key is called here")
    .option("--json", "print JSON")
    .action((name, options) =>
      run(keyActs, ({ retireKey }, config) => retireKey(config, name, options)),
    );

  keys
    .command("rotate")
    .description("replace the keys that seal: data keys, or the master key that wraps them")
    .argument("<what>", "data or master")
    .option("--print-old", "print the old master key once instead of keeping it in a file")
    .option("--json", "print JSON")
    .action((what, options) =>
      run(rotation, ({ rotateKeys }, config) => rotateKeys(config, what, options)),
    );
}
