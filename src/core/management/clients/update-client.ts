/** Changes a client, or moves it to another direct partner. */
import { changeRecord } from "../scope/change-record.ts";
import { findDifference, type RecordDifference } from "../scope/difference.ts";
import type { ManagementCaller, ManagementNeeds, ManagementWork } from "../scope/management-act.ts";
import { References } from "../scope/resolve-references.ts";
import { ManagementRowStore, type RowValues } from "../scope/row-store.ts";
import type { SubmittedChange } from "../scope/submitted.ts";
import { type ClientRecord, findClient, moveBelongings } from "./client-store.ts";
import type { ClientChange } from "./client-values.ts";

/** Returns false if the caller cannot see this client. */
export function updateClient(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { id, values, errors }: SubmittedChange<ClientChange>,
): Promise<boolean> {
  const { directPartner, location, contact, version, ...changes } = values;
  const change = { table: "clients", id, find: findClient, version, errors } as const;
  const apply = async (management: ManagementWork, client: ClientRecord) => {
    const references = new References(management, errors);
    const links = await findLinks(references, client, { directPartner, location, contact });
    errors.throwIfAny();
    const difference = findDifference(client, { ...changes, ...links });
    if (difference !== undefined) await saveClient(management, id, difference);
  };
  return changeRecord(needs, caller, { change, apply });
}

type Links = Partial<Pick<ClientRecord, "directPartner" | "location" | "contact">>;

/** The location and the contact can be replaced by others of the client. */
async function findLinks(
  references: References,
  client: ClientRecord,
  named: Pick<ClientChange, "directPartner" | "location" | "contact">,
): Promise<Links> {
  const owners = [{ partnerId: client.directPartner.id, clientId: client.id }];
  const direct = await references.resolvePartner("directPartner", named.directPartner);
  const location = await references.resolveLocation("location", named.location, owners);
  const contact = await references.resolveContact("contact", named.contact, owners);
  return {
    ...(direct === undefined ? {} : { directPartner: { id: direct.id, name: direct.name } }),
    ...(location === undefined ? {} : { location: { id: location.id, name: location.name } }),
    ...(contact === undefined ? {} : { contact: { id: contact.id } }),
  };
}

async function saveClient(
  management: ManagementWork,
  id: string,
  { before, after }: RecordDifference,
): Promise<void> {
  const { directPartner, location, contact, ...values } = after as Links & RowValues;
  const row = {
    ...values,
    ...(directPartner === undefined ? {} : { directPartnerId: directPartner.id }),
    ...(location ? { locationId: location.id } : {}),
    ...(contact ? { contactId: contact.id } : {}),
  };
  await new ManagementRowStore(management).updateRow("clients", id, row);
  if (directPartner !== undefined) await moveBelongings(management, id, directPartner.id);
  await management.record({ kind: "client", id, action: "client.update", before, after });
}
