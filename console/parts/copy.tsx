/** A button that copies a value, and a panel for a secret that is shown once. */
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
  /** What is copied: "Copy account number". */
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

/** A code value with a copy button, such as an ID, a key check value or an address. */
export function CopyValue({ value, label }: CopyButtonProps) {
  return (
    <span className="sd-copy-value">
      <code>{value}</code>
      <CopyButton value={value} label={label} />
    </span>
  );
}

interface SecretProps {
  /** The name of the secret: "API key". */
  readonly name: string;
  readonly value: string;
  /** Called when the user has saved the secret and closes the panel. */
  done(): void;
}

/** Shows a new secret once. The browser does not store it. */
export function Secret({ name, value, done }: SecretProps) {
  return (
    <Alert
      color="amber"
      className="sd-alert"
      title={`${name}: shown only once`}
      icon={<Icon name="key" />}
    >
      <Text size="sm">
        Copy it now and store it in a safe place. We cannot show it again, but you can replace it.
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
          I saved it
        </Button>
      </Group>
    </Alert>
  );
}
