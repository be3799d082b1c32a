/** The commands of the database, with their options: its tables, its nodes and its content. */
import type { Command } from "commander";
import type { RunCommand } from "../run-command.ts";

const migration = () => import("./migrate.ts");
const schema = () => import("./schema.ts");
const seeding = () => import("./seed.ts");
const sharding = () => import("./shard.ts");
const transfer = () => import("./transfer.ts");

export function addMigrateCommand(program: Command, run: RunCommand): void {
  program
    .command("migrate")
    .description("create the tables, or bring them to this release (serve also does this)")
    .option("--json", "print JSON")
    .action((options) =>
      run(migration, ({ migrateCommand }, config) => migrateCommand(config, options)),
    );
}

export function addShardCommands(program: Command, run: RunCommand): void {
  const shard = program
    .command("shard")
    .description("distribute the database over a Citus cluster, and show where rows are");

  shard
    .command("distribute", { isDefault: true })
    .description("distribute the tables of accounts, empty or filled, over the workers")
    .option("--shards <count>", "into how many shards, 2 to 1024 (default: 4 for each worker)")
    .option("--rebalance", "also move shards until all workers have about the same number")
    .option("--json", "print JSON")
    .action((options) =>
      run(sharding, ({ shardCommand }, config) => shardCommand(config, options)),
    );

  shard
    .command("show")
    .description("show the shards and sizes of each node and table")
    .option("--json", "print JSON")
    .action((options) =>
      run(sharding, ({ showShardsCommand }, config) => showShardsCommand(config, options)),
    );
}

export function addSeedCommand(program: Command, run: RunCommand): void {
  program
    .command("seed")
    .description("fill an empty certification database with test data (serve also does this)")
    .option("--json", "print JSON")
    .action((options) => run(seeding, ({ seedCommand }, config) => seedCommand(config, options)));
}

export function addTransferCommands(program: Command, run: RunCommand): void {
  program
    .command("export")
    .description("export the whole database to one file, for a backup or another server")
    .argument("<file>", "the file to write; - is standard output")
    .option("--json", "print JSON")
    .action((file, options) =>
      run(transfer, ({ exportCommand }, config) => exportCommand(config, file, options)),
    );

  program
    .command("import")
    .description("import an export file into an empty database")
    .argument("<file>", "the file to read; - is standard input")
    .option("--json", "print JSON")
    .action((file, options) =>
      run(transfer, ({ importCommand }, config) => importCommand(config, file, options)),
    );
}

export function addSchemaCommand(program: Command, run: RunCommand): void {
  program
    .command("schema")
    .description("print the database schema, for developers")
    .option("--write", "write it to schema.sql instead of printing it")
    .action((options) =>
      run(schema, ({ schemaCommand }, config) => schemaCommand(config, options)),
    );
}
