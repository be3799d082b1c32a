/** The two menus at the end of the header: color scheme and account. */
import {
  ActionIcon,
  Avatar,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { signOut, useSession } from "../session.tsx";
import { capitalize } from "./formats.ts";
import { Icon } from "./icons.tsx";
import { notifyError } from "./notify.tsx";

const SCHEMES = [
  { value: "light", label: "Light", icon: "sun" },
  { value: "dark", label: "Dark", icon: "moon" },
  { value: "auto", label: "System", icon: "system" },
] as const;

export function SchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Color scheme">
          <Icon name={SCHEMES.find(({ value }) => value === colorScheme)?.icon ?? "system"} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(({ value, label, icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon name={icon} size={16} />}
            rightSection={colorScheme === value ? <Icon name="check" size={14} /> : undefined}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function PersonMenu() {
  const { person } = useSession();
  const navigate = useNavigate();
  return (
    <Menu width={240}>
      <Menu.Target>
        <UnstyledButton className="sd-person" aria-label={`Signed in as ${person.name}`}>
          <Avatar size={32} radius="xl" color="tide" variant="light">
            {initials(person.name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="sd-person-card">
          <Text fw={600} truncate>
            {person.name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {capitalize(person.role)}
            {person.home !== undefined && ` · ${person.home.name}`}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<Icon name="person" size={16} />}
          onClick={() => void navigate({ to: "/me" })}
        >
          Profile
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="shield" size={16} />}
          onClick={() => void navigate({ to: "/security" })}
        >
          Security
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="leave" size={16} />}
          onClick={() => void signOut().catch(notifyError)}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initials(name: string): string {
  const words = name.split(/[\s@._-]+/).filter((word) => word !== "");
  const [first = "?", second = ""] = words;
  return (first.charAt(0) + second.charAt(0)).toUpperCase();
}
