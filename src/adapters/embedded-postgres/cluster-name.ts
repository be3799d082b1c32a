/** The folder in DATA_DIR that has PostgreSQL's files. */
export const CLUSTER = "postgres";
