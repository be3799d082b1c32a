/** The published test users of the certification environment. One click fills the form. */
import { Paper, Text, Title, UnstyledButton } from "@mantine/core";
import type { TestUser } from "../../src/interfaces/console/contract.ts";
import { Icon } from "../parts/icons.tsx";

interface TestUsersProps {
  readonly people: readonly TestUser[];
  fill(person: TestUser): void;
}

export function TestUsers({ people, fill }: TestUsersProps) {
  return (
    <Paper component="section" className="sd-panel sd-test-users" aria-labelledby="published">
      <Title order={2} id="published">
        Test users
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        You are in Test mode: no real money moves. Choose a user to fill in the form.
      </Text>
      {people.map((person) => (
        <UnstyledButton
          key={`${person.as} ${person.accountId} ${person.name}`}
          className="sd-test-user"
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
