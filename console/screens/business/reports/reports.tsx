/** The reports screen: filters, a preview and the download. */
import { Alert, Button, Group, Loader, Menu, Stack, Text } from "@mantine/core";
import type {
  ReportChoices,
  ReportFilters,
  ReportFormatName,
  ReportPreview,
} from "../../../../src/interfaces/console/business/contract.ts";
import { ApiError, useReading } from "../../../api.ts";
import { ErrorPanel } from "../../../parts/error-panel.tsx";
import { formatCount } from "../../../parts/formats.ts";
import { Icon } from "../../../parts/icons.tsx";
import { PageHeader } from "../../../parts/panel.tsx";
import { useUrlState } from "../../../url-state.ts";
import { type Download, useDownload } from "./download.ts";
import { ReportFilterForm } from "./filter-form.tsx";
import { PreviewTable } from "./preview-table.tsx";
import { NO_FILTERS, withoutEmpty } from "./report-filters.ts";
import { SavedFilters } from "./saved-filters.tsx";

const FORMATS: readonly ReportFormatName[] = ["CSV", "JSON", "XML"];

export function Reports() {
  const [question, setUrl] = useUrlState(NO_FILTERS);
  const choices = useReading<ReportChoices>("/reports/choices").data;
  const reading = useReading<ReportPreview>("/reports/preview", question);
  const { download, start, stop } = useDownload();
  const isInvalid = reading.error instanceof ApiError && reading.error.code === "invalid";
  const use = (next: ReportFilters) => setUrl({ ...NO_FILTERS, ...next });
  return (
    <>
      <PageHeader
        title="Reports"
        description="Set filters, preview the first rows, then download the report."
        actions={
          <>
            <SavedFilters question={question} use={use} />
            <DownloadMenu
              isBusy={download.state === "running"}
              start={(format) => void start(withoutEmpty(question), format)}
            />
          </>
        }
      />
      <Stack gap="lg">
        <ReportFilterForm
          key={JSON.stringify(question)}
          question={question}
          choices={choices}
          error={reading.error}
          isAsking={reading.isFetching}
          ask={(next) => {
            setUrl(next);
            if (JSON.stringify(next) === JSON.stringify(question)) void reading.refetch();
          }}
        />
        <Progress download={download} stop={stop} atOnce={choices?.atOnce} />
        {!isInvalid && <PreviewTable reading={reading} />}
      </Stack>
    </>
  );
}

interface DownloadMenuProps {
  readonly isBusy: boolean;
  start(format: ReportFormatName): void;
}

function DownloadMenu({ isBusy, start }: DownloadMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <Button disabled={isBusy} rightSection={<Icon name="down" size={14} />}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => start(format)}>
            {format}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ProgressProps {
  readonly download: Download;
  stop(): void;
  readonly atOnce: number | undefined;
}

function Progress({ download, stop, atOnce }: ProgressProps) {
  if (download.state === "none") return null;
  if (download.state === "failed") {
    const isFull =
      download.error instanceof ApiError && download.error.code === "too_many_requests";
    return (
      <Stack gap="xs">
        <ErrorPanel error={download.error} />
        {isFull && atOnce !== undefined && (
          <Text size="sm" c="dimmed">
            Your account can run {atOnce} reports at the same time, including reports that your
            software requests.
          </Text>
        )}
      </Stack>
    );
  }
  const { format, rows, bytes, state } = download;
  const isDone = state === "done";
  const soFar = `${rows === 1 ? "1 row" : `${formatCount(rows)} rows`}, ${formatSize(bytes)}`;
  return (
    <Alert
      className="sd-alert"
      color="tide"
      maw="46rem"
      icon={isDone ? <Icon name="check" /> : <Loader size={16} aria-hidden />}
      title={isDone ? `${format} report downloaded` : `Downloading ${format} report`}
      role="status"
    >
      <Group justify="space-between">
        <Text size="sm" className="sd-amount">
          {isDone ? soFar : `${soFar} so far`}
        </Text>
        <Button size="xs" variant="default" onClick={stop}>
          {isDone ? "Close" : "Cancel"}
        </Button>
      </Group>
    </Alert>
  );
}

function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} kB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
