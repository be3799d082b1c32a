/** The operators of this installation, and managing them. */
import { Button, Menu, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type {
  GivenPassword,
  OperatorRow,
} from "../../../src/interfaces/console/operator/contract.ts";
import { api, useReading } from "../../api.ts";
import { ActionMenu } from "../../parts/action-menu.tsx";
import { Allowed } from "../../parts/allowed.tsx";
import { Secret } from "../../parts/copy.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { FormButtons } from "../../parts/form-buttons.tsx";
import { Icon } from "../../parts/icons.tsx";
import { TextLink } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { type OperatorAction, OperatorActionDialog } from "./operator-actions.tsx";
import { OPERATOR_ROLES, ROLE_LABELS } from "./operator-roles.ts";
import { ActiveBadge } from "./texts.tsx";

const PATH = "/operator/operators";

export function Operators() {
  const reading = useReading<{ items: OperatorRow[] }>(PATH);
  const [given, setGiven] = useState<GivenPassword>();
  const [act, setAct] = useState<OperatorAction>();
  return (
    <>
      <PageHeader
        title="Operators"
        description="People who run this installation. Importing a device key takes two operators."
        actions={
          <Allowed needs="operator.administer">
            <AddButton done={setGiven} />
          </Allowed>
        }
      />
      <Stack gap="lg">
        {given !== undefined && (
          <Secret
            name={`Temporary password of ${given.userName}`}
            value={given.password}
            done={() => setGiven(undefined)}
          />
        )}
        <Panel flush>
          <DataTable
            caption="Operators"
            exports={{ path: PATH }}
            columns={operatorColumns(setAct)}
            reading={reading}
            keyOf={({ id }) => id}
            empty={{ title: "No operators", next: "Add an operator.", icon: "people" }}
          />
        </Panel>
      </Stack>
      <OperatorActionDialog act={act} close={() => setAct(undefined)} given={setGiven} />
    </>
  );
}

function operatorColumns(ask: (act: OperatorAction) => void): readonly Column<OperatorRow>[] {
  return [
    { id: "name", header: "Name", cell: ({ userName }) => userName },
    { id: "role", header: "Role", cell: ({ role }) => ROLE_LABELS[role] },
    {
      id: "state",
      header: "Status",
      cell: ({ isActive, mustChangePassword }) =>
        isActive && mustChangePassword ? (
          <StateBadge state="pending" label="Password not set" />
        ) : (
          <ActiveBadge isActive={isActive} />
        ),
    },
    {
      id: "authenticator",
      header: "Two-factor authentication",
      cell: ({ hasAuthenticator }) => (hasAuthenticator ? "On" : "Off"),
    },
    {
      id: "passkeys",
      header: "Passkeys",
      cell: ({ hasPasskeys }) => (hasPasskeys ? "Yes" : "No"),
    },
    {
      id: "created",
      header: "Created",
      cell: ({ createdAt }) => <Moment at={createdAt} show="date" />,
    },
    {
      id: "acts",
      header: "",
      align: "end",
      cell: (operator) =>
        operator.isYou ? (
          <TextLink to="/security">You (security settings)</TextLink>
        ) : (
          <Allowed needs="operator.administer">
            <OperatorMenu operator={operator} ask={ask} />
          </Allowed>
        ),
    },
  ];
}

interface OperatorMenuProps {
  readonly operator: OperatorRow;
  ask(act: OperatorAction): void;
}

function OperatorMenu({ operator, ask }: OperatorMenuProps) {
  const { userName, isActive, hasAuthenticator, hasPasskeys } = operator;
  return (
    <ActionMenu text="Actions" label={`Actions for ${userName}`} size="compact-sm">
      {OPERATOR_ROLES.filter((role) => role !== operator.role).map((role) => (
        <Menu.Item key={role} onClick={() => ask({ kind: role, operator })}>
          Change role to {ROLE_LABELS[role]}
        </Menu.Item>
      ))}
      <Menu.Item onClick={() => ask({ kind: "password", operator })}>Reset password</Menu.Item>
      {(hasAuthenticator || hasPasskeys) && (
        <Menu.Item onClick={() => ask({ kind: "authenticator", operator })}>
          Remove sign-in methods
        </Menu.Item>
      )}
      <Menu.Item
        {...(isActive && { color: "var(--mantine-color-error)" })}
        onClick={() => ask({ kind: isActive ? "off" : "on", operator })}
      >
        {isActive ? "Disable" : "Enable"}
      </Menu.Item>
    </ActionMenu>
  );
}

function AddButton({ done }: { done(given: GivenPassword): void }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={open} leftSection={<Icon name="plus" size={16} />}>
        Add operator
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Add operator"
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
  const form = useForm({ initialValues: { userName: "", role: "administrator" } });
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
          label="User name"
          description="Letters, digits, dots and hyphens. This name appears in the audit log."
          required
          maxLength={50}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("userName")}
        />
        <Select
          label="Role"
          description="Administrators do everything. Support moves no money. Auditors only read."
          allowDeselect={false}
          data={OPERATOR_ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))}
          {...form.getInputProps("role")}
        />
        <Text size="sm" c="dimmed">
          A temporary password is shown once. They must choose a new one when they sign in.
        </Text>
        <FormError trouble={trouble} />
        <FormButtons close={close} isPending={isPending} label="Add operator" />
      </Stack>
    </form>
  );
}
