/** `seed`: fills an empty certification database. `serve` does the same. */
import { joinInstallation } from "../../app/database/installation.ts";
import { migrateInstallation, seedInstallation } from "../../app/database/prepare.ts";
import { openCustody } from "../../app/keys/custody.ts";
import type { Config } from "../../config.ts";
import { type OutputOptions, print } from "../output.ts";

export async function seedCommand(config: Config, options: OutputOptions): Promise<void> {
  const installation = await joinInstallation(config);
  try {
    await migrateInstallation(installation);
    const keys = await openCustody(installation);
    try {
      const seeded = await seedInstallation(installation, keys.custody);
      print(options, { seeded }, [
        seeded ? "The database was seeded." : "The database was already seeded. Nothing changed.",
      ]);
    } finally {
      await keys.close();
    }
  } finally {
    await installation.close();
  }
}
