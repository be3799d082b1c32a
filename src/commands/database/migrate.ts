/** `migrate`: brings the database to this release's schema. */
import { joinInstallation } from "../../app/database/installation.ts";
import { migrateInstallation } from "../../app/database/prepare.ts";
import type { Config } from "../../config.ts";
import { type OutputOptions, print } from "../output.ts";

export async function migrateCommand(config: Config, options: OutputOptions): Promise<void> {
  const installation = await joinInstallation(config);
  try {
    const applied = await migrateInstallation(installation);
    const lines =
      applied.length === 0 ? ["Nothing to do."] : applied.map((name) => `Applied ${name}`);
    print(options, { applied }, lines);
  } finally {
    await installation.close();
  }
}
