/** Findings of the system check: status, what was checked, what was found, and what to do. */
import { Code, Text } from "@mantine/core";
import { createElement, Fragment } from "react";
import type { DoctorFinding } from "../../../src/interfaces/console/operations/contract.ts";
import { StateBadge, type Tone } from "../../parts/values.tsx";

const BADGES: Record<DoctorFinding["level"], { readonly label: string; readonly tone: Tone }> = {
  ok: { label: "OK", tone: "good" },
  warning: { label: "Warning", tone: "attention" },
  failing: { label: "Failing", tone: "bad" },
  skipped: { label: "Skipped", tone: "quiet" },
};

export function FindingBadge({ level }: { readonly level: DoctorFinding["level"] }) {
  return <StateBadge state={level} {...BADGES[level]} />;
}

export function FindingList({ findings }: { readonly findings: readonly DoctorFinding[] }) {
  return (
    <ul className="sd-findings">
      {findings.map((finding) => (
        <li key={`${finding.check} ${finding.found}`}>
          <FindingBadge level={finding.level} />
          <Text component="span" fw={550}>
            {finding.check}
          </Text>
          <div>
            <WithCode text={finding.found} />
            {finding.advice !== null && (
              <Text size="sm" mt={4}>
                <b>To do:</b> <WithCode text={finding.advice} />
              </Text>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Commands stand between backticks. */
function WithCode({ text }: { readonly text: string }) {
  const parts = text.split("`");
  return createElement(
    Fragment,
    null,
    ...parts.map((part, at) => (at % 2 === 1 ? asCode(part) : part)),
  );
}

function asCode(text: string) {
  return <Code>{text}</Code>;
}
