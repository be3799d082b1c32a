/** Questions kept under a name, for everybody of the account who sees reports. */
import { Group, Menu, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type {
  ReportQuestion,
  SavedReport,
} from "../../../../src/interfaces/console/business/contract.ts";
import { api, useReading } from "../../../api.ts";
import { ActMenu } from "../../../parts/act-menu.tsx";
import { ConfirmButton } from "../../../parts/confirm-button.tsx";
import { FormButtons } from "../../../parts/form-buttons.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { FormTrouble, useSubmit } from "../../../parts/submit.tsx";
import { Moment } from "../../../parts/values.tsx";
import { said } from "./question.ts";

const PATH = "/reports/filters";

interface SavedFiltersProps {
  readonly question: ReportQuestion;
  use(question: ReportQuestion): void;
}

export function SavedFilters({ question, use }: SavedFiltersProps) {
  const { data: saved = [] } = useReading<readonly SavedReport[]>(PATH);
  const [saving, save] = useDisclosure(false);
  const [managing, manage] = useDisclosure(false);
  return (
    <>
      <ActMenu
        text="Saved filters"
        leftSection={<Icon name="filter" size={16} />}
        menu={{ width: 280, position: "bottom-start" }}
      >
        {saved.length > 0 && <Menu.Label>Show</Menu.Label>}
        {saved.map((one) => (
          <Menu.Item key={one.id} onClick={() => use(one.question)}>
            {one.name}
          </Menu.Item>
        ))}
        {saved.length > 0 && <Menu.Divider />}
        <Menu.Item leftSection={<Icon name="plus" size={16} />} onClick={save.open}>
          Save what is shown
        </Menu.Item>
        {saved.length > 0 && (
          <Menu.Item leftSection={<Icon name="settings" size={16} />} onClick={manage.open}>
            Remove some
          </Menu.Item>
        )}
      </ActMenu>
      <Modal
        opened={saving}
        onClose={save.close}
        title="Save this filter"
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
  readonly question: ReportQuestion;
  readonly names: readonly string[];
  close(): void;
}

function SaveForm({ question, names, close }: SaveFormProps) {
  const form = useForm({ initialValues: { name: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ name }) => api.post(PATH, { name, question: said(question) }),
    said: "The filter is saved for everybody of this account who sees reports.",
    refresh: [PATH],
    done: close,
  });
  const isThere = names.includes(form.getValues().name.trim());
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          placeholder="Declines of this month"
          description={
            isThere
              ? "There is one of this name: it is replaced."
              : "Days such as “this month” move along with the calendar."
          }
          maxLength={60}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <FormTrouble trouble={trouble} />
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
        label="Remove"
        question={`Remove “${name}”?`}
        consequence="It is gone for everybody of this account. Payments and reports stay as they are."
        send={() => api.delete(`${PATH}/${id}`)}
        said="The filter is removed."
        refresh={[PATH]}
      />
    </Group>
  );
}
