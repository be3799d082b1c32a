/** A merchant's user of the console: opens a virtual terminal, pays and reads transactions. */
import assert from "node:assert/strict";
import type { SignIn } from "../../src/interfaces/console/contract.ts";
import type {
  PaymentFacts,
  PaymentResult,
  TerminalFacts,
  TransactionList,
  TransactionPageAnswer,
} from "../../src/interfaces/console/merchant/contract.ts";
import type { TestApp } from "./app.ts";
import { ConsoleClient, OWNER } from "./console.ts";

export const MANAGER: SignIn = {
  ...OWNER,
  name: "manager@books.test",
  password: "certification-manager",
};
export const CASHIER: SignIn = {
  ...OWNER,
  name: "cashier@books.test",
  password: "certification-cashier",
};
export const CLINIC_OWNER: SignIn = {
  ...OWNER,
  accountId: "120000000002",
  name: "owner@clinic.test",
};
export const TYPED_CARD = {
  method: "card",
  type: "SALE",
  cardNumber: "4111 1111 1111 1111",
  expiration: "12/30",
  amountCents: 1_234,
};
export const TYPED_BANK = {
  method: "ach",
  secCode: "CCD",
  routingNumber: "021000021",
  accountNumber: "123456789",
  accountType: "checking",
  firstName: "Ada",
  lastName: "Byron",
  amountCents: 1_234,
};

/** The agent above Books and Clinic. */
export const AGENT: SignIn = { ...OWNER, accountId: "120000000009" };

/** The certification data has no user of the agent. This one is a copy of the owner of Books. */
export async function addAgentUser({ database }: Pick<TestApp, "database">): Promise<void> {
  await database.owner.rows`
    insert into pos_users (account_id, email, role, first_name, last_name, password_hash,
      created_at, updated_at)
    select ${AGENT.accountId}::bigint, email, role, first_name, last_name, password_hash,
      created_at, updated_at
    from pos_users where account_id = 120000000001 and email = ${OWNER.name}`;
}

export class MerchantClient extends ConsoleClient {
  static async of({ server }: TestApp, proof: SignIn = OWNER): Promise<MerchantClient> {
    const client = new MerchantClient(server);
    const { status } = await client.signIn(proof);
    assert.equal(status, 200);
    return client;
  }

  async terminal(): Promise<TerminalFacts> {
    return (await this.get<TerminalFacts>("/merchant/terminal")).body;
  }

  async newId(): Promise<string> {
    return (await this.post<{ id: string }>("/merchant/ids")).body.id;
  }

  async pay(typed: object = {}) {
    const id = await this.newId();
    return this.post<PaymentResult>("/merchant/payments", { id, ...TYPED_CARD, ...typed });
  }

  /** A payment that is approved. */
  async sell(typed: object = {}): Promise<PaymentFacts> {
    const { body } = await this.pay(typed);
    assert.ok(body.kind === "approved", JSON.stringify(body));
    return body.payment;
  }

  async change(transactionId: string, what: string, sent: object = {}) {
    const id = await this.newId();
    const path = `/merchant/transactions/${transactionId}/${what}`;
    return this.post<PaymentResult>(path, { id, ...sent });
  }

  async look(id: string): Promise<TransactionPageAnswer> {
    return (await this.get<TransactionPageAnswer>(`/merchant/transactions/${id}`)).body;
  }

  async list(query: Readonly<Record<string, string>> = {}): Promise<TransactionList> {
    const search = new URLSearchParams(query);
    const { status, body } = await this.get<TransactionList>(`/merchant/transactions?${search}`);
    assert.equal(status, 200);
    return body;
  }
}
