/** A button with a menu of what can be done. A dialog opened from it leads back to the button. */
import { Button, type ButtonProps, Menu, type MenuProps } from "@mantine/core";
import { useRef } from "react";
import type { Children } from "../area.ts";
import { Icon } from "./icons.tsx";

interface ActMenuProps extends Children, Pick<ButtonProps, "size" | "leftSection"> {
  readonly text: string;
  /** Where one of many: "Actions for Ada". It begins with the text. */
  readonly label?: string;
  readonly menu?: Pick<MenuProps, "width" | "position">;
}

export function ActMenu({ text, label, menu, children, ...look }: ActMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    // An item is gone with the menu, so whatever it opens must find the focus on the button.
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
