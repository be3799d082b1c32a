/** The session of a point-of-sale user: logs in when needed, sends requests, and reads errors. */
import {
  describeReply,
  describeUnreadable,
  type Reply,
  type Request,
  readJson,
  sendRequest,
} from "../call/send.ts";
import { SixdoorsError } from "../errors.ts";
import type { AccountLogin, CallOptions, Connection, PosLogin } from "../options.ts";
import type { FormBody } from "../wire/wire-types.ts";

export const AREA = "pos";
const LOGIN_PATH = "/api/json/account/login/";

export type PosRequest = Pick<Request, "method" | "path" | "headers" | "body">;

export class PosSession {
  readonly connection: Connection;
  readonly #login: () => FormBody<typeof LOGIN_PATH>;
  #token: Promise<string> | undefined;

  constructor(connection: Connection, login: PosLogin | undefined, account?: AccountLogin) {
    this.connection = connection;
    const accountId = login?.accountId ?? account?.id;
    this.#login = () => {
      if (login === undefined || accountId === undefined) throw describeMissing();
      const { email, password } = login;
      return { account_id: Number(accountId), email, passsword: password };
    };
  }

  /** Users of one client share a token. A token that has ended is replaced once. */
  async send(request: PosRequest, options: CallOptions): Promise<Reply> {
    const token = await this.readToken(options);
    const reply = await this.#sendWith(token, request, options);
    if (reply.status !== 401) return reply;
    this.forget();
    return this.#sendWith(await this.readToken(options), request, options);
  }

  readToken(options: CallOptions): Promise<string> {
    if (this.#token === undefined) {
      const token = this.#logIn(options);
      this.#token = token;
      token.catch(() => this.forget());
    }
    return this.#token;
  }

  forget(): void {
    this.#token = undefined;
  }

  hasToken(): boolean {
    return this.#token !== undefined;
  }

  async #logIn(options: CallOptions): Promise<string> {
    const { account_id, email, passsword } = this.#login();
    const body = new URLSearchParams({ account_id: String(account_id), email, passsword });
    const reply = await this.sendOpen({ method: "POST", path: LOGIN_PATH, body }, options);
    const { token } = readPosAnswer(reply) as { readonly token: string };
    return token;
  }

  /** For the calls that need no token. */
  sendOpen(request: PosRequest, options: CallOptions): Promise<Reply> {
    return sendRequest(this.connection, { area: AREA, ...request }, options);
  }

  #sendWith(token: string, request: PosRequest, options: CallOptions): Promise<Reply> {
    const mark = request.path.includes("?") ? "&" : "?";
    const path = `${request.path}${mark}token=${encodeURIComponent(token)}`;
    return this.sendOpen({ ...request, path }, options);
  }
}

function describeMissing(): SixdoorsError {
  const message = "Give createClient an account and a user: { pos: { email, password } }.";
  return new SixdoorsError(message, { code: "not_configured", area: AREA });
}

export function readPosAnswer(reply: Reply): unknown {
  if (reply.status >= 300) throw describePosError(reply);
  return readJson(reply);
}

interface PosErrors {
  readonly detail?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** The code is the HTTP status: this API has no codes of its own. */
export function describePosError(reply: Reply): SixdoorsError {
  const answer = readJson(reply) as PosErrors | undefined;
  const { detail, errors } = answer ?? {};
  if (detail === undefined && errors === undefined) return describeUnreadable(reply);
  const listed = Object.entries(errors ?? {}).map(([name, texts]) => `${name}: ${texts.join(" ")}`);
  const isTemporary = reply.status === 429 || reply.status >= 500;
  const facts = { ...describeReply(reply), fields: errors, isTemporary };
  return new SixdoorsError(detail ?? listed.join(" "), { code: `${reply.status}`, ...facts });
}
