/** The node of a Citus cluster that every process connects to. One plain server counts as one. */

/** Also the placement of accounts whose node cannot be used directly. */
export const COORDINATOR = "coordinator";

/** What must be seen by all processes was about to run on a worker. This is a programming error. */
export class WrongNode extends Error {
  override readonly name = "WrongNode";
}

/** For locks and queues: on a worker, processes that use another node would not see them. */
export function requireCoordinator({ node }: { readonly node: string }, subject: string): void {
  if (node === COORDINATOR) return;
  throw new WrongNode(`${subject} must be on the coordinator, not on ${node}`);
}
