/** Wires the needs of each interface from the parts of the process. */
import type { FastifyBaseLogger } from "fastify";
import { SharpPhotoEncoder } from "../../adapters/photo-encoder.ts";
import type { Config } from "../../config.ts";
import type { Access } from "../../core/access/access.ts";
import {
  GATEWAY_POLICY,
  MANAGEMENT_POLICY,
  PARSER_POLICY,
  SIGNER_POLICY,
} from "../../core/access/failures/login-policy.ts";
import type { PasswordHashing } from "../../core/access/password.ts";
import type { TimestampNeeds } from "../../core/access/signatures/timestamp.ts";
import { type Account, AccountStore } from "../../core/accounts/account-store.ts";
import { type AccessKeyUse, KeyUseStore } from "../../core/accounts/keys/key-use-store.ts";
import { KeyUses } from "../../core/accounts/keys/key-uses.ts";
import type { DoctorReport } from "../../core/doctor/doctor-check.ts";
import { findBrand, findLogo } from "../../core/forms/brand/edit-brand.ts";
import { FormClaimStore } from "../../core/forms/claim-store.ts";
import { FormStore } from "../../core/forms/form-store.ts";
import type { KnownPartner } from "../../core/management/logins/authenticate-partner.ts";
import type { Signer } from "../../core/management/logins/authenticate-signed.ts";
import type { ManagementUser } from "../../core/management/logins/authenticate-user.ts";
import type { SigningUser } from "../../core/management/logins/authenticate-user-signed.ts";
import { LoginStore } from "../../core/management/logins/login-store.ts";
import { PartnerCredentialStore } from "../../core/management/logins/partner-credential-store.ts";
import { ApiSecretStore } from "../../core/management/users/api-secret-store.ts";
import { JournalPageStore } from "../../core/parser/journal/journal-page-store.ts";
import type { Suspect } from "../../core/payments/card-testing/card-testing.ts";
import { IdStore } from "../../core/payments/ids/id-store.ts";
import type { PayloadReader, PaymentNeeds } from "../../core/payments/payment-needs.ts";
import { StatusStore } from "../../core/payments/status-store.ts";
import { openPosServices } from "../../core/pos/pos.ts";
import { ReportableStore } from "../../core/reports/reportable-store.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Custody } from "../../ports/key-custody.ts";
import type { Readiness } from "../../ports/readiness.ts";
import type { Pools, WorkPools } from "../database/pools.ts";
import type { RequestLimits } from "../http/request-limits.ts";
import { openPageLinks } from "../page-links.ts";
import type { Hosts } from "./hosts.ts";
import { openManagement } from "./management.ts";
import { openPayments } from "./payments.ts";
import { openReports } from "./reports.ts";

export interface InterfaceNeeds {
  readonly pools: Pools;
  readonly access: Access;
  readonly passwords: PasswordHashing;
  readonly custody: Custody;
  readonly clock: Clock;
  readonly config: Config;
  readonly hosts: Hosts;
  /** Only in certification: the pools that are needed to move the clock. */
  readonly work?: (WorkPools & { readonly dataDir: string }) | undefined;
  readonly readiness: Readiness;
  /** Called for logins that were refused because of their timestamp. */
  readonly onStaleTimestamp?: TimestampNeeds["onStaleTimestamp"];
  readonly schema: number;
  /** Runs the checks of `doctor`. */
  readonly examine: () => Promise<DoctorReport>;
  /** Undefined if the database is not on a disk of this machine. */
  readonly freeDiskBytes: (() => Promise<number>) | undefined;
  /** When the certificates expire that this process serves or calls card hosts with. */
  readonly certificateEnds: () => readonly Temporal.Instant[];
}

/** The needs of the interfaces, which the console uses as well. */
export type GatewayParts = ReturnType<typeof gatewayNeeds>;
export type ManagementParts = ReturnType<typeof managementNeeds>;
export type PosParts = ReturnType<typeof posNeeds>;

export interface GatewayWiring extends Pick<RequestLimits, "lastUrgentMs"> {
  readonly log: FastifyBaseLogger;
  readonly payloads: PayloadReader;
}

