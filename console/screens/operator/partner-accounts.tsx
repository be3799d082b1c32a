/** The accounts whose devices belong to a partner, with linking and unlinking. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import type { AccountRow } from "../../../src/interfaces/console/operator/contract.ts";
import { api, useReading } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useAction } from "../../parts/submit.tsx";
import { useUrlState } from "../../url-state.ts";
import { Picker } from "./picker.tsx";
import { ACCOUNT_COLUMNS } from "./sub-accounts.tsx";

const TAKE = 50;
const REFRESH = ["/operator/accounts", "/operator/partners"];

interface PartnerAccountsProps {
  readonly id: string;
  readonly name: string;
}

const COLUMNS: readonly Column<AccountRow>[] = [
  ...ACCOUNT_COLUMNS,
  { id: "unlink", header: "", align: "end", cell: (account) => <UnlinkButton {...account} /> },
];

export function PartnerAccounts({ id, name }: PartnerAccountsProps) {
  const [{ page }] = useUrlState({ page: 1 });
  const asked = { partner: id, page, take: TAKE };
  const reading = useReading<NumberedPage<AccountRow>>("/operator/accounts", asked);
  return (
    <Panel
      title="Accounts"
      description="Accounts that can use this partner's devices."
      flush
      actions={
        <Allowed needs="operator.administer">
          <LinkButton id={id} name={name} />
        </Allowed>
      }
    >
      <DataTable
        caption="Accounts of this partner"
        exports={{ path: "/operator/accounts", params: asked }}
        columns={COLUMNS}
        reading={reading}
        keyOf={(account) => account.id}
        linkOf={(account) => `/accounts/${account.id}`}
        pageSize={TAKE}
        empty={{
          title: "No linked accounts",
          next: "Link an account to accept payments from this partner's devices.",
          icon: "account",
        }}
      />
    </Panel>
  );
}

function UnlinkButton({ id, name }: AccountRow) {
  return (
    <ConfirmButton
      needs="operator.administer"
      label="Unlink"
      size="compact-sm"
      variant="subtle"
      question={`Unlink ${name} from this partner?`}
      consequence="Payments of this account from the partner's devices are rejected. You can link it again."
      send={() => api.patch(`/operator/accounts/${id}`, { partnerId: "" })}
      successMessage={`${name} is unlinked.`}
      refresh={REFRESH}
    />
  );
}

function LinkButton({ id, name }: PartnerAccountsProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const [accountId, setAccountId] = useState("");
  const { run, isPending } = useAction({
    send: () => api.patch(`/operator/accounts/${accountId}`, { partnerId: id }),
    successMessage: "Account linked.",
    refresh: REFRESH,
    done: () => {
      setAccountId("");
      close();
    },
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        Link account
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Link account"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            The account can use the devices of {name}. If it is linked to another partner, that link
            is replaced.
          </Text>
          <Picker<AccountRow>
            label="Account"
            placeholder="Name or number"
            path="/operator/accounts"
            optionOf={(account) => ({
              value: account.id,
              label: `${account.name} (${account.id})`,
            })}
            value={accountId}
            onChange={setAccountId}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button disabled={accountId === ""} loading={isPending} onClick={run}>
              Link
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
