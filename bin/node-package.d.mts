/** The types of node-package.mjs, for the test kit. */
export const NODE_PACKAGE: string;
export const NODE_PROGRAM: string;
export function readPinnedVersion(manifest: string): string;
export function findPinnedNode(manifest: string): string | undefined;
export function isNewEnough(pinned: string): boolean;
export function missingNodeText(pinned: string): string;
export function adviceText(pinned: string): string;
