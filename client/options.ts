/** What createClient is given, and what every call can be given. */

/** The login for payments, status and reports. */
export interface AccountLogin {
  readonly id: string;
  readonly accessKey: string;
}

/** The login for the parser: a partner and how it proves its key. */
export type PartnerLogin =
  | {
      readonly id: string;
      readonly key: string;
      /** The default is "hmac": the key is not sent, and the body is signed. */
      readonly method?: "hmac" | "basic" | "digest" | "transparent";
    }
  | {
      readonly id: string;
      readonly method: "rsa";
      /** An RSA key in PEM (PKCS #8). Its public key is registered for the partner. */
      readonly privateKey: string;
    };

/** The login for partner management. With an API secret, requests are signed. */
export type ManagementLogin =
  | { readonly userName: string; readonly password: string }
  | { readonly userName: string; readonly apiSecret: string };

/** A user of the point of sale. The account is the one of `account`, unless it is named here. */
export interface PosLogin {
  readonly email: string;
  readonly password: string;
  readonly accountId?: string;
}

export interface RetryOptions {
  /** How often a call that changes nothing is sent in total. */
  readonly tries: number;
  /** The first pause. It doubles each time, and a random part of it is left out. */
  readonly baseMs: number;
  /** The longest pause. A longer Retry-After ends the call with its error. */
  readonly maxMs: number;
}

export interface ClientOptions {
  /** Such as "https://gateway.example". */
  readonly baseUrl: string;
  readonly account?: AccountLogin | undefined;
  readonly partner?: PartnerLogin | undefined;
  readonly management?: ManagementLogin | undefined;
  readonly pos?: PosLogin | undefined;
  /** The longest time for one request and its answer. The default is 30 seconds. */
  readonly timeoutMs?: number | undefined;
  /** How long a payment waits for its outcome after a lost answer. The default is 40 seconds. */
  readonly waitForOutcomeMs?: number | undefined;
  readonly retry?: Partial<RetryOptions> | undefined;
  /** Sends the requests instead of the global fetch. */
  readonly fetch?: typeof fetch | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface PaymentCallOptions extends CallOptions {
  readonly waitForOutcomeMs?: number | undefined;
}

/** How requests are sent: the options without the logins. */
export interface Connection {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly waitForOutcomeMs: number;
  readonly retry: RetryOptions;
  readonly fetch: typeof fetch;
}

const RETRY: RetryOptions = { tries: 4, baseMs: 250, maxMs: 10_000 };
const TIMEOUT_MS = 30_000;
/** Sixdoors asks the card host for a lost outcome after 20 seconds. */
const WAIT_FOR_OUTCOME_MS = 40_000;

export function readConnection(options: ClientOptions): Connection {
  return {
    baseUrl: new URL(options.baseUrl).href.replace(/\/+$/, ""),
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    waitForOutcomeMs: options.waitForOutcomeMs ?? WAIT_FOR_OUTCOME_MS,
    retry: { ...RETRY, ...options.retry },
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}
