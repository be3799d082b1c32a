/** A button with a menu of actions. Dialogs opened from the menu return the focus to the button. */
import { Button, type ButtonProps, Menu, type MenuProps } from "@mantine/core";
import { useRef } from "react";
import type { Children } from "../area.ts";
import { Icon } from "./icons.tsx";

interface ActionMenuProps extends Children, Pick<ButtonProps, "size" | "leftSection"> {
  readonly text: string;
  /** For one of many rows: "Actions for Ada". It starts with the visible text. */
  readonly label?: string;
  readonly menu?: Pick<MenuProps, "width" | "position">;
}

export function ActionMenu({ text, label, menu, children, ...look }: ActionMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    // The menu item is removed when the menu closes, so dialogs must return the focus to the
    // button.
    <Menu {...menu} onClose={() => button.current?.focus()}>
      <Menu.Target>
        <Button
          ref={button}
          variant="default"
          rightSection={<Icon name="down" size={14} />}
          aria-label={label}
          {...look}
        >
          {text}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
