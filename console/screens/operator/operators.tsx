/** Who runs this installation, and what operators do with each other. */
import { Button, Menu, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type {
  GivenPassword,
  OperatorRow,
} from "../../../src/interfaces/console/operator/contract.ts";
import { api, useReading } from "../../api.ts";
import { ActMenu } from "../../parts/act-menu.tsx";
import { Secret } from "../../parts/copy.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { FormButtons } from "../../parts/form-buttons.tsx";
import { Icon } from "../../parts/icons.tsx";
import { TextLink } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { FormTrouble, useSubmit } from "../../parts/submit.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { type Act, ActDialog } from "./operator-acts.tsx";
import { SwitchState } from "./texts.tsx";

const PATH = "/operator/operators";

export function Operators() {
  const reading = useReading<{ items: OperatorRow[] }>(PATH);
  const [given, setGiven] = useState<GivenPassword>();
  const [act, setAct] = useState<Act>();
  return (
    <>
      <PageHeader
        title="Operators"
        description="They run this installation. Two of them are needed to bring in a terminal key."
        actions={<AddButton done={setGiven} />}
      />
      <Stack gap="lg">
        {given !== undefined && (
          <Secret
            name={`One-time password of ${given.userName}`}
            value={given.password}
            done={() => setGiven(undefined)}
          />
        )}
        <Panel flush>
          <DataTable
            caption="Operators"
            columns={columnsOf(setAct)}
            reading={reading}
            keyOf={({ id }) => id}
            empty={{ title: "No operators", next: "Add one.", icon: "people" }}
          />
        </Panel>
      </Stack>
      <ActDialog act={act} close={() => setAct(undefined)} given={setGiven} />
    </>
  );
}

function columnsOf(ask: (act: Act) => void): readonly Column<OperatorRow>[] {
  return [
    { id: "name", header: "Name", cell: ({ userName }) => userName },
    {
      id: "state",
      header: "State",
      cell: ({ isActive, mustChangePassword }) =>
        isActive && mustChangePassword ? (
          <StateBadge state="pending" label="Has not chosen a password" />
        ) : (
          <SwitchState isActive={isActive} />
        ),
    },
    {
      id: "authenticator",
      header: "Authenticator",
      cell: ({ hasAuthenticator }) => (hasAuthenticator ? "Set up" : "—"),
    },
    {
      id: "created",
      header: "Since",
      cell: ({ createdAt }) => <Moment at={createdAt} show="date" />,
    },
    {
      id: "acts",
      header: "",
      align: "end",
      cell: (operator) =>
        operator.isYou ? (
          <TextLink to="/security">You: your security</TextLink>
        ) : (
          <OperatorMenu operator={operator} ask={ask} />
        ),
    },
  ];
}

interface OperatorMenuProps {
  readonly operator: OperatorRow;
  ask(act: Act): void;
}

function OperatorMenu({ operator, ask }: OperatorMenuProps) {
  const { userName, isActive, hasAuthenticator } = operator;
  return (
    <ActMenu text="Actions" label={`Actions for ${userName}`} size="compact-sm">
      <Menu.Item onClick={() => ask({ kind: "password", operator })}>
        New one-time password
      </Menu.Item>
      {hasAuthenticator && (
        <Menu.Item onClick={() => ask({ kind: "authenticator", operator })}>
          Take away the authenticator
        </Menu.Item>
      )}
      <Menu.Item
        {...(isActive && { color: "var(--mantine-color-error)" })}
        onClick={() => ask({ kind: isActive ? "off" : "on", operator })}
      >
        {isActive ? "Switch off" : "Switch on"}
      </Menu.Item>
    </ActMenu>
  );
}

function AddButton({ done }: { done(given: GivenPassword): void }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={open} leftSection={<Icon name="plus" size={16} />}>
        Add an operator
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Add an operator"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <AddForm
          close={close}
          done={(given) => {
            close();
            done(given);
          }}
        />
      </Modal>
    </>
  );
}

interface AddFormProps {
  close(): void;
  done(given: GivenPassword): void;
}

function AddForm({ close, done }: AddFormProps) {
  const form = useForm({ initialValues: { userName: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.post<GivenPassword>(PATH, values),
    refresh: [PATH],
    done,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Letters, digits, dots and dashes. The audit log knows them by it."
          required
          maxLength={50}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("userName")}
        />
        <Text size="sm" c="dimmed">
          A password is made and shown once. With it they can do one thing: choose their own.
        </Text>
        <FormTrouble trouble={trouble} />
        <FormButtons close={close} isPending={isPending} label="Add" />
      </Stack>
    </form>
  );
}
