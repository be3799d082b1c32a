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

/** The texts of a signal without and with problems. The second one ends with the age of the oldest. */
const oldest = (good: string, bad: string) => {
  return ({ count, since, level }: Signal, wall: string) => {
    if (count === 0 || level === "good") return good;
    return since === null ? bad : `${bad}, oldest ${formatDuration(msBetween(since, wall))}`;
  };
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
    note: oldest("None older than one minute", "Stuck"),
  },
  outbox: {
    label: "Pending deliveries",
    to: "/operations/jobs?tab=deliveries",
    note: waitingSince,
  },
  set_aside: {
    label: "Failed deliveries",
    to: "/operations/jobs?tab=deliveries",
    note: oldest("Everything was delivered", "Can be sent again"),
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
    note: oldest("All files were sent on time", "Not sent or not confirmed"),
  },
  unmatched: {
    label: "Unmatched returns",
    to: "/operations/bank-files?tab=unmatched",
    note: oldest("All returns were matched", "Not resolved"),
  },
  reversals: {
    label: "Pending reversals",
    to: "/operations/bank-files?tab=reversals",
    note: oldest("No reversal is pending", "Waiting for a second operator"),
  },
  approvals: {
    label: "Pending approvals",
    to: "/approvals",
    note: oldest("Nothing waits for approval", "Waiting for a second person"),
  },
  return_rates: {
    label: "Return-rate alerts",
    to: "/operations/bank-files?tab=rates",
    note: (signal, wall) => {
      const bad = signal.level === "bad" ? "Above a limit of the network" : "Close to a limit";
      return oldest("All rates are below the limits", bad)(signal, wall);
    },
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
  unread_files: {
    label: "Unread bank files",
    to: "/operations/bank-files?tab=inbound&unread=yes",
    note: oldest("All files of banks were read", "Could not be read"),
  },
  webhooks: {
    label: "Failing webhooks",
    to: "/operations/jobs?tab=deliveries",
    note: oldest("No endpoint has failed for a day", "Endpoints fail for a day"),
  },
  certificates: {
    label: "Expiring certificates",
    to: "/operations/doctor",
    note: ({ since }, wall) => {
      if (since === null) return "No certificate in use";
      const leftMs = msBetween(wall, since);
      return leftMs <= 0 ? "One has expired" : `The first one expires in ${formatDuration(leftMs)}`;
    },
  },
  key_age: {
    label: "Age of the master key",
    to: "/operations/system",
    note: ({ level }) => (level === "good" ? "Younger than a year" : "Rotate it once a year"),
  },
};
