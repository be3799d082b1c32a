/**
 * Replaces all rows of a database by those of an exported file, in one transaction: after an error,
 * everything is as before.
 */
import type { Readable } from "node:stream";
import type { DatabasePool } from "../database-pool.ts";
import { findMasterKeyId, findSchemaNumber, requireFullVisibility } from "./catalog.ts";
import { type Header, TransferError, type TransferSummary } from "./format.ts";
import {
  type ImportNeeds,
  readHeader,
  requireKnownSchema,
  requireOneServer,
} from "./import-database.ts";
import { loadRows } from "./load-rows.ts";
import { RecordReader } from "./record-reader.ts";

export type RestoreOutcome =
  | { readonly kind: "restored"; readonly summary: TransferSummary }
  /** The file has an older schema. Nothing was changed. */
  | { readonly kind: "older_schema" };

export async function restoreDatabase(
  owner: DatabasePool,
  input: Readable,
  needs: Pick<ImportNeeds, "migrations" | "ensureMonths">,
): Promise<RestoreOutcome> {
  const reader = new RecordReader(input);
  try {
    const header = await readHeader(reader);
    requireKnownSchema(header, needs.migrations);
    await requireOneServer(owner);
    await requireSameMasterKey(owner, header);
    const present = await findSchemaNumber(owner);
    if (header.schema !== present) return { kind: "older_schema" };
    await requireFullVisibility(owner);
    await needs.ensureMonths(header.months);
    const tables = await loadRows(owner, reader, { replacesRows: true });
    const { schema, masterKey } = header;
    return { kind: "restored", summary: { schema, masterKey, tables } };
  } finally {
    await reader.close();
  }
}

async function requireSameMasterKey(owner: DatabasePool, { masterKey }: Header): Promise<void> {
  const present = await findMasterKeyId(owner);
  if (masterKey === undefined || present === undefined || masterKey === present) return;
  throw new TransferError(
    `The file needs master key ${masterKey}, but this installation uses ${present}. Its values could not be opened.`,
  );
}
