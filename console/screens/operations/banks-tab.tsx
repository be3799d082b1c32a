/** The connected banks with their state, ACH identifiers, servers and next cutoffs. */
import { Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import type {
  BankCheck,
  BankLine,
  BankServer,
  Banks,
} from "../../../src/interfaces/console/operations/contract.ts";
import { api, useReading } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { notifyProblem, notifySuccess } from "../../parts/notify.tsx";
import { type Fact, Facts, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { useAction } from "../../parts/submit.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { formatDuration, msBetween } from "./durations.ts";
import { EditWindows } from "./edit-windows.tsx";

const NETWORKS = {
  simulator: "Simulated bank",
  directory: "File directories",
  sftp: "SFTP server",
} as const;

export function BanksTab() {
  const { data, error, refetch } = useReading<Banks>("/operations/banks");
  if (data === undefined) {
    return error === null ? <ScreenSkeleton /> : <ErrorPanel error={error} retry={refetch} />;
  }
  if (data.banks.length === 0) {
    return (
      <Panel flush>
        <EmptyState
          title="No banks connected"
          next="Connect a bank by its SFTP server here, or by folders with `sixdoors ach connect`."
          icon="bank"
          action={<ConnectLink />}
        />
      </Panel>
    );
  }
  return (
    <Stack gap="md">
      <Group justify="flex-end">
        <ConnectLink />
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {data.banks.map((bank) => (
          <Bank key={bank.name} bank={bank} now={data.business} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function ConnectLink() {
  return (
    <Allowed needs="operator.administer">
      <ButtonLink to="/operations/banks/new">Connect bank</ButtonLink>
    </Allowed>
  );
}

function Bank({ bank, now }: { readonly bank: BankLine; readonly now: string }) {
  const { server } = bank;
  return (
    <Panel
      title={bank.name}
      description={NETWORKS[bank.network]}
      actions={
        <Group gap="xs">
          <EditWindows name={bank.name} windows={bank.windows} />
          {server !== null && <ServerActions name={bank.name} />}
        </Group>
      }
    >
      <Facts
        facts={[
          { name: "Status", value: <State bank={bank} /> },
          ...windowFacts(bank, now),
          { name: "Destination", value: `${bank.destination} ${bank.destinationName}` },
          { name: "Origin", value: `${bank.origin} ${bank.originName}` },
          { name: "ODFI", value: bank.odfi },
          {
            name: "Offset entries",
            value: bank.writesOffset ? "Files are balanced with an offset account" : "None",
          },
          ...(server === null ? [] : serverFacts(server)),
        ]}
      />
    </Panel>
  );
}

function windowFacts({ windows }: BankLine, now: string): readonly Fact[] {
  return windows.map(({ name, nextAt, settlesOn }) => ({
    name: `Next cutoff: ${name}`,
    value: (
      <>
        <Moment at={nextAt} focusable />
        <Text size="sm" c="dimmed">
          In {formatDuration(msBetween(now, nextAt))}, effective {settlesOn}
        </Text>
      </>
    ),
  }));
}

function serverFacts(server: BankServer): readonly Fact[] {
  const { host, port, user, hostKeys, login, outbox, drafts, inbox, archive } = server;
  return [
    { name: "Server", value: `${user}@${host}:${port}` },
    { name: "Host key", value: hostKeys.join(", ") },
    { name: "Login", value: login === "key" ? "Private key" : "Password" },
    { name: "Outbox folder", value: drafts === outbox ? outbox : `${outbox} (drafts: ${drafts})` },
    { name: "Inbox folder", value: inbox },
    { name: "Archive folder", value: archive },
  ];
}

function State({ bank: { state } }: { readonly bank: BankLine }) {
  if (state === null) return "No exchange yet";
  if (state.failingSince === null) {
    return (
      <Group gap={6}>
        <StateBadge state="connected" tone="good" label="Connected" />
        <Moment at={state.exchangedAt} focusable />
      </Group>
    );
  }
  return (
    <>
      <Group gap={6}>
        <StateBadge state="failing" tone="bad" label="Failing" />
        since <Moment at={state.failingSince} focusable />
      </Group>
      <Text size="sm">{state.error}</Text>
    </>
  );
}

function ServerActions({ name }: { readonly name: string }) {
  const { run, isPending } = useAction({
    send: () => api.post<BankCheck>(`/operations/banks/${name}/check`),
    done: ({ problem }) => {
      if (problem === null) notifySuccess(`${name} can be reached.`);
      else notifyProblem(problem);
    },
  });
  return (
    <Group gap="xs">
      <Allowed needs="operator.support">
        <Button size="compact-sm" variant="default" onClick={run} loading={isPending}>
          Test connection
        </Button>
      </Allowed>
      <Allowed needs="operator.administer">
        <ButtonLink size="compact-sm" variant="default" to={`/operations/banks/${name}/server`}>
          Edit
        </ButtonLink>
      </Allowed>
    </Group>
  );
}

/** The banks as filter options. */
export function useBankOptions() {
  const { data } = useReading<Banks>("/operations/banks");
  return (data?.banks ?? []).map(({ name }) => ({ value: name, label: name }));
}
