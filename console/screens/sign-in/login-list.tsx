/** The logins of one email address, and how each is called. */
import { Text, UnstyledButton } from "@mantine/core";
import type { LoginChoice } from "../../../src/interfaces/console/contract.ts";
import { capitalize } from "../../parts/formats.ts";
import { Icon } from "../../parts/icons.tsx";

interface LoginListProps {
  readonly about: string;
  readonly choices: readonly LoginChoice[];
  choose(choice: string): void;
}

export function LoginList({ about, choices, choose }: LoginListProps) {
  return (
    <div>
      <Text mb="sm">{about}</Text>
      {choices.map((login) => (
        <UnstyledButton
          key={login.choice}
          className="sd-test-user sd-login-choice"
          onClick={() => choose(login.choice)}
        >
          <span>
            <Text component="span" fw={600} display="block">
              {loginTitle(login)}
            </Text>
            <Text component="span" size="sm" c="dimmed" display="block">
              {loginDetails(login)}
            </Text>
          </span>
          <Icon name="right" size={16} />
        </UnstyledButton>
      ))}
    </div>
  );
}

export function loginTitle({ home, name }: LoginChoice): string {
  return home?.name ?? name;
}

const KIND_LABELS: Readonly<Record<LoginChoice["kind"], string>> = {
  operator: "Operator",
  partner: "Partner",
  client: "Client",
  merchant: "Merchant",
};

export function loginDetails({ kind, home, role, name }: LoginChoice): string {
  if (home === undefined) return capitalize(role);
  const place = kind === "merchant" ? `${KIND_LABELS[kind]} ${home.id}` : KIND_LABELS[kind];
  return `${place} · ${capitalize(role)}${kind === "merchant" ? "" : ` · ${name}`}`;
}
