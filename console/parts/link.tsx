/** Links between screens that look like Mantine's parts: the router navigates, no page reloads. */
import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface Target {
  /** A path below /console, with its search: "/transactions?state=declined". */
  readonly to: string;
  readonly children: ReactNode;
}

export function TextLink({ to, ...rest }: Target & AnchorProps) {
  return <Anchor {...rest} renderRoot={(props) => <Link {...targetOf(to)} {...props} />} />;
}

export function ButtonLink({ to, ...rest }: Target & ButtonProps) {
  return <Button {...rest} renderRoot={(props) => <Link {...targetOf(to)} {...props} />} />;
}

/** The router wants path and search apart. */
export function targetOf(to: string) {
  const [path = "", search = ""] = to.split("?");
  return { to: path, search: Object.fromEntries(new URLSearchParams(search)) as never };
}
