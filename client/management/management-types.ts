/** The resources of partner management, as the OpenAPI document describes them. */
import type { CallOptions } from "../options.ts";
import type { Renamed } from "../wire/names.ts";
import type { JsonAnswer, JsonBody, Path, Query } from "../wire/wire-types.ts";

/** Members have the same names outside and on the wire. Only these parameters differ. */
export const FILTER_NAMES = {
  sortBy: "sorting.field",
  sortDirection: "sorting.direction",
} as const;

type Listed<P extends Path> =
  JsonAnswer<P> extends { data: readonly (infer Element)[] } ? Element : never;

export type Filters<P extends Path> = Readonly<
  Partial<Renamed<Omit<Query<P>, "take" | "skip">, typeof FILTER_NAMES>>
> & {
  /** How many records one request gets: 1 to 500. */
  readonly pageSize?: number;
};

export interface Lister<P extends Path> {
  /** All records, page after page. Leave the loop to end the requests. */
  list(filters?: Filters<P>, options?: CallOptions): AsyncGenerator<Listed<P>, void>;
}

export interface Creator<P extends Path> {
  create(values: JsonBody<P>, options?: CallOptions): Promise<JsonAnswer<P, "post">>;
}

export interface Getter<P extends Path> {
  get(id: string, options?: CallOptions): Promise<JsonAnswer<P>>;
}

export interface Updater<P extends Path> {
  /** Changes the members that you send. With `version`, only if nobody changed the record since. */
  update(
    id: string,
    values: JsonBody<P, "patch">,
    options?: CallOptions,
  ): Promise<JsonAnswer<P, "patch">>;
}

export interface Remover {
  remove(id: string, options?: CallOptions): Promise<void>;
}

type Records<All extends Path, One extends Path> = Lister<All> &
  Creator<All> &
  Getter<One> &
  Updater<One>;

export interface Management {
  readonly partners: Records<"/api/v1/partners", "/api/v1/partners/{id}">;
  readonly clients: Records<"/api/v1/clients", "/api/v1/clients/{id}"> & Remover;
  readonly locations: Records<"/api/v1/locations", "/api/v1/locations/{id}"> & Remover;
  readonly users: Records<"/api/v1/users", "/api/v1/users/{id}"> & Remover & ApiSecrets;
  readonly devices: Records<"/api/v1/devices", "/api/v1/devices/{id}"> & DeviceFinder;
  readonly attestations: Lister<"/api/v1/attestations"> &
    Creator<"/api/v1/attestations"> &
    Getter<"/api/v1/attestations/{id}">;
  readonly deviceTypes: Lister<"/api/v1/deviceTypes">;
  readonly deviceStates: Lister<"/api/v1/deviceStates">;
  /** The journal of parser calls, by messageId. */
  readonly parserCalls: Lister<"/api/v1/transactions"> & Getter<"/api/v1/transactions/{messageId}">;
}

type SecretPath = "/api/v1/users/{id}/apiSecret";

export interface ApiSecrets {
  /** Creates a new API secret. It is shown only here. */
  rotateApiSecret(
    id: string,
    values?: JsonBody<SecretPath>,
    options?: CallOptions,
  ): Promise<JsonAnswer<SecretPath, "post">>;
  /** Ends all API secrets except the newest. */
  endOldApiSecrets(id: string, options?: CallOptions): Promise<void>;
}

type DevicePath = "/api/v1/devices/{serialNumber}/{deviceType}";

export interface DeviceFinder {
  getBySerial(
    serialNumber: string,
    deviceType: string,
    options?: CallOptions,
  ): Promise<JsonAnswer<DevicePath>>;
}
