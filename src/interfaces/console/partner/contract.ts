/** What the pages of partners and clients and their interface tell each other: types only. */
import type { NumberedPage } from "../contract.ts";

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** By the business clock: due already, within thirty days, or later. */
export type DueStage = "overdue" | "soon" | "later";

/** ISO 8601, in UTC. */
type Moment = string;

/** What may be chosen from, and the limits of forms. */
export interface ManagementChoices {
  /** Those that the reader may give. */
  readonly partnerRoles: readonly string[];
  readonly clientRoles: readonly string[];
  /** A new sub-partner's first person. */
  readonly contactRoles: readonly string[];
  readonly locationTypes: readonly string[];
  readonly deviceTypes: readonly string[];
  readonly deviceStates: readonly string[];
  readonly countries: readonly { readonly code: string; readonly name: string }[];
}

export interface StateCount {
  readonly state: string;
  readonly devices: number;
}

export interface DueCounts {
  readonly overdue: number;
  readonly within30: number;
  /** The thirty days are among them. */
  readonly within60: number;
}

export interface ManagementHome {
  readonly states: readonly StateCount[];
  readonly due: DueCounts;
  /** Absent for a client's person. */
  readonly partner?: {
    readonly id: string;
    readonly subPartners: number;
    readonly clients: number;
    readonly locations: number;
    readonly people: number;
  };
  readonly client?: Named;
  readonly calls?: {
    readonly newest: readonly ParserCall[];
    readonly newestFailures: readonly ParserCall[];
    /** Of the last so many calls. */
    readonly looked: number;
    readonly failures: number;
    readonly replays: number;
  };
}

export interface Branch extends Named {
  readonly reference: string;
  readonly isActive: boolean;
  readonly subPartners: number;
  readonly clients: number;
  readonly devices: number;
}

export interface PartnerView extends Named {
  readonly reference: string;
  /** Its name at the parser. */
  readonly parserName: string;
  readonly billingId: string | null;
  readonly verificationPhrase: string | null;
  readonly clientCanOrderEquipment: boolean;
  readonly isActive: boolean;
  readonly location: Named | null;
  readonly contact: { readonly id: string } | null;
  /** The reader's own partner cannot be switched off from here. */
  readonly isOwn: boolean;
  readonly version: number;
  readonly created: Moment;
  readonly modified: Moment;
  /** From the reader's own partner down to this one. */
  readonly trail: readonly Named[];
  readonly counts: {
    readonly subPartners: number;
    readonly clients: number;
    readonly locations: number;
    readonly people: number;
    readonly devices: number;
  };
}

export interface ClientRow extends Named {
  readonly clientNumber: string;
  readonly mid: string | null;
  readonly isActive: boolean;
  readonly directPartner: Named;
}

export interface ClientView extends ClientRow {
  readonly billingId: string | null;
  readonly location: Named | null;
  readonly contact: { readonly id: string } | null;
  readonly version: number;
  readonly created: Moment;
  readonly modified: Moment;
  /** Empty for a client's person. */
  readonly trail: readonly Named[];
  readonly counts: {
    readonly locations: number;
    readonly people: number;
    readonly devices: number;
    readonly attestations: number;
  };
  readonly due: DueCounts;
}

export interface LocationView extends Named {
  readonly nameOfBusiness: string | null;
  readonly locationType: string;
  readonly uniqueId: string;
  readonly country: { readonly code: string };
  readonly address1: string;
  readonly address2: string | null;
  readonly city: string;
  readonly stateProvince: string | null;
  readonly postalCode: string | null;
  readonly mailCountry: string | null;
  readonly mailAddress1: string | null;
  readonly mailAddress2: string | null;
  readonly mailCity: string | null;
  readonly mailStateProvince: string | null;
  readonly mailPostalCode: string | null;
  readonly notes: string | null;
  readonly client: Named | null;
  readonly version: number;
  readonly modified: Moment;
}

export interface UserView {
  readonly id: string;
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly userRole: string;
  readonly isActive: boolean;
  readonly partner: Named;
  readonly client: Named | null;
  /** The reader. */
  readonly isYou: boolean;
  readonly version: number;
  readonly modified: Moment;
}

/** The API secrets of a partner's user, without the secrets. */
export interface ApiSecretView {
  readonly userId: string;
  readonly hasSecret: boolean;
  /** When it was rotated. Absent: it was issued with a password. */
  readonly issuedAt?: Moment;
  /** When the secrets before it end. */
  readonly olderUntil: readonly Moment[];
}

export interface NewApiSecret extends ApiSecretView {
  /** Shown this once. */
  readonly apiSecret: string;
}

export interface DeviceRow {
  readonly id: string;
  readonly serialNumber: string;
  readonly name: string | null;
  readonly type: string;
  readonly state: string;
  readonly partner: Named;
  readonly client: Named | null;
  readonly location: Named | null;
  readonly lastActivity: Moment | null;
  /** Null: never. */
  readonly inspected: Moment | null;
  /** Null: in its state nobody inspects it, or it is at no client. */
  readonly due: Moment | null;
  readonly dueStage: DueStage | null;
}

export interface DeviceView extends DeviceRow {
  readonly notes: string | null;
  readonly ksi: string | null;
  readonly activated: Moment | null;
  readonly version: number;
  readonly created: Moment;
  readonly modified: Moment;
}

/** As many as one attestation takes, of all that a filter finds. */
export interface DeviceTicks {
  readonly devices: readonly { readonly id: string; readonly serialNumber: string }[];
  readonly total: number;
}

export interface InspectionRow {
  readonly device: { readonly id: string; readonly serialNumber: string };
  readonly partner: Named;
  readonly client: Named;
  readonly inspected: Moment | null;
  readonly due: Moment;
  readonly dueStage: DueStage;
}

export interface InspectionPage extends NumberedPage<InspectionRow> {
  readonly counts: DueCounts;
}

export interface AttestationRow extends Named {
  readonly completed: Moment;
  readonly client: Named;
  readonly devices: number;
  readonly created: Moment;
}

export interface AttestationView extends AttestationRow {
  readonly notes: string | null;
  readonly results: readonly {
    readonly id: string;
    readonly device: {
      readonly id: string;
      readonly serialNumber: string;
      readonly name: string | null;
    };
  }[];
}

export interface ParserCall {
  readonly messageId: string;
  readonly at: Moment;
  readonly partner: Named;
  readonly client?: Named;
  readonly device?: { readonly id: string; readonly serialNumber: string };
  readonly reference?: string;
  readonly isSuccess: boolean;
  /** The parser's number, and what it means. */
  readonly errorCode?: number;
  readonly meaning?: string;
  readonly isReplay: boolean;
  readonly tookMs: number;
}

export interface CredentialsView {
  readonly partner: Named;
  readonly parserName: string;
  readonly hasKey: boolean;
  readonly publicKey?: { readonly fingerprint: string; readonly bits: number };
  readonly allowList: readonly string[];
  /** The reader's own, as we see it. */
  readonly yourAddress: string;
  readonly isYouListed: boolean;
  readonly version: number;
}

export interface AllowListVerdict {
  /** Sentences, by line. */
  readonly errors: Readonly<Record<string, string>>;
  readonly isYouListed: boolean;
}

export interface ManagementFinds {
  readonly partners: readonly (Named & {
    readonly reference: string;
    readonly parent: Named | null;
  })[];
  readonly clients: readonly (Named & { readonly directPartner: Named })[];
  readonly devices: readonly {
    readonly id: string;
    readonly serialNumber: string;
    readonly client: Named | null;
  }[];
}
