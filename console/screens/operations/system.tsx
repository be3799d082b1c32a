/** The system screen: versions, database, partitions, keys, retention and settings. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { System as SystemView } from "../../../src/interfaces/console/operations/contract.ts";
import { readingOptions } from "../../api.ts";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { Icon } from "../../parts/icons.tsx";
import { PageHeader, ScreenSkeleton } from "../../parts/panel.tsx";
import { HousekeepingTab } from "./housekeeping-tab.tsx";
import { TabbedScreen } from "./lists.tsx";
import { RetentionTab, SettingsTab } from "./settings-tabs.tsx";
import { DatabaseTab, ProcessTab } from "./system-tabs.tsx";

const EVERY_MS = 15_000;

export function System() {
  const { data, error, refetch } = useQuery({
    ...readingOptions<SystemView>("/operations/system"),
    refetchInterval: EVERY_MS,
  });
  return (
    <>
      <PageHeader
        title="System"
        description="Versions, database, retention and settings of this installation."
        actions={
          <>
            <Outside href="/metrics" label="Metrics" />
            <Outside href="/docs" label="API documentation" />
          </>
        }
      />
      {data === undefined && error === null && <ScreenSkeleton />}
      {data === undefined && error !== null && <ErrorPanel error={error} retry={refetch} />}
      {data !== undefined && <TabbedScreen label="System" tabs={systemTabs(data)} />}
    </>
  );
}

function systemTabs(system: SystemView) {
  return [
    { id: "process", label: "Process", content: () => <ProcessTab system={system} /> },
    { id: "database", label: "Database", content: () => <DatabaseTab system={system} /> },
    { id: "housekeeping", label: "Housekeeping", content: () => <HousekeepingTab /> },
    { id: "retention", label: "Retention", content: () => <RetentionTab system={system} /> },
    { id: "settings", label: "Settings", content: () => <SettingsTab system={system} /> },
  ];
}

function Outside({ href, label }: { readonly href: string; readonly label: string }) {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer"
      variant="default"
      rightSection={<Icon name="outside" size={14} />}
    >
      {label}
    </Button>
  );
}
