/** The progress of a download, and its error. */
import { Alert, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { ApiError } from "../../../api.ts";
import { ErrorPanel } from "../../../parts/error-panel.tsx";
import { formatCount } from "../../../parts/formats.ts";
import { Icon } from "../../../parts/icons.tsx";
import type { Download } from "./download.ts";

interface DownloadProgressProps {
  readonly download: Download;
  stop(): void;
  /** How many reports may run at the same time, if the page knows it. */
  readonly atOnce?: number | undefined;
}

export function DownloadProgress({ download, stop, atOnce }: DownloadProgressProps) {
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
