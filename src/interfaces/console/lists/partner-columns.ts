/** The columns of the lists of partners and clients. */
import type {
  AttestationRow,
  Branch,
  ClientRow,
  DeviceRow,
  InspectionRow,
  LocationView,
  ParserCall,
  UserView,
} from "../partner/contract.ts";
import type { CsvColumn } from "./csv-column.ts";
import { activeLabel, deviceLabel, statusLabel } from "./labels.ts";

export const BRANCH_COLUMNS: readonly CsvColumn<Branch>[] = [
  { header: "Name", text: ({ name }) => name },
  { header: "Reference", text: ({ reference }) => reference },
  { header: "Clients", count: ({ clients }) => clients },
  { header: "Devices", count: ({ devices }) => devices },
  { header: "Status", text: activeLabel },
];

export const CLIENT_COLUMNS: readonly CsvColumn<ClientRow>[] = [
  { header: "Name", text: ({ name }) => name },
  { header: "Client ID", text: ({ clientNumber }) => clientNumber },
  { header: "Merchant ID", text: ({ mid }) => mid },
  { header: "Partner", text: ({ directPartner }) => directPartner.name },
  { header: "Status", text: activeLabel },
];

export const LOCATION_COLUMNS: readonly CsvColumn<LocationView>[] = [
  { header: "Name", text: ({ name }) => name },
  { header: "Type", text: ({ locationType }) => locationType },
  { header: "Client", text: ({ client }) => client?.name },
  { header: "Address", text: ({ address1 }) => address1 },
  { header: "City", text: ({ city }) => city },
  { header: "State or province", text: ({ stateProvince }) => stateProvince },
  { header: "Postal code", text: ({ postalCode }) => postalCode },
  { header: "Country", text: ({ country }) => country.code },
];

export const PERSON_COLUMNS: readonly CsvColumn<UserView>[] = [
  { header: "Name", text: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { header: "User name", text: ({ userName }) => userName },
  { header: "Role", text: ({ userRole }) => userRole },
  { header: "Email", text: ({ email }) => email },
  { header: "Client", text: ({ client }) => client?.name },
  { header: "Status", text: activeLabel },
];

/** Users can hide columns of this list. */
export const DEVICE_COLUMNS: readonly CsvColumn<DeviceRow>[] = [
  { header: "Serial number", text: ({ serialNumber }) => serialNumber },
  { id: "client", header: "Client", text: ({ client }) => client?.name },
  { id: "name", header: "Name", text: ({ name }) => name },
  { id: "type", header: "Type", text: ({ type }) => type },
  { id: "state", header: "Status", text: ({ state }) => deviceLabel(state) },
  { id: "due", header: "Inspection due", time: ({ due }) => due },
  { id: "due", header: "Inspection", text: ({ dueStage }) => dueStage && statusLabel(dueStage) },
  { id: "lastActivityDate", header: "Last activity", time: ({ lastActivity }) => lastActivity },
  { id: "location", header: "Location", text: ({ location }) => location?.name },
];

export const INSPECTION_COLUMNS: readonly CsvColumn<InspectionRow>[] = [
  { header: "Device", text: ({ device }) => device.serialNumber },
  { header: "Client", text: ({ client }) => client.name },
  { header: "Last inspected", time: ({ inspected }) => inspected },
  { header: "Due", time: ({ due }) => due },
  { header: "Inspection", text: ({ dueStage }) => statusLabel(dueStage) },
];

export const ATTESTATION_COLUMNS: readonly CsvColumn<AttestationRow>[] = [
  { header: "Name", text: ({ name }) => name },
  { header: "Client", text: ({ client }) => client.name },
  { header: "Devices", count: ({ devices }) => devices },
  { header: "Completed", time: ({ completed }) => completed },
  { header: "Recorded", time: ({ created }) => created },
];

export const PARSER_CALL_COLUMNS: readonly CsvColumn<ParserCall>[] = [
  { header: "Date", time: ({ at }) => at },
  { header: "Message ID", text: ({ messageId }) => messageId },
  { header: "Device", text: ({ device }) => device?.serialNumber },
  { header: "Client", text: ({ client }) => client?.name },
  { header: "Result", text: callResult },
  { header: "Replay", text: ({ isReplay }) => (isReplay ? "Replay" : "") },
  { header: "Reference", text: ({ reference }) => reference },
  { header: "Duration (ms)", count: ({ tookMs }) => tookMs },
];

function callResult({ isSuccess, errorCode }: ParserCall): string {
  return isSuccess ? "Success" : `Error ${errorCode ?? ""}`;
}
