/** Types of the request log's API. */
import type { RequestOutcome } from "../../../values/request-outcome.ts";

export type { RequestOutcome };

export interface RequestLine {
  readonly id: string;
  readonly receivedAt: string;
  readonly tookMs: number;
  /** In plain words: "Sale", "Create client". */
  readonly operation: string;
  readonly interfaceName: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly outcome: RequestOutcome;
  readonly errorCode?: string;
  /** Absent if the name is not known. */
  readonly owner?: RequestOwnerChoice;
  readonly transactionId?: string;
  readonly amountCents?: number;
  readonly currency?: string;
}

/** An account or a partner. The value filters the list: "account-120000000001". */
export interface RequestOwnerChoice {
  readonly value: string;
  readonly name: string;
}

export interface RequestDetails extends RequestLine {
  readonly requestId: string;
  /** Who logged in: "account 120000000001". Absent if the login failed. */
  readonly actor?: string;
  readonly address: string;
  readonly request: string;
  readonly answer: string;
  readonly curl: string;
}
