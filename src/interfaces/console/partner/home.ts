/** The home screen of partner and client users, and the search. */
import type { CallLogStore } from "../../../core/parser/journal/call-log-store.ts";
import { idInQuery } from "../ids.ts";
import type { Call, Routes } from "../routes.ts";
import type { ManagementFinds, ManagementHome } from "./contract.ts";
import { managementUser, managementView } from "./management-access.ts";
import { writeParserCall } from "./parser-log.ts";
import type { PartnerNeeds } from "./partner-needs.ts";
import {
  writeFoundClient,
  writeFoundDevice,
  writeFoundLocation,
  writeFoundPartner,
  writeFoundUser,
  writeStates,
} from "./write.ts";

const NEWEST = 5;
const LOOKED_AT = 1_000;
const FOUND_MAX = 8;
const FOUND_ON_PAGE = "25";
const SEARCH_MIN = 2;
const ONE = { take: 1, skip: 0 };

export function addHome(routes: Routes, needs: PartnerNeeds): void {
  routes.get("/management/home", "management", (call) => showHome(needs, call));
  routes.get("/management/search", "management", async (call): Promise<ManagementFinds> => {
    const text = call.query.text("q")?.trim() ?? "";
    return text.length < SEARCH_MIN ? NOTHING_FOUND : searchManagement(needs, call, text);
  });
}

async function showHome(needs: PartnerNeeds, call: Call): Promise<ManagementHome> {
  const view = managementView(needs, call);
  const { partner, client } = managementUser(call);
  const [states, due] = await Promise.all([
    view.devicesByState({ ...ALL, topId: undefined, clientId: undefined }),
    view.inspectionsDue(needs.management.clock.business(), {
      topId: undefined,
      clientId: undefined,
    }),
  ]);
  const figures = { states: writeStates(states), due };
  if (client !== undefined) return { ...figures, client };
  const [{ total: subPartners }, owned] = await Promise.all([
    view.branches(partner.id, ONE),
    view.owned(partner.id),
  ]);
  const { clients, locations, people } = owned;
  return {
    ...figures,
    partner: { id: partner.id, subPartners, clients, locations, people },
    ...(call.may.has("management.journal") && {
      calls: await recentCalls(needs.calls, partner.id),
    }),
  };
}

const ALL = { serialNumber: undefined, stateId: undefined };

async function recentCalls(
  calls: CallLogStore,
  partnerId: string,
): Promise<NonNullable<ManagementHome["calls"]>> {
  const [newest, failed, figures] = await Promise.all([
    calls.listNewestCalls(partnerId, { take: NEWEST }),
    calls.listNewestCalls(partnerId, { take: NEWEST, isSuccess: false }),
    calls.countRecentCalls(partnerId, { take: LOOKED_AT }),
  ]);
  return {
    newest: newest.map(writeParserCall),
    newestFailures: failed.map(writeParserCall),
    looked: figures.calls,
    failures: figures.failures,
    replays: figures.replays,
  };
}

const NOTHING_FOUND: ManagementFinds = {
  partners: [],
  clients: [],
  devices: [],
  locations: [],
  people: [],
};

const KINDS = ["partners", "clients", "devices", "locations", "people"] as const;

/** `for` limits the search to one kind, for form fields. `take` is for the page with all results. */
async function searchManagement(
  needs: PartnerNeeds,
  call: Call,
  text: string,
): Promise<ManagementFinds> {
  const view = managementView(needs, call);
  const only = call.query.choice("for", KINDS);
  const wants = (kind: keyof ManagementFinds) => only === undefined || only === kind;
  const take = call.query.choice("take", [FOUND_ON_PAGE]) ? Number(FOUND_ON_PAGE) : FOUND_MAX;
  const slice = { take, skip: 0, topId: idInQuery(call, "partner"), clientId: undefined };
  const search = { ...slice, search: text };
  const device = { ...ALL, ...slice, serialPrefix: text } as const;
  const [partners, clients, devices, locations, people] = await Promise.all([
    wants("partners") ? view.partnersNamed(text, take) : [],
    wants("clients") ? view.clients({ ...search, order: "name" }) : NO_ITEMS,
    wants("devices")
      ? view.devices({ ...device, order: "serialNumber", isDescending: false })
      : NO_ITEMS,
    wants("locations") ? view.locations(search) : NO_ITEMS,
    wants("people") ? view.users(search) : NO_ITEMS,
  ]);
  return {
    partners: partners.map(writeFoundPartner),
    clients: clients.items.map(writeFoundClient),
    devices: devices.items.map(writeFoundDevice),
    locations: locations.items.map(writeFoundLocation),
    people: people.items.map(writeFoundUser),
  };
}

const NO_ITEMS = { items: [] } as const;
