/**
 * The management data that one console user can see. A partner's user sees the partner and all
 * partners below it; a client's user sees only that client. Every statement has this limit.
 */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { AttestationActStore } from "../attestations/attestation-act-store.ts";
import {
  type CalendarQuestion,
  listInspectionDays,
} from "../attestations/inspection-calendar-store.ts";
import { type InspectionQuestion, InspectionStore } from "../attestations/inspection-store.ts";
import { ClientStore, type ClientsQuestion } from "../clients/client-store.ts";
import {
  type DeviceFilters,
  DeviceRegisterStore,
  type DevicesQuestion,
} from "../devices/device-register-store.ts";
import { LocationStore } from "../locations/location-store.ts";
import { PartnerStore } from "../partners/partner-store.ts";
import { TreeStore } from "../partners/tree-store.ts";
import { ContactStore } from "../users/contact-store.ts";
import { ManagementCountStore } from "./management-count-store.ts";
import type { OwnedQuestion } from "./requested-page-store.ts";
import type { Slice } from "./visible-store.ts";

export class ManagementStores {
  readonly app: DatabasePool;
  readonly acts: AttestationActStore;
  readonly clients: ClientStore;
  readonly contacts: ContactStore;
  readonly devices: DeviceRegisterStore;
  readonly counts: ManagementCountStore;
  readonly inspections: InspectionStore;
  readonly locations: LocationStore;
  readonly partners: PartnerStore;
  readonly tree: TreeStore;

  /** The pool works under the application's role, so that row-level security holds. */
  constructor(app: DatabasePool) {
    this.app = app;
    this.acts = new AttestationActStore(app);
    this.clients = new ClientStore(app);
    this.contacts = new ContactStore(app);
    this.devices = new DeviceRegisterStore(app);
    this.counts = new ManagementCountStore(app);
    this.inspections = new InspectionStore(app);
    this.locations = new LocationStore(app);
    this.partners = new PartnerStore(app);
    this.tree = new TreeStore(app);
  }
}

/** An id that no record has, for requests about another client. */
const NOTHING = "0";

const NONE_OWNED = { clients: 0, locations: 0, people: 0, attestations: 0 };

export class ManagementView {
  readonly #stores: ManagementStores;
  readonly #partnerId: string;
  /** Undefined: the user belongs to a partner. */
  readonly #clientId: string | undefined;

  constructor(
    stores: ManagementStores,
    { partnerId, clientId }: { readonly partnerId: string; readonly clientId: string | undefined },
  ) {
    this.#stores = stores;
    this.#partnerId = partnerId;
    this.#clientId = clientId;
  }

  /** A client's user sees no partner, because a partner's data includes other clients. */
  async partner(id: string) {
    if (this.#clientId !== undefined) return undefined;
    return this.#stores.partners.findPartner(this.#partnerId, id);
  }

  async trail(partnerId: string) {
    return this.#clientId === undefined
      ? this.#stores.tree.findTrail(this.#partnerId, partnerId)
      : [];
  }

  async branches(partnerId: string, slice: Slice) {
    if (this.#clientId !== undefined) return { total: 0, items: [] };
    return this.#stores.tree.listBranches(this.#partnerId, partnerId, slice);
  }

  async partnersNamed(text: string, take: number) {
    if (this.#clientId !== undefined) return [];
    return this.#stores.tree.searchPartners(this.#partnerId, text, take);
  }

  clients(question: ClientsQuestion) {
    return this.#stores.clients.listClients(this.#partnerId, this.#own(question));
  }

  client(id: string) {
    return this.#stores.clients.findClient(this.#partnerId, id, this.#clientId);
  }

  locations(question: OwnedQuestion) {
    return this.#stores.locations.listLocations(this.#partnerId, this.#own(question));
  }

  location(id: string) {
    return this.#stores.locations.findLocation(this.#partnerId, id, this.#clientId);
  }

  users(question: OwnedQuestion) {
    return this.#stores.contacts.listUsers(this.#partnerId, this.#own(question));
  }

  user(id: string) {
    return this.#stores.contacts.findUser(this.#partnerId, id, this.#clientId);
  }

  devices(question: DevicesQuestion) {
    return this.#stores.devices.listDevices(this.#partnerId, this.#own(question));
  }

  device(id: string) {
    return this.#stores.devices.findDevice(this.#partnerId, id, this.#clientId);
  }

  devicesByState(filters: DeviceFilters) {
    return this.#stores.counts.countDevicesByState(this.#partnerId, this.#own(filters));
  }

  inspections(question: InspectionQuestion) {
    return this.#stores.inspections.listDueInspections(this.#partnerId, this.#own(question));
  }

  inspectionDays(question: CalendarQuestion) {
    return listInspectionDays(this.#stores.app, this.#partnerId, this.#own(question));
  }

  inspectionsOf(deviceIds: readonly string[]) {
    return this.#stores.inspections.findInspectionsOfDevices(
      this.#partnerId,
      deviceIds,
      this.#clientId,
    );
  }

  inspectionsDue(at: Temporal.Instant, about: Pick<DeviceFilters, "topId" | "clientId">) {
    return this.#stores.counts.countInspectionsDue(this.#partnerId, at, this.#own(about));
  }

  /** Counts the records of a partner and of all partners below it. */
  async owned(topId: string) {
    if (this.#clientId !== undefined) return NONE_OWNED;
    return this.#stores.counts.countOwned(this.#partnerId, topId);
  }

  ownedByClient(clientId: string) {
    const { clientId: own = NOTHING } = this.#own({ clientId });
    return this.#stores.counts.countOwnedByClient(this.#partnerId, own);
  }

  acts(question: Parameters<AttestationActStore["listActs"]>[1]) {
    return this.#stores.acts.listActs(this.#partnerId, this.#own(question));
  }

  act(id: string) {
    return this.#stores.acts.findAct(this.#partnerId, id, this.#clientId);
  }

  results(actId: string) {
    return this.#stores.acts.listResults(this.#partnerId, actId, this.#clientId);
  }

  /** Limits a question of a client's user to that client. */
  #own<Question extends { readonly clientId?: string | undefined }>(question: Question): Question {
    if (this.#clientId === undefined) return question;
    const { clientId = this.#clientId } = question;
    return { ...question, clientId: clientId === this.#clientId ? clientId : NOTHING };
  }
}
