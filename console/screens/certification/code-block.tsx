/**
 * Shows an HTTP body or header. JSON and form data are formatted, everything else is shown as is.
 */
import "./certification.css";
import { Code, Group, Text } from "@mantine/core";
import { CopyButton } from "../../parts/copy.tsx";

interface CodeBlockProps {
  /** The title: "Response". */
  readonly title: string;
  readonly text: string;
  /** The text if there is no content. */
  readonly none?: string;
}

export function CodeBlock({ title, text, none = "No content." }: CodeBlockProps) {
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {text !== "" && <CopyButton value={text} label={`Copy ${title.toLowerCase()}`} />}
      </Group>
      {text === "" ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        // The block scrolls, so it must be reachable by keyboard.
        <Code block className="sd-code" tabIndex={0}>
          {formatCode(text)}
        </Code>
      )}
    </section>
  );
}

function formatCode(text: string): string {
  if (/^\s*[[{]/.test(text)) return asJson(text) ?? text;
  const isForm = /^[\w.[\]%-]+=[^\n]*$/.test(text);
  return isForm ? formLines(text) : text;
}

function asJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    // Truncated at its limit, or not JSON.
    return undefined;
  }
}

function formLines(text: string): string {
  const lines = [...new URLSearchParams(text)].map(([name, value]) => `${name} = ${value}`);
  return lines.join("\n");
}
