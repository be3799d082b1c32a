/** `schema`: prints the schema that the migrations create, from a temporary database. */
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { joinInstallation, openOwner } from "../../app/database/installation.ts";
import type { Config } from "../../config.ts";
import { migrate, readMigrations } from "../../db/migrate.ts";
import { printSchema } from "../../db/schema/schema-printer.ts";
import { siblingDatabaseUrl, withScratchDatabase } from "../../db/scratch.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { productFile } from "../../values/product-folder.ts";

const FILE = productFile("schema.sql");

export async function schemaCommand(config: Config, options: { readonly write?: boolean }) {
  const installation = await joinInstallation(config);
  try {
    const name = `sixdoors_schema_${randomBytes(4).toString("hex")}`;
    const text = await withScratchDatabase(installation.owner, name, async () => {
      const scratch = openOwner(siblingDatabaseUrl(installation.place.ownerUrl, name));
      try {
        await migrate(scratch, await readMigrations());
        return await printSchema(scratch);
      } finally {
        await scratch.close();
      }
    });
    if (options.write) await writeFile(FILE, text);
    else commandProcess().stdout.write(text);
  } finally {
    await installation.close();
  }
}
