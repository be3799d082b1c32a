/** What PostgreSQL reports about itself while a connection is opened, without a query. */
import type { EventEmitter } from "node:events";
import type pg from "pg";

export interface ServerState {
  readonly isStandby: boolean;
  /** Writes are refused by a setting (default_transaction_read_only). */
  readonly isReadOnly: boolean;
}

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** Call it before the client connects, and the result afterwards. */
export function readServerState(client: pg.Client): () => ServerState {
  const reported = new Map<string, string>();
  // The types of pg do not list the connection of a client.
  const { connection } = client as unknown as { readonly connection: EventEmitter };
  connection.on("parameterStatus", ({ parameterName, parameterValue }: ParameterStatus) =>
    reported.set(parameterName, parameterValue),
  );
  return () => ({
    isStandby: reported.get("in_hot_standby") === "on",
    isReadOnly: reported.get("default_transaction_read_only") === "on",
  });
}
