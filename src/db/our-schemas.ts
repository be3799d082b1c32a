/** The schemas that the migrations create. pg-boss has another one. */
export const OUR_SCHEMAS: readonly string[] = ["public", "simulator"];

/** The table of applied migrations. It describes one database and is never exported. */
export const LEDGER_TABLE = "public.migrations";

/** Tables that get their first rows from migrations. */
export const FILLED_BY_MIGRATIONS: readonly string[] = [
  "public.business_clock",
  "public.device_states",
  "public.device_types",
];
