/** Makes a whole table row clickable through one link or button that the keyboard reaches too. */
import { UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { linkTarget } from "./link.tsx";

interface RowTargetProps {
  readonly to?: string | undefined;
  readonly act?: (() => void) | undefined;
  readonly children: ReactNode;
}

export function RowTarget({ to, act, children }: RowTargetProps) {
  if (to !== undefined) {
    return (
      <Link className="sd-row-target" {...linkTarget(to)}>
        {children}
      </Link>
    );
  }
  if (act === undefined) return children;
  return (
    <UnstyledButton className="sd-row-target" onClick={act}>
      {children}
    </UnstyledButton>
  );
}
