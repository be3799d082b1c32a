/** Saved report filters, shared by all users of the account who can see reports. */
import { Group, Menu, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type {
  ReportFilters,
  SavedReport,
} from "../../../../src/interfaces/console/business/contract.ts";
import { api, useReading } from "../../../api.ts";
import { ActionMenu } from "../../../parts/action-menu.tsx";
import { ConfirmButton } from "../../../parts/confirm-button.tsx";
import { FormButtons } from "../../../parts/form-buttons.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { FormError, useSubmit } from "../../../parts/submit.tsx";
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
        <SaveForm question={question} names={saved.map(({ name }) => name)} close={save.close} />
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

interface SaveFormProps {
  readonly question: ReportFilters;
  readonly names: readonly string[];
  close(): void;
}

function SaveForm({ question, names, close }: SaveFormProps) {
  const form = useForm({ initialValues: { name: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ name }) => api.post(PATH, { name, question: withoutEmpty(question) }),
    successMessage: "Filter saved for all users who can see reports.",
    refresh: [PATH],
    done: close,
  });
  const isThere = names.includes(form.getValues().name.trim());
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          placeholder="Declines this month"
          description={
            isThere
              ? "A filter with this name exists. It will be replaced."
              : "Relative periods such as “This month” stay relative."
          }
          maxLength={60}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <FormError trouble={trouble} />
        <FormButtons close={close} isPending={isPending} label="Save" />
      </Stack>
    </form>
  );
}

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
