/** The sign-ins that certification publishes: one click fills the form. */
import { Paper, Text, Title, UnstyledButton } from "@mantine/core";
import type { PublishedPerson } from "../../src/interfaces/console/contract.ts";
import { Icon } from "../parts/icons.tsx";

interface PublishedSignInsProps {
  readonly people: readonly PublishedPerson[];
  fill(person: PublishedPerson): void;
}

export function PublishedSignIns({ people, fill }: PublishedSignInsProps) {
  return (
    <Paper component="section" className="sd-panel sd-published" aria-labelledby="published">
      <Title order={2} id="published">
        Try it as …
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        This is certification: these sign-ins are published, and no money moves.
      </Text>
      {people.map((person) => (
        <UnstyledButton
          key={`${person.as} ${person.accountId} ${person.name}`}
          className="sd-published-person"
          onClick={() => fill(person)}
        >
          <span>
            <Text component="span" fw={600} size="sm" display="block">
              {person.label}
            </Text>
            <Text component="span" size="xs" c="dimmed" display="block">
              {[person.accountId, person.name].filter(Boolean).join(" · ")}
            </Text>
          </span>
          <Icon name="right" size={16} />
        </UnstyledButton>
      ))}
    </Paper>
  );
}
