/** Opens the keyboard search, whether or not its code has arrived yet. */

const OPEN = "sixdoors:search";

export function openSearch(): void {
  window.dispatchEvent(new Event(OPEN));
}

export function onOpenSearch(act: () => void): () => void {
  window.addEventListener(OPEN, act);
  return () => window.removeEventListener(OPEN, act);
}
