/** What went over the wire, to read and to take along: JSON and forms laid out, the rest as it is. */
import "./certification.css";
import { Code, Group, Text } from "@mantine/core";
import { CopyButton } from "../../parts/copy.tsx";

interface CodeBlockProps {
  /** What it is: "Answer". */
  readonly title: string;
  readonly text: string;
  /** The words where there is nothing. */
  readonly none?: string;
}

export function CodeBlock({ title, text, none = "Nothing was sent." }: CodeBlockProps) {
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {text !== "" && <CopyButton value={text} label={`Copy: ${title.toLowerCase()}`} />}
      </Group>
      {text === "" ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        // It scrolls, so the keyboard must get there.
        <Code block className="sd-code" tabIndex={0}>
          {laidOut(text)}
        </Code>
      )}
    </section>
  );
}

function laidOut(text: string): string {
  if (/^\s*[[{]/.test(text)) return asJson(text) ?? text;
  const isForm = /^[\w.[\]%-]+=[^\n]*$/.test(text);
  return isForm ? formLines(text) : text;
}

function asJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    // Cut at its limit, or no JSON after all.
    return undefined;
  }
}

function formLines(text: string): string {
  const lines = [...new URLSearchParams(text)].map(([name, value]) => `${name} = ${value}`);
  return lines.join("\n");
}
