/** One health signal on the operator's home, with a link to the page where it can be fixed. */
import "./operations.css";
import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Level, Signal } from "../../../src/interfaces/console/operations/contract.ts";
import { formatCount } from "../../parts/formats.ts";
import { linkTarget } from "../../parts/link.tsx";
import { StateBadge, type Tone } from "../../parts/values.tsx";
import { SIGNALS } from "./signals.ts";

/** Healthy signals have no badge. */
const BADGES: Record<Exclude<Level, "good">, { readonly label: string; readonly tone: Tone }> = {
  look: { label: "Warning", tone: "attention" },
  bad: { label: "Action required", tone: "bad" },
};

export function SignalCard({ signal, wall }: { readonly signal: Signal; readonly wall: string }) {
  const { label, to, note } = SIGNALS[signal.name];
  const { level } = signal;
  return (
    <Link className="sd-panel sd-signal" data-level={level} {...linkTarget(to)}>
      <span className="sd-signal-head">
        <Text component="span" size="sm" c="dimmed" fw={550}>
          {label}
        </Text>
        {level !== "good" && <StateBadge state={level} {...BADGES[level]} />}
      </span>
      <span className="sd-figure">{signalFigure(signal)}</span>
      <Text component="span" size="sm" c="dimmed">
        {note(signal, wall)}
      </Text>
    </Link>
  );
}

const UNITS: Partial<Record<Signal["name"], string>> = { clock: "s", key_age: "d" };

function signalFigure(signal: Signal): string {
  if (signal.name === "audit") return auditLabel(signal);
  const unit = UNITS[signal.name];
  return unit === undefined ? formatCount(signal.count) : `${formatCount(signal.count)} ${unit}`;
}

function auditLabel({ level, since }: Signal): string {
  if (level === "bad") return "Invalid";
  return since === null ? "Not checked" : "Valid";
}
