/** The report that the link of an email opens. It needs a sign-in and expires. */
import { Button, Group, Stack, Text } from "@mantine/core";
import type {
  ReportFormatName,
  SentReportView,
} from "../../../../src/interfaces/console/business/contract.ts";
import { ApiError, useReading, withParams } from "../../../api.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { ErrorPanel } from "../../../parts/error-panel.tsx";
import { formatZone } from "../../../parts/formats.ts";
import { ButtonLink } from "../../../parts/link.tsx";
import { Facts, PageHeader, Panel, ScreenSkeleton } from "../../../parts/panel.tsx";
import { Moment } from "../../../parts/values.tsx";
import { usePathParam } from "../../../url-state.ts";
import { useDownload } from "./download.ts";
import { DownloadProgress } from "./download-progress.tsx";

const CRUMBS = [{ label: "Reports", to: "/reports" }];
const FORMATS: readonly ReportFormatName[] = ["CSV", "JSON", "XML"];

export function SentReport() {
  const reportId = usePathParam("reportId");
  const { data, error, refetch } = useReading<SentReportView>(
    `/reports/sent/${encodeURIComponent(reportId)}`,
  );
  if (error instanceof ApiError && error.code === "not_found") return <Expired />;
  if (error !== null) return <ErrorPanel error={error} retry={refetch} />;
  return data === undefined ? <ScreenSkeleton /> : <Sent report={data} />;
}

function Sent({ report }: { readonly report: SentReportView }) {
  const { name, question, timeZone, sentAt, expiresAt } = report;
  const { download, start, stop } = useDownload();
  const { startDate, endDate } = question;
  const days = startDate === endDate ? startDate : `${startDate} to ${endDate}`;
  return (
    <>
      <PageHeader title={name} crumbs={CRUMBS} description="A scheduled report." />
      <Stack gap="lg" maw="46rem">
        <Panel>
          <Facts
            facts={[
              { name: "Period", value: `${days} (${formatZone(timeZone)})` },
              { name: "Sent", value: <Moment at={sentAt} focusable /> },
              { name: "Link expires", value: <Moment at={expiresAt} focusable /> },
            ]}
          />
          <Group gap="xs" mt="lg">
            {FORMATS.map((format) => (
              <Button
                key={format}
                variant={format === "CSV" ? "filled" : "default"}
                disabled={download.state === "running"}
                onClick={() => void start(question, format)}
              >
                Download {format}
              </Button>
            ))}
            <ButtonLink to={withParams("/reports", question)} variant="subtle">
              Open in Reports
            </ButtonLink>
          </Group>
        </Panel>
        <DownloadProgress download={download} stop={stop} />
        <Text size="sm" c="dimmed">
          The report is made when you download it, so it includes refunds and returns since then.
        </Text>
      </Stack>
    </>
  );
}

function Expired() {
  return (
    <>
      <PageHeader title="Report" crumbs={CRUMBS} />
      <Panel>
        <EmptyState
          icon="mail"
          title="This link has expired"
          next="Links of scheduled reports are valid for 14 days, for users of the account. The same report is available under Reports."
          action={<ButtonLink to="/reports">Open Reports</ButtonLink>}
        />
      </Panel>
    </>
  );
}
