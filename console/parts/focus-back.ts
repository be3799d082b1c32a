/** For dialogs that are mounted only while open: returns the focus when they close. */
import { useEffect, useState } from "react";

export function useFocusBack(): void {
  const [from] = useState(() => document.activeElement);
  useEffect(
    // The button that opened the dialog may be gone after a change. Focus the screen instead.
    () => () => void setTimeout(() => (isThere(from) ? from : screen())?.focus(NO_SCROLL)),
    [from],
  );
}

const NO_SCROLL = { preventScroll: true };

function isThere(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element.isConnected && element !== document.body;
}

function screen(): HTMLElement | null {
  return document.getElementById("screen");
}
