/** The last calls of the parser at a glance, and those that failed. */
import { SimpleGrid } from "@mantine/core";
import type {
  ManagementHome,
  ParserCall,
} from "../../../src/interfaces/console/partner/contract.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { formatCount } from "../../parts/formats.ts";
import { ButtonLink, TextLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { CallResult } from "./pieces/texts.tsx";

type Calls = NonNullable<ManagementHome["calls"]>;

export function RecentCalls({ calls }: { readonly calls: Calls }) {
  const { looked, failures, replays } = calls;
  if (looked === 0) {
    return (
      <Panel title="Parser calls">
        <EmptyState
          icon="log"
          title="No calls yet"
          next="As soon as a program of yours sends a payload to the parser, it is listed here."
        />
      </Panel>
    );
  }
  const of = `Of the last ${formatCount(looked)}: ${formatCount(failures)} failed`;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} mt="lg">
      <Panel
        title="Failed parser calls"
        description={`${of}, ${formatCount(replays)} replayed.`}
        actions={
          <ButtonLink to="/management/journal?result=failure" variant="subtle" size="compact-sm">
            All failures
          </ButtonLink>
        }
      >
        <CallLines calls={calls.newestFailures} none="None of them failed." />
      </Panel>
      <Panel
        title="Newest parser calls"
        description="As they came in."
        actions={
          <ButtonLink to="/management/journal" variant="subtle" size="compact-sm">
            Journal
          </ButtonLink>
        }
      >
        <CallLines calls={calls.newest} none="None yet." />
      </Panel>
    </SimpleGrid>
  );
}

function CallLines({ calls, none }: { readonly calls: readonly ParserCall[]; none: string }) {
  if (calls.length === 0) return <>{none}</>;
  return (
    <ul className="sd-lines">
      {calls.map((call) => (
        <li key={call.messageId}>
          <span>
            <TextLink to={`/management/journal/${call.messageId}`} fw={550}>
              {call.device?.serialNumber ?? call.reference ?? "Unknown device"}
            </TextLink>
            <small>{call.meaning ?? call.client?.name ?? call.partner.name}</small>
          </span>
          <span className="sd-line-end">
            <CallResult call={call} />
            <small>
              <Moment at={call.at} />
            </small>
          </span>
        </li>
      ))}
    </ul>
  );
}
