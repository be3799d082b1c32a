/** The first screen of partners' and clients' people: what there is, what is due, what failed. */
import { SimpleGrid, Text } from "@mantine/core";
import type {
  ManagementHome,
  StateCount,
} from "../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../api.ts";
import { formatCount } from "../../parts/formats.ts";
import { ButtonLink, TextLink } from "../../parts/link.tsx";
import { Figure, PageHeader, Panel } from "../../parts/panel.tsx";
import { UnreadScreen } from "../../parts/unread-screen.tsx";
import { useMay, useSession } from "../../session.tsx";
import { DeviceState } from "./pieces/texts.tsx";
import { RecentCalls } from "./recent-calls.tsx";

export function Home() {
  const { person } = useSession();
  const { data, error, refetch } = useReading<ManagementHome>("/management/home");
  const mayRegister = useMay("management.devices");
  const mayAttest = useMay("attestations");
  const title = person.home?.name ?? "Overview";
  if (data === undefined) return <UnreadScreen title={title} error={error} retry={refetch} />;
  return (
    <>
      <PageHeader
        title={title}
        description="Devices, inspections and what needs somebody today."
        actions={
          <>
            {mayAttest && (
              <ButtonLink to="/management/attest" variant="default">
                Start an attestation
              </ButtonLink>
            )}
            {mayRegister && (
              <ButtonLink to="/management/devices?register=yes">Register a device</ButtonLink>
            )}
          </>
        }
      />
      <Figures home={data} />
      <DeviceStates states={data.states} />
      {data.calls !== undefined && <RecentCalls calls={data.calls} />}
    </>
  );
}

function Figures({ home: { due, partner, client } }: { readonly home: ManagementHome }) {
  const link = (to: string, words: string) => <TextLink to={to}>{words}</TextLink>;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} mb="lg">
      <Figure
        label="Inspections overdue"
        value={formatCount(due.overdue)}
        note={link("/management/inspections", due.overdue === 0 ? "All in time" : "See which")}
      />
      <Figure
        label="Due within 30 days"
        value={formatCount(due.within30)}
        note={link("/management/inspections?within=30", "See what comes")}
      />
      <Figure
        label="Due within 60 days"
        value={formatCount(due.within60)}
        note={link("/management/inspections?within=60", "Plan ahead")}
      />
      {partner !== undefined && (
        <Figure
          label="Clients"
          value={formatCount(partner.clients)}
          note={link("/management/clients", partnersWords(partner.subPartners))}
        />
      )}
      {client !== undefined && (
        <Figure
          label="Your client"
          value={<span className="sd-figure-words">{client.name}</span>}
          note={link(`/management/clients/${client.id}`, "Locations and people")}
        />
      )}
    </SimpleGrid>
  );
}

function partnersWords(count: number): string {
  if (count === 0) return "All of your own";
  return count === 1 ? "With one sub-partner" : `With ${formatCount(count)} sub-partners`;
}

function DeviceStates({ states }: { readonly states: readonly StateCount[] }) {
  const total = states.reduce((sum, { devices }) => sum + devices, 0);
  return (
    <Panel
      title="Devices by state"
      description={total === 0 ? "There are none yet." : `${formatCount(total)} in all.`}
      actions={
        <ButtonLink to="/management/devices" variant="subtle" size="compact-sm">
          All devices
        </ButtonLink>
      }
    >
      {total === 0 ? (
        <Text c="dimmed">Register the first device, and it appears here with its state.</Text>
      ) : (
        <ul className="sd-state-list">
          {states.map(({ state, devices }) => (
            <li key={state}>
              <TextLink to={`/management/devices?state=${state}`} className="sd-state-line">
                <DeviceState state={state} />
                <span className="sd-share" aria-hidden="true">
                  <span style={{ width: `${Math.max(1, (100 * devices) / total)}%` }} />
                </span>
                <span className="sd-amount">{formatCount(devices)}</span>
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
