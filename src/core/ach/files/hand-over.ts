/**
 * Hands a fixed file over, once. It is prepared where letting it go is a single act, which is
 * written down; then it is let go, which is written down too. Whatever is killed in between, doing
 * it again goes on from there, with the same bytes under the same name.
 */
import type { AchNetwork } from "../../../ports/ach-network.ts";
import type { Secret } from "../../../values/secret.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { fundedOn } from "../settlement.ts";
import { FileStore } from "./file-store.ts";
import { partSeal } from "./fix-file.ts";
import type { OutboundFile } from "./outbound-file.ts";

export async function handOver(
  needs: AchNeeds,
  network: AchNetwork,
  { file, at }: { readonly file: OutboundFile; readonly at: Temporal.Instant },
): Promise<void> {
  const files = new FileStore(needs.db);
  if (file.state === "fixed") {
    const { connection, name } = file;
    await network.prepare({ connection, name, parts: () => partsOf(needs, files, file) });
    await files.markPrepared(file.id);
  }
  await network.handOver(file, at);
  await files.markHandedOver(file.id, at, fundedOn(file.settlesOn, at));
}

async function* partsOf(
  { custody }: AchNeeds,
  files: FileStore,
  { id }: OutboundFile,
): AsyncGenerator<Secret> {
  for (let part = 0; ; part++) {
    const sealed = await files.part(id, part);
    if (sealed === undefined) return;
    yield await custody.open(sealed, partSeal(id, part));
  }
}
