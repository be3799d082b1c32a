/** The emails that the user gets, each with a checkbox that is saved at once. */
import { Checkbox, Skeleton, Stack, Text } from "@mantine/core";
import type { NotificationList, NotificationRow } from "../../src/interfaces/console/contract.ts";
import { api, useReading } from "../api.ts";
import { ErrorPanel } from "../parts/error-panel.tsx";
import { TextLink } from "../parts/link.tsx";
import { Panel } from "../parts/panel.tsx";
import { useAction } from "../parts/submit.tsx";
import { useMay } from "../session.tsx";

const NOTIFICATIONS = "/notifications";

export function NotificationPanel() {
  const { data, error, refetch } = useReading<NotificationList>(NOTIFICATIONS);
  const hasReports = useMay("reports");
  if (data?.items.length === 0) return null;
  return (
    <Panel
      title="Email notifications"
      description="Choose which emails you get. At most one of each kind is sent a day. Emails about your password and your login are always sent."
    >
      <Stack gap="md">
        {error !== null && data === undefined && <ErrorPanel error={error} retry={refetch} />}
        {error === null && data === undefined && <Skeleton h={160} />}
        {data !== undefined && <Recipient email={data.email} />}
        {data?.items.map((row) => (
          <NotificationChoice key={row.kind} row={row} />
        ))}
        {hasReports && data !== undefined && (
          <Text size="sm" c="dimmed">
            Scheduled reports have their own list under{" "}
            <TextLink to="/reports" size="sm" underline="always">
              Reports
            </TextLink>
            .
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

function Recipient({ email }: Pick<NotificationList, "email">) {
  return (
    <Text size="sm">
      {email === undefined
        ? "You get none of these, because your login has no email address. Enter it below."
        : `They are sent to ${email}.`}
    </Text>
  );
}

function NotificationChoice({ row }: { readonly row: NotificationRow }) {
  const { kind, label, description, isOn } = row;
  const { run, isPending } = useAction({
    send: () => api.patch(`${NOTIFICATIONS}/${kind}`, { isOn: !isOn }),
    successMessage: isOn ? `Turned off: ${label}.` : `Turned on: ${label}.`,
    refresh: [NOTIFICATIONS],
  });
  return (
    <Checkbox
      label={label}
      description={description}
      checked={isPending ? !isOn : isOn}
      onChange={() => !isPending && run()}
    />
  );
}
