/** Starts the program and a variant of it, each with a new database on the same server. */
import path from "node:path";
import type { BenchInstallation } from "../bench-installation.ts";
import type { Cleaning } from "../cleaning.ts";
import { makeDataDir } from "../data-folder.ts";
import { startProduct } from "../http-process.ts";
import { saleForms, takeSale } from "../sales.ts";

export type VariantName = "without-coalescing" | "without-gathering" | "without-usual-finish";

export async function startWithVariant(
  installation: BenchInstallation,
  cleaning: Cleaning,
  name: VariantName,
): Promise<{ readonly productUrl: string; readonly variantUrl: string }> {
  const file = path.join(import.meta.dirname, `${name}.ts`);
  const productUrl = await startNew(installation, cleaning, []);
  return { productUrl, variantUrl: await startNew(installation, cleaning, ["--import", file]) };
}

async function startNew(
  installation: BenchInstallation,
  cleaning: Cleaning,
  flags: readonly string[],
): Promise<string> {
  const databaseUrl = await (await installation.databaseServer()).createDatabase(cleaning);
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: await makeDataDir(cleaning) };
  const { url } = await startProduct(cleaning, settings, flags);
  const [form = ""] = saleForms(1);
  await takeSale(url, form);
  return url;
}