export function gatewayNeeds(
  { pools, access, custody, clock, config, hosts, onStaleTimestamp }: InterfaceNeeds,
  { log, lastUrgentMs, payloads }: GatewayWiring,
) {
  const { payments: db } = pools;
  const onSuspect = (suspect: Suspect) =>
    log.warn(suspect, "small payments are slowed down: many declines look like card testing");
  return {
    ...openPayments({ db, custody, clock, config, hosts, payloads, onSuspect }),
    accounts: new AccountStore(db),
    ...openKeyUses(db, log),
    status: new StatusStore({ db, queueMax: config.databaseQueue }),
    issuedIds: new IdStore(db),
    reports: openReports({
      config,
      ...pools,
      onTrouble: (trouble) => log.warn(trouble),
      lastRequestMs: lastUrgentMs,
    }),
    reportable: new ReportableStore(pools.app),
    accountChecker: access.createChecker<Account>(GATEWAY_POLICY),
    accountLimit: access.accounts,
    explainsLogins: config.environment === "certification",
    onStaleTimestamp,
    outbox: { db, clock },
    pastEvents: { db: pools.app, clock },
  };
}

/** The uses of API keys are written by the payments role, which sees all accounts. */
function openKeyUses(db: DatabasePool, log: FastifyBaseLogger) {
  const onFailure = (error: unknown) =>
    log.warn({ err: error }, "the last uses of some API keys were not stored");
  const uses = new KeyUses({ store: new KeyUseStore(db), onFailure });
  const noteKeyUse = (use: AccessKeyUse) => uses.noteUse(use);
  return { noteKeyUse, writeKeyUses: () => uses.writeUses(), closeKeyUses: () => uses.close() };
}

export function managementNeeds(needs: InterfaceNeeds) {
  const { pools, access, passwords, custody, clock, config, onStaleTimestamp } = needs;
  return {
    passwords,
    custody,
    clock,
    onStaleTimestamp,
    logins: new LoginStore(pools.app),
    apiSecrets: new ApiSecretStore(pools.app),
    ...openManagement({ db: pools.app, custody, clock, links: openPageLinks(config) }),
    credentials: new PartnerCredentialStore(pools.app),
    journalPages: new JournalPageStore(pools.app),
    userChecker: access.createChecker<ManagementUser>(MANAGEMENT_POLICY),
    userSignerChecker: access.createChecker<SigningUser>(SIGNER_POLICY),
    partnerChecker: access.createChecker<KnownPartner>(PARSER_POLICY),
    signerChecker: access.createChecker<Signer>(PARSER_POLICY),
    partnerLimit: access.partners,
    explainsLogins: config.environment === "certification",
  };
}

export function passwordNeeds({ pools, passwords, custody, clock, config }: InterfaceNeeds) {
  return { db: pools.app, passwords, custody, clock, environment: config.environment };
}

export function formNeeds(
  { pools, access, custody, clock, config }: InterfaceNeeds,
  payments: PosPayments,
) {
  const { accounts, issuedIds } = payments;
  const { environment } = config;
  const forms = new FormStore(pools.app);
  const claims = new FormClaimStore(pools.payments);
  const limits = { accountLimit: access.accounts, addressLimit: access.formAddresses };
  const brands = {
    findBrand: (accountId: string) => findBrand(pools.app, accountId),
    findLogo: (accountId: string, hash: string) => findLogo(pools.app, accountId, hash),
  };
  const stores = { forms, accounts, issuedIds, claims, brands };
  return { ...stores, payments, custody, clock, ...limits, environment };
}

type PosPayments = Pick<ReturnType<typeof gatewayNeeds>, "issuedIds" | "accounts"> & PaymentNeeds;

export function posNeeds(
  { pools, access, passwords, custody, clock, config }: InterfaceNeeds,
  payments: PosPayments,
) {
  const { issuedIds, accounts: merchants } = payments;
  return openPosServices({
    database: pools.app,
    access,
    passwords,
    merchants,
    payments,
    issuedIds,
    photos: new SharpPhotoEncoder(),
    custody,
    clock,
    links: openPageLinks(config),
  });
}
