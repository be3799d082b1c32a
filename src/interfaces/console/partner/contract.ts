/** Types shared by the partner and client screens and their API. */
import type { LocationValues } from "../../../core/management/locations/location-values.ts";
import type { Branch as CoreBranch } from "../../../core/management/partners/tree-store.ts";
import type { Named } from "../../../core/management/scope/reference-store.ts";
import type { UserValues } from "../../../core/management/users/user-values.ts";
import type { NumberedPage } from "../contract.ts";

export type * from "./bulk/contract.ts";
export type { Named };

/** By the business clock: overdue, due within 30 days, or later. */
export type DueStage = "overdue" | "soon" | "later";

/** ISO 8601, in UTC. */
type Moment = string;

/** The choices and limits for the forms. */
export interface ManagementChoices {
  /** The roles that the current user may assign. */
  readonly partnerRoles: readonly string[];
  readonly clientRoles: readonly string[];
  /** The roles for the first user of a new sub-partner. */
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
  /** Includes those due within 30 days. */
  readonly within60: number;
}

export interface ManagementHome {
  readonly states: readonly StateCount[];
  readonly due: DueCounts;
  /** Absent for client users. */
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
    /** Of this many latest requests. */
    readonly looked: number;
    readonly failures: number;
    readonly replays: number;
  };
}

export type Branch = Pick<
  CoreBranch,
  "id" | "name" | "reference" | "isActive" | "subPartners" | "clients" | "devices"
>;

export interface PartnerView extends Named {
  readonly reference: string;
  /** The name used by the parser. */
  readonly parserName: string;
  readonly billingId: string | null;
  readonly verificationPhrase: string | null;
  readonly clientCanOrderEquipment: boolean;
  readonly isActive: boolean;
  readonly location: Named | null;
  readonly contact: { readonly id: string } | null;
  /** Users cannot disable their own partner. */
  readonly isOwn: boolean;
  readonly version: number;
  readonly created: Moment;
  readonly modified: Moment;
  /** From the user's own partner down to this one. */
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
  /** Empty for client users. */
  readonly trail: readonly Named[];
  readonly counts: {
    readonly locations: number;
    readonly people: number;
    readonly devices: number;
    readonly attestations: number;
  };
  readonly due: DueCounts;
}

type LocationFields = Pick<
  LocationValues,
  | "nameOfBusiness"
  | "locationType"
  | "address1"
  | "address2"
  | "city"
  | "stateProvince"
  | "postalCode"
  | "mailCountry"
  | "mailAddress1"
  | "mailAddress2"
  | "mailCity"
  | "mailStateProvince"
  | "mailPostalCode"
  | "notes"
>;

export interface LocationView extends Named, LocationFields {
  readonly uniqueId: string;
  readonly country: { readonly code: string };
  readonly client: Named | null;
  readonly version: number;
  readonly modified: Moment;
}

type UserFields = Pick<
  UserValues,
  "userName" | "firstName" | "lastName" | "email" | "phone" | "userRole" | "isActive"
>;

export interface UserView extends UserFields {
  readonly id: string;
  readonly partner: Named;
  readonly client: Named | null;
  /** The current user. */
  readonly isYou: boolean;
  readonly version: number;
  readonly modified: Moment;
}

/** The API secrets of a partner user, without their values. */
export interface ApiSecretView {
  readonly userId: string;
  readonly hasSecret: boolean;
  /** When it was replaced. Absent if it was created with a password. */
  readonly issuedAt?: Moment;
  /** When the previous secrets expire. */
  readonly olderUntil: readonly Moment[];
}

export interface NewApiSecret extends ApiSecretView {
  /** Shown only once. */
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
  /** Null if the device's status requires no inspection or it has no client. */
  readonly due: Moment | null;
  readonly dueStage: DueStage | null;
}

export interface DeviceView extends DeviceRow {
  readonly notes: string | null;
  readonly ksi: string | null;
  readonly activated: Moment | null;
  /** The states that may follow the current one. */
  readonly nextStates: readonly string[];
  readonly version: number;
  readonly created: Moment;
  readonly modified: Moment;
}

/** At most as many as one attestation may have, of all devices matching the filter. */
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
  /** The parser's error code and its explanation. */
  readonly errorCode?: number;
  readonly meaning?: string;
  readonly isReplay: boolean;
  readonly tookMs: number;
}

export interface CredentialsView {
  readonly partner: Named;
  readonly parserName: string;
  readonly hasKey: boolean;
  /** When the replaced keys that still work expire, the earliest first. */
  readonly olderKeyEnds: readonly Moment[];
  readonly publicKey?: { readonly fingerprint: string; readonly bits: number };
  readonly allowList: readonly string[];
  /** The caller's own IP address, as the server sees it. */
  readonly yourAddress: string;
  readonly isYouListed: boolean;
  readonly version: number;
}

export interface AllowListVerdict {
  /** Error sentences by line number. */
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
  readonly locations: readonly (Named & FoundOwner & { readonly address: string })[];
  /** Users. The name is the person's. */
  readonly people: readonly (Named & FoundOwner & { readonly email: string })[];
}

/** Locations and users have no page of their own: they are shown with their owner. */
interface FoundOwner {
  readonly partnerId: string;
  readonly client: Named | null;
}
