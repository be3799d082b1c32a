/** The data that a new certification environment starts with: the shape of seed/certification.json. */
import { readFile } from "node:fs/promises";
import { productFile } from "../../values/product-folder.ts";

export interface CertificationSeed {
  readonly operators: readonly { readonly userName: string; readonly password: string }[];
  readonly accounts: readonly SeedAccount[];
  readonly mobileUsers: readonly SeedPosUser[];
  readonly partners: readonly SeedPartner[];
  readonly clients: readonly SeedClient[];
  readonly baseKeys: readonly SeedBaseKey[];
  readonly devices: readonly SeedDevices[];
  readonly forms: readonly SeedForm[];
  readonly bankConnections: readonly SeedBankConnection[];
  readonly simulators: SeedSimulators;
}

/** The effect of each value. `about` describes the values. */
type SeedValues = Readonly<Record<string, string>> & { readonly about: string };

export interface SeedSimulators {
  readonly card: {
    readonly about: string;
    readonly amounts: Readonly<Record<string, string>>;
    /** Pairs in one line: "zip only: Z; street only: A". */
    readonly avs: string;
    readonly cvv: string;
  };
  readonly verification: SeedValues;
  readonly achNetwork: SeedValues;
}

export interface SeedAccount {
  readonly account_id: string;
  readonly api_accesskey: string;
  readonly name: string;
  readonly time_zone: string;
  readonly parent: string | null;
  readonly agent?: boolean;
  /** The reference of the partner that manages the account's devices. */
  readonly partner?: string;
  readonly ach: { readonly processor: string; readonly default_sec_code: string } | null;
  readonly verification: {
    readonly enabled: boolean;
    readonly sec_codes: readonly string[];
    readonly frequency_days: number | "every";
    readonly recurring: boolean;
    readonly reissue: boolean;
    readonly when_unavailable: string;
  } | null;
}

export interface SeedPosUser {
  readonly account_id: number;
  readonly email: string;
  readonly passsword: string;
  readonly role: string;
}

export interface SeedLocation {
  readonly name: string;
  readonly locationType: string;
  readonly country: { readonly code: string };
  readonly address1: string;
  readonly city: string;
  readonly stateProvince: string;
  readonly postalCode: string;
}

export interface SeedContact {
  readonly userName: string;
  readonly password: string;
  readonly userRole: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly isActive: boolean;
  readonly apiSecret?: string;
}

export interface SeedPartner {
  readonly name: string;
  readonly reference: string;
  readonly partnerKey: string;
  readonly allowList: readonly string[];
  readonly user: SeedContact;
  readonly location: SeedLocation;
  readonly subPartners?: readonly SeedPartner[];
}

export interface SeedClient {
  readonly partner: string;
  readonly name: string;
  readonly mid: string;
  readonly location: SeedLocation;
  readonly contact: SeedContact;
}

export interface SeedBaseKey {
  readonly name: string;
  readonly kind: "tdes-2key" | "aes-128";
  readonly value: string;
}

export interface SeedDevices {
  readonly partner: string;
  readonly client: string;
  readonly deviceState: string;
  readonly serials: Readonly<Record<string, string>>;
}

export interface SeedForm {
  readonly form: string;
  readonly account_id: string;
  readonly title: string;
  readonly methods: readonly string[];
  readonly ach_sec_code: string;
  readonly reportable_fields: readonly string[];
}

export interface SeedBankConnection {
  readonly name: string;
  readonly immediateDestination: string;
  readonly immediateDestinationName: string;
  readonly immediateOrigin: string;
  readonly immediateOriginName: string;
  readonly odfi: string;
  readonly cutOffs: readonly string[];
  readonly offset: boolean;
}

export const CERTIFICATION_SEED_FILE = productFile("seed/certification.json");

export async function readCertificationSeed(): Promise<CertificationSeed> {
  return JSON.parse(await readFile(CERTIFICATION_SEED_FILE, "utf8")) as CertificationSeed;
}

/** The account that commands use if none is named. */
export async function firstSeededAccount(): Promise<string> {
  const [first] = (await readCertificationSeed()).accounts;
  if (first === undefined) throw new Error("The seed has no accounts.");
  return first.account_id;
}
