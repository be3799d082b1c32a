/** The IP addresses and ranges from which a partner may call the parser, one per line. */
import { ActionIcon, Alert, Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AllowListVerdict } from "../../../src/interfaces/console/partner/contract.ts";
import { api, refresh } from "../../api.ts";
import { Icon } from "../../parts/icons.tsx";
import { notifySuccess } from "../../parts/notify.tsx";
import { Panel } from "../../parts/panel.tsx";
import { type CredentialProps, Stale } from "./partner-keys.tsx";

interface Line {
  readonly key: number;
  readonly text: string;
}

let keys = 0;
const newLine = (text: string): Line => ({ key: ++keys, text });
const TYPING_MS = 300;

export function AllowList({ credentials, reload }: CredentialProps) {
  const { partner, version, allowList, yourAddress } = credentials;
  const [lines, setLines] = useState(() => [...allowList.map(newLine), newLine("")]);
  const [opened, { open, close }] = useDisclosure(false);
  const path = `/management/credentials/${partner.id}/allow-list`;
  const sent = lines.map(({ text }) => text.trim()).filter((text) => text !== "");
  const verdict = useVerdict(path, sent);
  const isShutOut = verdict !== undefined && !verdict.isYouListed;
  const saving = useMutation({
    mutationFn: () => api.post(path, { allowList: sent, version }),
    onSuccess: async () => {
      await refresh(["/management"]);
      notifySuccess("IP addresses saved.");
    },
  });
  const save = () => {
    close();
    saving.mutate();
  };
  const hasErrors = Object.keys(verdict?.errors ?? {}).length > 0;
  return (
    <Panel
      title="Allowed IP addresses"
      description="The parser accepts this partner's requests only from these IPv4 and IPv6 addresses and ranges."
    >
      <Lines lines={lines} setLines={setLines} errors={verdict?.errors ?? {}} />
      <Warning isShutOut={isShutOut} isEmpty={sent.length === 0} address={yourAddress} />
      <Stale trouble={saving.error ?? undefined} reload={reload} />
      <Button
        mt="md"
        disabled={hasErrors}
        loading={saving.isPending}
        onClick={isShutOut ? open : save}
      >
        Save addresses
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Save without your own IP address?"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Text>
          Your IP address {yourAddress} is not on the list. The parser will reject requests from it.
        </Text>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button color="red" onClick={save}>
            Save anyway
          </Button>
        </Group>
      </Modal>
    </Panel>
  );
}

/** The server validates the addresses, so that the rules exist only once. */
function useVerdict(path: string, sent: readonly string[]): AllowListVerdict | undefined {
  const [settled] = useDebouncedValue(sent.join("\n"), TYPING_MS);
  const allowList = settled === "" ? [] : settled.split("\n");
  const { data } = useQuery({
    queryKey: [`${path}/check`, settled],
    queryFn: () => api.post<AllowListVerdict>(`${path}/check`, { allowList }),
    placeholderData: (before) => before,
  });
  return data;
}

interface LinesProps {
  readonly lines: readonly Line[];
  setLines(next: Line[]): void;
  /** By position among the non-blank lines. */
  readonly errors: AllowListVerdict["errors"];
}

function Lines({ lines, setLines, errors }: LinesProps) {
  const filled = lines.filter(({ text }) => text.trim() !== "");
  const change = (key: number, text: string) => {
    const next = lines.map((line) => (line.key === key ? { key, text } : line));
    // There is always one blank line to fill in.
    setLines(next.at(-1)?.text === "" ? next : [...next, newLine("")]);
  };
  return (
    <Stack gap="xs" component="ul" className="sd-allow-list">
      {lines.map((line, place) => (
        <Group key={line.key} component="li" gap="xs" align="flex-start" wrap="nowrap">
          <TextInput
            flex={1}
            maw="26rem"
            aria-label={`IP address ${place + 1}`}
            placeholder="192.0.2.0/24"
            autoComplete="off"
            value={line.text}
            error={line.text.trim() === "" ? undefined : errors[String(filled.indexOf(line))]}
            onChange={({ currentTarget }) => change(line.key, currentTarget.value)}
          />
          {line.text !== "" && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove ${line.text}`}
              onClick={() => setLines(lines.filter(({ key }) => key !== line.key))}
            >
              <Icon name="cross" size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
    </Stack>
  );
}

interface WarningProps {
  readonly isShutOut: boolean;
  readonly isEmpty: boolean;
  readonly address: string;
}

function Warning({ isShutOut, isEmpty, address }: WarningProps) {
  if (!isShutOut) {
    return (
      <Text size="sm" c="dimmed" mt="sm">
        Your IP address {address} is on the list.
      </Text>
    );
  }
  return (
    <Alert mt="md" color="amber" className="sd-alert" icon={<Icon name="attention" />}>
      {isEmpty
        ? "With an empty list, the parser rejects all requests from this partner."
        : `Your IP address ${address} is not on the list. The parser will reject requests from it.`}
    </Alert>
  );
}
