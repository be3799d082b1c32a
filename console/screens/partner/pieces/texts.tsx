/** Labels for the management screens: device statuses, due dates and roles. */
import "../partner.css";

import { useQuery } from "@tanstack/react-query";
import type {
  DeviceRow,
  DueStage,
  ManagementChoices,
  ParserCall,
} from "../../../../src/interfaces/console/partner/contract.ts";
import { readingOptions } from "../../../api.ts";
import { formatCount } from "../../../parts/formats.ts";
import { TextLink } from "../../../parts/link.tsx";
import { Moment, StateBadge, type Tone } from "../../../parts/values.tsx";

const TONES: Readonly<Record<string, Tone>> = {
  activated: "good",
  activating: "waiting",
  inTransit: "waiting",
  damaged: "attention",
  malfunctioning: "attention",
  quarantined: "attention",
  inRepair: "attention",
  lost: "bad",
  tampered: "bad",
  tamperedP2PE: "bad",
};
const LABELS: Readonly<Record<string, string>> = {
  rma: "RMA",
  doa: "Dead on arrival",
  tamperedP2PE: "Tampered (P2PE)",
};

/** Formats "inTransit" as "In transit". */
export function deviceStatusLabel(state: string): string {
  const words = state.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return LABELS[state] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

export function DeviceStatus({ state }: { readonly state: string }) {
  return (
    <StateBadge state={state} label={deviceStatusLabel(state)} tone={TONES[state] ?? "quiet"} />
  );
}

export function ActiveBadge({ isActive }: { readonly isActive: boolean }) {
  return isActive ? <StateBadge state="active" /> : <StateBadge state="off" label="Disabled" />;
}

export function countDevices(count: number): string {
  return count === 1 ? "1 device" : `${formatCount(count)} devices`;
}

interface DueDateProps {
  readonly due: string | null;
  readonly stage: DueStage | null;
}

/** A due date, highlighted only if action is needed. */
export function DueDate({ due, stage }: DueDateProps) {
  if (due === null) return <>—</>;
  return (
    <span className="sd-due">
      <Moment at={due} show="date" />
      {stage === "overdue" && <StateBadge state="overdue" tone="bad" />}
      {stage === "soon" && <StateBadge state="soon" tone="attention" />}
    </span>
  );
}

export function When({
  at,
  none = "Never",
}: {
  readonly at: string | null;
  readonly none?: string;
}) {
  return at === null ? none : <Moment at={at} />;
}

export function CallResult({ call }: { readonly call: ParserCall }) {
  return (
    <span className="sd-due">
      {call.isSuccess ? (
        <StateBadge state="done" label="Success" />
      ) : (
        <StateBadge state="failed" label={`Error ${call.errorCode ?? ""}`} />
      )}
      {call.isReplay && <StateBadge state="replay" tone="attention" label="Replay" />}
    </span>
  );
}

export function ClientLink({ client }: { readonly client: DeviceRow["client"] }) {
  if (client === null) return <>—</>;
  return <TextLink to={`/management/clients/${client.id}`}>{client.name}</TextLink>;
}

const HOUR_MS = 3_600_000;

/** The choices for the forms. They are the same for everyone and loaded once. */
export function useChoices(): ManagementChoices | undefined {
  const reading = readingOptions<ManagementChoices>("/management/choices");
  return useQuery({ ...reading, staleTime: HOUR_MS }).data;
}
