/** `migrate`: applies pending migrations. */
import { joinInstallation } from "../../app/database/installation.ts";
import { migrateInstallation } from "../../app/database/prepare.ts";
import type { Config } from "../../config.ts";
import { linesOrMessage, type OutputOptions, print } from "../output.ts";

export async function migrateCommand(config: Config, options: OutputOptions): Promise<void> {
  const installation = await joinInstallation(config);
  try {
    const applied = await migrateInstallation(installation);
    const lines = applied.map((name) => `Applied ${name}`);
    print(options, { applied }, linesOrMessage("The schema is up to date. Nothing to do.", lines));
  } finally {
    await installation.close();
  }
}
