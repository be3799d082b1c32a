/** Which schemas of a database are ours: those that the migrations fill. pg-boss keeps its own. */
export const OUR_SCHEMAS: readonly string[] = ["public", "simulator"];

/** The ledger of migrations describes one database and never travels. */
export const LEDGER_TABLE = "public.migrations";

/** Tables whose first rows are written by the migrations themselves. */
export const FILLED_BY_MIGRATIONS: readonly string[] = [
  "public.business_clock",
  "public.device_states",
  "public.device_types",
];
