/** The words of the operator's home: what each signal is called, says, and where one acts on it. */
import type { Signal, SignalName } from "../../../src/interfaces/console/operations/contract.ts";
import { msBetween, spanText } from "./ages.ts";

interface Words {
  readonly label: string;
  readonly to: string;
  /** `wall` is now, for what has lasted some time. */
  note(signal: Signal, wall: string): string;
}

const waitingSince = ({ since, level, count }: Signal, wall: string) => {
  if (since === null || level === "good") return count === 0 ? "Nothing waits" : "On their way";
  return `The oldest is ${spanText(msBetween(since, wall))} late`;
};

export const SIGNALS: Readonly<Record<SignalName, Words>> = {
  jobs: {
    label: "Job queues",
    to: "/operations/jobs",
    note: ({ level, count }) =>
      level === "bad"
        ? "Jobs wait and nobody takes them"
        : count === 0
          ? "No failures in the last day"
          : "Failed in the last day",
  },
  work: {
    label: "Overdue work",
    to: "/operations/jobs",
    note: ({ count }) =>
      count === 0 ? "All work is on time" : "The last run failed, or it is late",
  },
  workers: {
    label: "Job processes",
    to: "/operations/jobs",
    note: ({ count, since }, wall) => {
      if (count > 0) return "Running and reporting";
      if (since === null) return "None has ever reported";
      return `None has reported for ${spanText(msBetween(since, wall))}`;
    },
  },
  clock: {
    label: "Clock difference",
    to: "/operations/system",
    note: ({ level }) =>
      level === "good" ? "Agrees with the database" : "Too far from the database's clock",
  },
  purges: {
    label: "Purges on hold",
    to: "/",
    note: ({ count }) => (count === 0 ? "None waits for approval" : "They wait for approval"),
  },
  attempts: {
    label: "Payments under way",
    to: "/operations/jobs?tab=attempts",
    note: ({ level }) =>
      level === "good" ? "None is older than a minute" : "Some have waited for over a minute",
  },
  outbox: { label: "Outbox", to: "/operations/jobs?tab=outbox", note: waitingSince },
  set_aside: {
    label: "Events set aside",
    to: "/operations/jobs?tab=outbox",
    note: ({ count }) => (count === 0 ? "Everything was delivered" : "Given up, to be sent again"),
  },
  bank_files: {
    label: "Bank files stuck",
    to: "/operations/bank-files",
    note: ({ count }) => (count === 0 ? "All have left on time" : "Closed and not handed over"),
  },
  unmatched: {
    label: "Unmatched returns",
    to: "/operations/bank-files?tab=unmatched",
    note: ({ count }) => (count === 0 ? "All returns were placed" : "Nobody has dealt with them"),
  },
  keys: {
    label: "Terminal keys pending",
    to: "/terminal-keys",
    note: ({ count }) => (count === 0 ? "No import waits" : "They wait for their second person"),
  },
  inspections: {
    label: "Inspections due",
    to: "/all-partners",
    note: ({ count }) => (count === 0 ? "No device is due" : "Their clients were reminded"),
  },
  logins: {
    label: "Locked logins",
    to: "/operations/jobs?tab=logins",
    note: ({ count }) => (count === 0 ? "Nobody is locked out" : "Locked out after failures"),
  },
  audit: {
    label: "Audit chain",
    to: "/operations/audit?tab=chain",
    note: ({ since }, wall) =>
      since === null ? "Never checked here" : `Checked ${spanText(msBetween(since, wall))} ago`,
  },
};
