/** The reports screen: filters, a preview and the download. */
import { Button, Menu, Stack } from "@mantine/core";
import type {
  ReportChoices,
  ReportFilters,
  ReportFormatName,
  ReportPreview,
} from "../../../../src/interfaces/console/business/contract.ts";
import { ApiError, useReading } from "../../../api.ts";
import { Icon } from "../../../parts/icons.tsx";
import { PageHeader } from "../../../parts/panel.tsx";
import { useUrlState } from "../../../url-state.ts";
import { useDownload } from "./download.ts";
import { DownloadProgress } from "./download-progress.tsx";
import { ReportFilterForm } from "./filter-form.tsx";
import { PreviewTable } from "./preview-table.tsx";
import { NO_FILTERS, withoutEmpty } from "./report-filters.ts";
import { SavedFilters } from "./saved-filters.tsx";
import { Schedules } from "./schedules.tsx";
import { Totals } from "./totals.tsx";

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
        <DownloadProgress download={download} stop={stop} atOnce={choices?.atOnce} />
        {!isInvalid && <Totals question={question} isReady={hasRows(reading.data)} />}
        {!isInvalid && <PreviewTable reading={reading} />}
        {!isInvalid && <Schedules question={question} />}
      </Stack>
    </>
  );
}

function hasRows(preview: ReportPreview | undefined): boolean {
  return preview !== undefined && preview.rows.length > 0;
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
