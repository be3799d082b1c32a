/** Saved report filters, shared by all users of the account who can see reports. */
import { Group, Menu, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type {
  ReportFilters,
  SavedReport,
} from "../../../../src/interfaces/console/business/contract.ts";
import { api, useReading } from "../../../api.ts";
import { ActionMenu } from "../../../parts/action-menu.tsx";
import { ConfirmButton } from "../../../parts/confirm-button.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { SaveAsForm } from "../../../parts/save-as-form.tsx";
import { Moment } from "../../../parts/values.tsx";
import { withoutEmpty } from "./report-filters.ts";

const PATH = "/reports/filters";

interface SavedFiltersProps {
  readonly question: ReportFilters;
  use(question: ReportFilters): void;
}

export function SavedFilters({ question, use }: SavedFiltersProps) {
  const { data: saved = [] } = useReading<readonly SavedReport[]>(PATH);
  const [saving, save] = useDisclosure(false);
  const [managing, manage] = useDisclosure(false);
  return (
    <>
      <ActionMenu
        text="Saved filters"
        leftSection={<Icon name="filter" size={16} />}
        menu={{ width: 280, position: "bottom-start" }}
      >
        {saved.length > 0 && <Menu.Label>Apply</Menu.Label>}
        {saved.map((one) => (
          <Menu.Item key={one.id} onClick={() => use(one.question)}>
            {one.name}
          </Menu.Item>
        ))}
        {saved.length > 0 && <Menu.Divider />}
        <Menu.Item leftSection={<Icon name="plus" size={16} />} onClick={save.open}>
          Save current filter
        </Menu.Item>
        {saved.length > 0 && (
          <Menu.Item leftSection={<Icon name="settings" size={16} />} onClick={manage.open}>
            Manage filters
          </Menu.Item>
        )}
      </ActionMenu>
      <Modal
        opened={saving}
        onClose={save.close}
        title="Save filter"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <SaveAsForm
          path={PATH}
          values={{ question: withoutEmpty(question) }}
          names={saved.map(({ name }) => name)}
          texts={SAVE_TEXTS}
          close={save.close}
        />
      </Modal>
      <Modal
        opened={managing}
        onClose={manage.close}
        title="Saved filters"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Stack gap="sm">
          {saved.map((one) => (
            <SavedLine key={one.id} saved={one} />
          ))}
        </Stack>
      </Modal>
    </>
  );
}

const SAVE_TEXTS = {
  example: "Declines this month",
  about: "Relative periods such as “This month” stay relative.",
  replaces: "A filter with this name exists. It will be replaced.",
  saved: "Filter saved for all users who can see reports.",
};

function SavedLine({ saved: { id, name, savedBy, updatedAt } }: { readonly saved: SavedReport }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text fw={550}>{name}</Text>
        <Text size="sm" c="dimmed">
          {savedBy}, <Moment at={updatedAt} show="date" />
        </Text>
      </div>
      <ConfirmButton
        size="compact-sm"
        label="Delete"
        question={`Delete “${name}”?`}
        consequence="It is deleted for all users of this account. Payments and reports are not affected."
        send={() => api.delete(`${PATH}/${id}`)}
        successMessage="Filter deleted."
        refresh={[PATH]}
      />
    </Group>
  );
}
