/** The log of parser requests with filters, and one request. */
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type {
  DeviceView,
  ManagementFinds,
  ParserCall,
} from "../../../src/interfaces/console/partner/contract.ts";
import { api, readingOptions, useReading } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { startOfDay } from "../../parts/days.ts";
import { ChoiceFilter, DateFilter, Filters } from "../../parts/filters.tsx";
import { TextLink } from "../../parts/link.tsx";
import { LoadingScreen } from "../../parts/loading-screen.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { usePathParam, useUrlState } from "../../url-state.ts";
import { CallList } from "./call-list.tsx";
import { CallResult, ClientLink } from "./pieces/texts.tsx";

const RESULTS = [
  { value: "success", label: "Success" },
  { value: "failure", label: "Failed" },
];
const REPLAYS = [
  { value: "yes", label: "Replays only" },
  { value: "no", label: "Excluding replays" },
];

export function ParserLog() {
  const [url] = useUrlState({ device: "", result: "", replay: "", from: "", until: "" });
  const { from, until, ...filters } = url;
  const window = { from: startOfDay(from, 0), until: startOfDay(until, 1) };
  return (
    <>
      <PageHeader
        title="Parser log"
        description="All parser requests of your software. Payloads and card numbers are never stored."
      />
      <Filters names={["device", "result", "replay", "from", "until"]}>
        <DeviceFilter />
        <ChoiceFilter name="result" label="Result" options={RESULTS} />
        <ChoiceFilter name="replay" label="Replays" options={REPLAYS} all="Including replays" />
        <DateFilter name="from" label="From" />
        <DateFilter name="until" label="To" />
      </Filters>
      <CallList filters={{ ...filters, ...window }} />
    </>
  );
}

/** A filter by serial number. The address holds the device ID. */
function DeviceFilter() {
  const [{ device }, setUrl] = useUrlState({ device: "" });
  const [serial, setSerial] = useState("");
  const [trouble, setTrouble] = useState<string | undefined>();
  const reading = readingOptions<DeviceView>(`/management/devices/${device}`);
  const { data } = useQuery({ ...reading, enabled: device !== "" });
  const shown = device === "" ? "" : data?.serialNumber;
  // The address was changed from outside, or the filter was cleared.
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
      placeholder="Full serial number"
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

const CRUMBS = [{ label: "Parser log", to: "/management/parser-log" }];

export function ParserRequest() {
  const id = usePathParam("messageId");
  const { data, error, refetch } = useReading<ParserCall>(`/management/parser-log/${id}`);
  if (data === undefined) {
    return <LoadingScreen title="Parser request" crumbs={CRUMBS} error={error} retry={refetch} />;
  }
  const { device, client, meaning, errorCode } = data;
  return (
    <>
      <PageHeader
        title="Parser request"
        crumbs={CRUMBS}
        badge={<CallResult call={data} />}
        {...(meaning !== undefined && { description: meaning })}
      />
      <Panel title="Details">
        <Facts
          facts={[
            { name: "Message ID", value: <CopyValue value={data.messageId} /> },
            { name: "Date", value: <Moment at={data.at} show="seconds" focusable /> },
            { name: "Reference", value: data.reference },
            {
              name: "Device",
              value: device && (
                <TextLink to={`/management/devices/${device.id}`}>{device.serialNumber}</TextLink>
              ),
            },
            { name: "Client", value: <ClientLink client={client ?? null} /> },
            { name: "Partner", value: data.partner.name },
            { name: "Error code", value: errorCode === undefined ? "None" : String(errorCode) },
            {
              name: "Replay",
              value: data.isReplay
                ? "Yes: this payload's key, or a later one, was already used"
                : "No",
            },
            { name: "Duration", value: `${data.tookMs} ms` },
          ]}
        />
      </Panel>
    </>
  );
}
