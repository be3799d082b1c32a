/** Chooses the columns of a report: the default ones, or any selection. */
import { Button, Checkbox, Group, Modal, SimpleGrid, Stack, Switch, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type { ReportChoices } from "../../../../src/interfaces/console/business/contract.ts";
import { Icon } from "../../../parts/icons.tsx";

interface ReportColumnsProps {
  readonly choices: ReportChoices;
  /** Comma-separated. Blank for the default columns. */
  readonly columns: string;
  readonly hasFormFields: boolean;
  choose(columns: string, hasFormFields: boolean): void;
}

export function ReportColumns(props: ReportColumnsProps) {
  const { choices, columns } = props;
  const [opened, { open, close }] = useDisclosure(false);
  const count = columns === "" ? defaultColumns(choices).length : columns.split(",").length;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="columns" size={16} />} onClick={open}>
        {columns === "" ? "Default columns" : `${count} columns`}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        size="xl"
        title="Report columns"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Choosing {...props} close={close} />
      </Modal>
    </>
  );
}

function Choosing(props: ReportColumnsProps & { close(): void }) {
  const { choices, columns, hasFormFields, choose, close } = props;
  const usual = defaultColumns(choices);
  const [chosen, setChosen] = useState(columns === "" ? usual : columns.split(","));
  const [forms, setForms] = useState(hasFormFields);
  const take = () => {
    choose(isSame(chosen, usual) ? "" : inOrder(choices, chosen).join(","), forms);
    close();
  };
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Button size="compact-sm" variant="light" onClick={() => setChosen(usual)}>
          Default
        </Button>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => setChosen(choices.columns.map(({ name }) => name))}
        >
          All
        </Button>
        <Button size="compact-sm" variant="light" onClick={() => setChosen([])}>
          None
        </Button>
      </Group>
      <Checkbox.Group aria-label="Columns" value={chosen} onChange={setChosen}>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs" verticalSpacing={8}>
          {choices.columns.map(({ name, label }) => (
            <Checkbox key={name} value={name} label={label} description={<code>{name}</code>} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      {choices.formFields.length > 0 && (
        <Switch
          label="Payment form fields"
          description={choices.formFields.join(", ")}
          checked={forms}
          onChange={({ currentTarget: { checked } }) => setForms(checked)}
        />
      )}
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {chosen.length === 0 ? "Choose at least one column." : `${chosen.length} selected`}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button onClick={take} disabled={chosen.length === 0}>
            Apply
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

function defaultColumns({ columns }: ReportChoices): string[] {
  return columns.filter(({ isUsual }) => isUsual).map(({ name }) => name);
}

function inOrder({ columns }: ReportChoices, chosen: readonly string[]): string[] {
  return columns.map(({ name }) => name).filter((name) => chosen.includes(name));
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}
