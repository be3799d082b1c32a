/** The system check: what the checks of `sixdoors doctor` found, and what to do about it. */
import "./operations.css";
import { Button, SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { SystemCheck } from "../../../src/interfaces/console/operations/contract.ts";
import { api, queryClient, readingOptions } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { formatCount } from "../../parts/formats.ts";
import { Icon } from "../../parts/icons.tsx";
import { Figure, PageHeader, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { useAction } from "../../parts/submit.tsx";
import { Moment } from "../../parts/values.tsx";
import { FindingBadge, FindingList } from "./finding-list.tsx";
import { AREA_LABELS, groupFindings } from "./findings.ts";

const PATH = "/operations/doctor";
const ABOUT = "Checks the database, disks, keys, certificates and every connection to the outside.";

export function SystemCheckScreen() {
  const reading = readingOptions<SystemCheck>(PATH);
  const { data, error, refetch } = useQuery({ ...reading, staleTime: Number.POSITIVE_INFINITY });
  const { run, isPending } = useAction({
    send: () => api.post<SystemCheck>(PATH),
    done: (found) => queryClient.setQueryData(reading.queryKey, found),
  });
  return (
    <>
      <PageHeader
        title="System check"
        description={
          <>
            {ABOUT}
            {data !== undefined && (
              <>
                {" Checked "}
                <Moment at={data.checkedAt} show="seconds" focusable />.
              </>
            )}
          </>
        }
        badge={data !== undefined && <FindingBadge level={data.level} />}
        actions={
          <Allowed needs="operator.support">
            <Button
              onClick={run}
              loading={isPending}
              disabled={data === undefined}
              leftSection={<Icon name="retry" size={16} />}
            >
              Run again
            </Button>
          </Allowed>
        }
      />
      {data === undefined && error === null && <ScreenSkeleton />}
      {data === undefined && error !== null && <ErrorPanel error={error} retry={refetch} />}
      {data !== undefined && <Findings {...data} />}
    </>
  );
}

function Findings({ counts, findings }: SystemCheck) {
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: "xs", sm: "md" }} mb="lg">
        <Figure label="Failing" value={formatCount(counts.failing)} />
        <Figure label="Warnings" value={formatCount(counts.warning)} />
        <Figure label="OK" value={formatCount(counts.ok)} />
        <Figure label="Skipped" value={formatCount(counts.skipped)} />
      </SimpleGrid>
      {groupFindings(findings).map(({ area, findings: here }) => (
        <Panel key={area} title={AREA_LABELS[area]}>
          <FindingList findings={here} />
        </Panel>
      ))}
    </>
  );
}
