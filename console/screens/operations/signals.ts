/** The health signals of the operator's home: their labels, texts and links. */
import type { Signal, SignalName } from "../../../src/interfaces/console/operations/contract.ts";
import { formatDuration, msBetween } from "./durations.ts";

interface SignalTexts {
  readonly label: string;
  readonly to: string;
  /** `wall` is the current time, for durations. */
  note(signal: Signal, wall: string): string;
}

const waitingSince = ({ since, level, count }: Signal, wall: string) => {
  if (since === null || level === "good") return count === 0 ? "None pending" : "Being sent";
  return `Oldest is ${formatDuration(msBetween(since, wall))} late`;
};

export const SIGNALS: Readonly<Record<SignalName, SignalTexts>> = {
  jobs: {
    label: "Job queues",
    to: "/operations/jobs",
    note: ({ level, count }) =>
      level === "bad"
        ? "Jobs are waiting, but no process runs them"
        : count === 0
          ? "No failures in the last 24 hours"
          : "Failed in the last 24 hours",
  },
  work: {
    label: "Overdue jobs",
    to: "/operations/jobs",
    note: ({ count }) => (count === 0 ? "All jobs are on time" : "The last run failed or is late"),
  },
  workers: {
    label: "Job processes",
    to: "/operations/jobs",
    note: ({ count, since }, wall) => {
      if (count > 0) return "Running";
      if (since === null) return "No process has ever reported";
      return `No report for ${formatDuration(msBetween(since, wall))}`;
    },
  },
  clock: {
    label: "Clock difference",
    to: "/operations/system",
    note: ({ level }) =>
      level === "good" ? "In sync with the database" : "Out of sync with the database",
  },
  purges: {
    label: "Purges on hold",
    to: "/",
    note: ({ count }) => (count === 0 ? "None waiting for approval" : "Waiting for approval"),
  },
  attempts: {
    label: "Pending payments",
    to: "/operations/jobs?tab=pending",
    note: ({ level }) =>
      level === "good" ? "None older than one minute" : "Older than one minute",
  },
  outbox: {
    label: "Pending deliveries",
    to: "/operations/jobs?tab=deliveries",
    note: waitingSince,
  },
  set_aside: {
    label: "Failed deliveries",
    to: "/operations/jobs?tab=deliveries",
    note: ({ count }) => (count === 0 ? "Everything was delivered" : "Failed, can be sent again"),
  },
  banks: {
    label: "Bank connections",
    to: "/operations/bank-files?tab=banks",
    note: ({ count, since }, wall) =>
      count === 0 || since === null
        ? "No bank is failing"
        : `Failing for ${formatDuration(msBetween(since, wall))}`,
  },
  bank_files: {
    label: "Late or unconfirmed bank files",
    to: "/operations/bank-files",
    note: ({ count }) =>
      count === 0 ? "All files were sent on time" : "Closed but not sent, or not confirmed",
  },
  unmatched: {
    label: "Unmatched returns",
    to: "/operations/bank-files?tab=unmatched",
    note: ({ count }) => (count === 0 ? "All returns were matched" : "Not resolved yet"),
  },
  reversals: {
    label: "Pending reversals",
    to: "/operations/bank-files?tab=reversals",
    note: ({ count }) => (count === 0 ? "No reversal is pending" : "Waiting for a second operator"),
  },
  return_rates: {
    label: "Return-rate alerts",
    to: "/operations/bank-files?tab=rates",
    note: ({ count, level }) =>
      count === 0
        ? "All rates are below the limits"
        : level === "bad"
          ? "At least one rate is above its limit"
          : "Close to a limit of the network",
  },
  keys: {
    label: "Pending device keys",
    to: "/device-keys",
    note: ({ count }) => (count === 0 ? "No import is pending" : "Waiting for the second person"),
  },
  inspections: {
    label: "Inspections due",
    to: "/all-partners",
    note: ({ count }) => (count === 0 ? "No inspections due" : "Clients were reminded"),
  },
  logins: {
    label: "Locked logins",
    to: "/operations/jobs?tab=logins",
    note: ({ count }) => (count === 0 ? "No locked logins" : "Locked after failed attempts"),
  },
  audit: {
    label: "Audit log integrity",
    to: "/operations/audit?tab=integrity",
    note: ({ since }, wall) =>
      since === null ? "Never checked" : `Checked ${formatDuration(msBetween(since, wall))} ago`,
  },
};
