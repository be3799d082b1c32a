/** A client of the console's API, with the session cookie and the CSRF token of a browser. */
import assert from "node:assert/strict";
import type { FastifyInstance } from "fastify";
import type { ConsoleError, Session, SignIn } from "../../src/interfaces/console/contract.ts";

export const OPERATOR: SignIn = {
  as: "operator",
  name: "operator",
  password: "certification-operator",
};
export const PARTNER: SignIn = { as: "partner", name: "harbor", password: "certification-partner" };
export const OWNER: SignIn = {
  as: "merchant",
  accountId: "120000000001",
  name: "owner@books.test",
  password: "certification-owner",
};

export interface ConsoleAnswer<Body> {
  readonly status: number;
  readonly body: Body;
}

export class ConsoleClient {
  readonly #server: FastifyInstance;
  cookie = "";
  csrfToken = "";

  constructor(server: FastifyInstance) {
    this.#server = server;
  }

  static async signedIn(server: FastifyInstance, proof: SignIn): Promise<ConsoleClient> {
    const client = new ConsoleClient(server);
    const { status } = await client.signIn(proof);
    assert.equal(status, 200);
    return client;
  }

  async signIn(proof: SignIn): Promise<ConsoleAnswer<Session & ConsoleError>> {
    const answer = await this.#send("POST", "/session", proof);
    const header = answer.headers["set-cookie"];
    if (typeof header === "string") this.cookie = header.split(";")[0] ?? "";
    const body = answer.json();
    this.csrfToken = body.csrfToken ?? "";
    return { status: answer.statusCode, body };
  }

  async get<Body = unknown>(path: string): Promise<ConsoleAnswer<Body & ConsoleError>> {
    return this.#ask("GET", path);
  }

  async post<Body = unknown>(path: string, body: object = {}) {
    return this.#ask<Body>("POST", path, body);
  }

  async patch<Body = unknown>(path: string, body: object = {}) {
    return this.#ask<Body>("PATCH", path, body);
  }

  async delete<Body = unknown>(path: string) {
    return this.#ask<Body>("DELETE", path);
  }

  /** For answers that are not JSON. */
  async download(path: string) {
    const { headers, body: text } = await this.#send("GET", path);
    return {
      headers,
      text,
      fileName: /filename="(.+)"/.exec(`${headers["content-disposition"]}`)?.[1],
    };
  }

  async #ask<Body>(method: Method, path: string, sent?: object) {
    const answer = await this.#send(method, path, sent);
    const isFile = String(answer.headers["content-type"]).startsWith("text/");
    const body = answer.body === "" ? undefined : isFile ? answer.body : answer.json();
    return { status: answer.statusCode, body } as ConsoleAnswer<Body & ConsoleError>;
  }

  #send(method: Method, path: string, payload?: object) {
    const headers = { cookie: this.cookie, "x-csrf-token": this.csrfToken };
    const url = `/console/api${path}`;
    return this.#server.inject({ method, url, headers, ...(payload && { payload }) });
  }
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";
