/** The journal of parser calls with its filters, and one call of it. */
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type {
  DeviceView,
  ManagementFinds,
  ParserCall,
} from "../../../src/interfaces/console/partner/contract.ts";
import { api, readingOf, useReading } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { ChoiceFilter, DateFilter, Filters } from "../../parts/filters.tsx";
import { TextLink } from "../../parts/link.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { UnreadScreen } from "../../parts/unread-screen.tsx";
import { Moment } from "../../parts/values.tsx";
import { usePathParam, useUrlState } from "../../url-state.ts";
import { CallList } from "./call-list.tsx";
import { CallResult, ClientLink } from "./pieces/texts.tsx";

const RESULTS = [
  { value: "success", label: "Read" },
  { value: "failure", label: "Failed" },
];
const REPLAYS = [
  { value: "yes", label: "Replays only" },
  { value: "no", label: "Without replays" },
];

export function Journal() {
  const [url] = useUrlState({ device: "", result: "", replay: "", from: "", until: "" });
  const { from, until, ...filters } = url;
  const window = { from: startOf(from, 0), until: startOf(until, 1) };
  return (
    <>
      <PageHeader
        title="Parser journal"
        description="Every call of your programs to the parser: never a payload, never a card number."
      />
      <Filters names={["device", "result", "replay", "from", "until"]}>
        <DeviceFilter />
        <ChoiceFilter name="result" label="Result" options={RESULTS} />
        <ChoiceFilter name="replay" label="Replays" options={REPLAYS} all="With replays" />
        <DateFilter name="from" label="From" />
        <DateFilter name="until" label="To" />
      </Filters>
      <CallList filters={{ ...filters, ...window }} />
    </>
  );
}

/** The beginning of a day, as the reader's clock has it. */
function startOf(day: string, daysLater: number): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return "";
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}

/** By serial number, as it stands on the device. The address keeps its id. */
function DeviceFilter() {
  const [{ device }, setUrl] = useUrlState({ device: "" });
  const [serial, setSerial] = useState("");
  const [trouble, setTrouble] = useState<string | undefined>();
  const reading = readingOf<DeviceView>(`/management/devices/${device}`);
  const { data } = useQuery({ ...reading, enabled: device !== "" });
  const shown = device === "" ? "" : data?.serialNumber;
  // The address may have come from elsewhere, or was cleared.
  useEffect(() => setSerial((now) => shown ?? now), [shown]);
  const look = async () => {
    const text = serial.trim();
    setTrouble(undefined);
    if (text === "") return setUrl({ device: "" });
    if (text === shown) return undefined;
    const found = await api.get<ManagementFinds>("/management/search", { q: text, for: "devices" });
    const exact = found.devices.find(({ serialNumber }) => serialNumber === text);
    if (exact === undefined) return setTrouble("No device has this serial number.");
    return setUrl({ device: exact.id });
  };
  return (
    <TextInput
      type="search"
      label="Device"
      placeholder="Whole serial number, then Enter"
      className="sd-filter-search"
      value={serial}
      error={trouble}
      onChange={({ currentTarget }) => setSerial(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === "Enter") void look();
      }}
      onBlur={() => void look()}
    />
  );
}

const CRUMBS = [{ label: "Parser journal", to: "/management/journal" }];

export function JournalCall() {
  const id = usePathParam("messageId");
  const { data, error, refetch } = useReading<ParserCall>(`/management/journal/${id}`);
  if (data === undefined) {
    return <UnreadScreen title="Parser call" crumbs={CRUMBS} error={error} retry={refetch} />;
  }
  const { device, client, meaning, errorCode } = data;
  return (
    <>
      <PageHeader
        title="Parser call"
        crumbs={CRUMBS}
        badge={<CallResult call={data} />}
        {...(meaning !== undefined && { description: meaning })}
      />
      <Panel title="About">
        <Facts
          facts={[
            { name: "Message id", value: <CopyValue value={data.messageId} /> },
            { name: "When", value: <Moment at={data.at} show="seconds" focusable /> },
            { name: "Reference", value: data.reference },
            {
              name: "Device",
              value: device && (
                <TextLink to={`/management/devices/${device.id}`}>{device.serialNumber}</TextLink>
              ),
            },
            { name: "Client", value: <ClientLink client={client ?? null} /> },
            { name: "Partner", value: data.partner.name },
            { name: "Error number", value: errorCode === undefined ? "None" : String(errorCode) },
            {
              name: "Replay",
              value: data.isReplay
                ? "Yes: the key of the payload, or a later one, was used before"
                : "No",
            },
            { name: "Took", value: `${data.tookMs} ms` },
          ]}
        />
      </Panel>
    </>
  );
}
