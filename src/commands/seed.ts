/** `seed`: fills an empty certification database. `serve` does the same by itself. */
import { openCustody } from "../app/custody.ts";
import { joinInstallation } from "../app/installation.ts";
import { migrateInstallation, seedInstallation } from "../app/prepare.ts";
import type { Config } from "../config.ts";
import { type OutputOptions, print } from "./output.ts";

export async function seedCommand(config: Config, options: OutputOptions): Promise<void> {
  const installation = await joinInstallation(config);
  try {
    await migrateInstallation(installation);
    const keys = await openCustody(installation);
    try {
      const seeded = await seedInstallation(installation, keys.custody);
      print(options, { seeded }, [seeded ? "Seeded." : "It was seeded before: nothing changed."]);
    } finally {
      await keys.close();
    }
  } finally {
    await installation.close();
  }
}
