/** Opens the keyboard search, even if its code is still loading. */

const OPEN = "sixdoors:search";

export function openSearch(): void {
  window.dispatchEvent(new Event(OPEN));
}

export function onOpenSearch(act: () => void): () => void {
  window.addEventListener(OPEN, act);
  return () => window.removeEventListener(OPEN, act);
}
