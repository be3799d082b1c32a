/** `privacy`: exports and erases the data of one customer. Numbers never stand on the command line. */
import type { Config } from "../../config.ts";
import { type Customer, type CustomerRecords, isEmpty } from "../../core/privacy/customer.ts";
import { CustomerStore } from "../../core/privacy/customer-store.ts";
import { type ErasedRecords, eraseCustomer } from "../../core/privacy/erase-customer.ts";
import { exportCustomer } from "../../core/privacy/export-customer.ts";
import { findCustomer } from "../../core/privacy/find-customer.ts";
import { Vault } from "../../core/vault/vault.ts";
import { VaultStore } from "../../core/vault/vault-store.ts";
import { StartError } from "../../ports/start-error.ts";
import { isEmailAddress } from "../../values/email-address.ts";
import { linesOrMessage, type OutputOptions, print } from "../output.ts";
import { openPrompt, type Prompt } from "../prompt.ts";
import {
  commandLineActor,
  type OpenInstallation,
  withAuditedInstallation,
} from "../with-installation.ts";

export interface CustomerOptions {
  readonly card?: boolean;
  readonly bank?: boolean;
  readonly email?: string;
  readonly account?: string;
}

interface EraseOptions extends CustomerOptions, OutputOptions {
  readonly now?: boolean;
}

export async function exportCustomerCommand(config: Config, options: CustomerOptions) {
  const customer = await readCustomer(options);
  await withAuditedInstallation(config, async (installed) => {
    const accounts = [];
    for await (const records of findRecords(installed, customer, options)) {
      const by = { actor: commandLineActor(), customer };
      accounts.push(await exportCustomer(installed.owner, records, by));
    }
    print({ json: true }, { accounts }, []);
  });
}

export async function eraseCustomerCommand(config: Config, options: EraseOptions): Promise<void> {
  const customer = await readCustomer(options);
  const isDryRun = options.now !== true;
  await withAuditedInstallation(config, async (installed) => {
    const accounts: ErasedRecords[] = [];
    for await (const records of findRecords(installed, customer, options)) {
      const needs = { ...installed, vault: openVault(installed) };
      const erasure = { customer, records, actor: commandLineActor(), isDryRun };
      accounts.push(await eraseCustomer(needs, erasure));
    }
    const lines = accounts.flatMap((erased) => erasedLines(erased, isDryRun));
    const hint =
      isDryRun && accounts.length > 0 ? ["Nothing was erased. To erase, add --now."] : [];
    print(options, { erased: !isDryRun, accounts }, [
      ...linesOrMessage("Nothing is stored about this customer.", lines),
      ...hint,
    ]);
  });
}

async function* findRecords(
  installed: OpenInstallation,
  customer: Customer,
  { account }: CustomerOptions,
): AsyncGenerator<CustomerRecords> {
  const store = new CustomerStore(installed.owner);
  const known = await store.listAccounts();
  if (account !== undefined && !known.includes(account)) {
    throw new StartError(`Account not found: ${account}. "accounts list" lists all accounts.`);
  }
  const needs = { store, vault: openVault(installed) };
  for (const accountId of account === undefined ? known : [account]) {
    const records = await findCustomer(needs, accountId, customer);
    if (!isEmpty(records)) yield records;
  }
}

function openVault({ owner, custody }: OpenInstallation): Vault {
  return new Vault({ store: new VaultStore(owner), custody });
}

function erasedLines({ accountId, counts, held }: ErasedRecords, isDryRun: boolean): string[] {
  const words = isDryRun ? "would be erased" : "erased";
  return [
    `Account ${accountId}, ${words}:`,
    ...linesOrMessage("  nothing", countLines(counts)),
    ...held.map(({ transactionId, why }) => `  kept for now: payment ${transactionId}, ${why}`),
  ];
}

function countLines(counts: ErasedRecords["counts"]): string[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `  ${count} ${COUNT_NAMES[what] ?? what}`);
}

const COUNT_NAMES: Readonly<Record<string, string>> = {
  payments: "payments: names, addresses, email, IP address and custom fields",
  answers: "stored answers",
  notices: "notices of corrected bank accounts",
  events: "webhooks and emails",
  tokens: "stored cards and bank accounts",
  sales: "sales: email address",
  bankRecords: "corrections and verifications of the bank account",
  testRecords: "logged requests and emails of certification",
};

const CARD = /^\d{12,19}$/;
const ROUTING = /^\d{9}$/;
const BANK_ACCOUNT = /^\d{4,20}$/;

async function readCustomer({ card, bank, email }: CustomerOptions): Promise<Customer> {
  const named = [card === true, bank === true, email !== undefined].filter((is) => is).length;
  if (named !== 1) throw new StartError("Name the customer by one of --card, --bank and --email.");
  if (email !== undefined) return { kind: "email", address: readEmail(email) };
  const prompt = openPrompt();
  try {
    return card === true ? await askCard(prompt) : await askBank(prompt);
  } finally {
    prompt.close();
  }
}

function readEmail(email: string): string {
  if (isEmailAddress(email)) return email;
  throw new StartError("--email must be one email address, such as ada@example.com.");
}

async function askCard(prompt: Prompt): Promise<Customer> {
  const number = await prompt.askSecret("Card number:");
  if (number.matches(CARD)) return { kind: "card", number };
  throw new StartError("A card number has 12 to 19 digits, without spaces or dashes.");
}

async function askBank(prompt: Prompt): Promise<Customer> {
  const routing = await prompt.askLine("Routing number:");
  if (!ROUTING.test(routing)) throw new StartError("A routing number has 9 digits.");
  const accountNumber = await prompt.askSecret("Account number:");
  if (accountNumber.matches(BANK_ACCOUNT)) {
    return { kind: "bank", routingNumber: routing, accountNumber };
  }
  throw new StartError("An account number has 4 to 20 digits, without spaces or dashes.");
}
