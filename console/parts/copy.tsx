/** Values to take along: a button that copies, and a secret that is shown once. */
import {
  ActionIcon,
  Alert,
  Button,
  Code,
  CopyButton as Copying,
  Group,
  Text,
  Tooltip,
} from "@mantine/core";
import { Icon } from "./icons.tsx";

interface CopyButtonProps {
  readonly value: string;
  /** What is copied: "Copy the account number". */
  readonly label?: string;
}

export function CopyButton({ value, label = "Copy" }: CopyButtonProps) {
  return (
    <Copying value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : label}>
          <ActionIcon
            variant="subtle"
            color={copied ? "tide" : "gray"}
            size="sm"
            aria-label={copied ? "Copied" : label}
            onClick={copy}
          >
            <Icon name={copied ? "check" : "copy"} size={15} />
          </ActionIcon>
        </Tooltip>
      )}
    </Copying>
  );
}

/** A value of code with its copy button: an id, a key's check value, an address. */
export function CopyValue({ value, label }: CopyButtonProps) {
  return (
    <span className="sd-copy-value">
      <code>{value}</code>
      <CopyButton value={value} label={label} />
    </span>
  );
}

interface SecretProps {
  /** What it is: "API access key". */
  readonly name: string;
  readonly value: string;
  /** The reader has it: the panel may go. */
  done(): void;
}

/** Shown once, after it was made. It is kept nowhere in the browser. */
export function Secret({ name, value, done }: SecretProps) {
  return (
    <Alert
      color="amber"
      className="sd-alert"
      title={`${name}: shown only now`}
      icon={<Icon name="key" />}
    >
      <Text size="sm">
        Copy it to where it will be used. It cannot be shown again, only replaced.
      </Text>
      <Code block mt="sm" className="sd-secret">
        {value}
      </Code>
      <Group mt="sm" gap="xs">
        <Copying value={value} timeout={1500}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              onClick={copy}
              leftSection={<Icon name={copied ? "check" : "copy"} size={14} />}
            >
              {copied ? "Copied" : "Copy"}
            </Button>
          )}
        </Copying>
        <Button size="xs" variant="default" onClick={done}>
          I have it
        </Button>
      </Group>
    </Alert>
  );
}
