/** Serves the five calls of a resource: list, create, view, update, delete. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { Listed, PosPage } from "../../core/pos/page.ts";
import type { PosServices } from "../../core/pos/pos.ts";
import type { PosCaller, PosRole } from "../../core/pos/users/pos-user.ts";
import { RequestError } from "../../wire/request-error.ts";
import { authenticate, requestCaller } from "./login.ts";
import { readPage, writePage } from "./page.ts";
import { BASE } from "./write.ts";

export interface Collection<Item extends { readonly id: string }> {
  /** Such as "categories". */
  readonly name: string;
  readonly schemas: CollectionSchemas;
  readonly viewers: readonly PosRole[];
  readonly managers: readonly PosRole[];
  /** For records with photos. */
  readonly uploads?: Uploads;
  list(caller: PosCaller, page: PosPage): Promise<Listed<Item>>;
  find(caller: PosCaller, id: string): Promise<Item | undefined>;
  create(caller: PosCaller, request: FastifyRequest): Promise<Item | undefined>;
  change(caller: PosCaller, id: string, request: FastifyRequest): Promise<Item | undefined>;
  remove(caller: PosCaller, id: string): Promise<boolean>;
  write(item: Item): object;
}

export interface CollectionSchemas {
  readonly list: object;
  readonly create: object;
  readonly view: object;
  /** With PUT. */
  readonly change: object;
  readonly changeByPost: object;
  readonly remove: object;
}

export interface Uploads {
  readonly filesMax: number;
  readonly bytesMax: number;
}

const ID = /^[1-9][0-9]{0,17}$/;
const EVERY_ROLE: readonly PosRole[] = ["admin", "manager", "cashier"];

/** A hook for routes that every logged-in user may use. */
export function anyone(pos: PosServices) {
  return authenticate(pos, EVERY_ROLE);
}

export function withFiles({ bytesMax, filesMax }: Uploads) {
  return { bodyLimit: bytesMax, config: { filesMax } };
}

export function requestedId(request: FastifyRequest): string {
  const { id } = request.params as { readonly id: string };
  if (!ID.test(id)) throw notFound();
  return id;
}

export function notFound(): RequestError {
  return new RequestError("not_found", "id");
}

export function created(reply: FastifyReply, address: string): FastifyReply {
  return reply.code(201).header("location", `${BASE}/${address}/`);
}

export function serveCollection<Item extends { readonly id: string }>(
  scope: FastifyInstance,
  pos: PosServices,
  collection: Collection<Item>,
): void {
  const { name, schemas, viewers, managers, uploads } = collection;
  const [all, one] = [`/${name}/`, `/${name}/:id/`];
  const view = (schema: object): RouteShorthandOptions => ({
    schema,
    onRequest: authenticate(pos, viewers),
  });
  const manage = (schema: object): RouteShorthandOptions => ({
    schema,
    onRequest: authenticate(pos, managers),
    ...(uploads === undefined ? {} : withFiles(uploads)),
  });

  scope.get(all, view(schemas.list), async (request) => {
    const page = readPage(request);
    const list = await collection.list(requestCaller(request), page);
    return writePage(request, page, list, collection.write);
  });
  scope.post(all, manage(schemas.create), async (request, reply) => {
    const item = found(await collection.create(requestCaller(request), request));
    return created(reply, `${name}/${item.id}`).send(collection.write(item));
  });
  scope.get(one, view(schemas.view), async (request) =>
    collection.write(found(await collection.find(requestCaller(request), requestedId(request)))),
  );
  const change = async (request: FastifyRequest) => {
    const id = requestedId(request);
    const changed = await collection.change(requestCaller(request), id, request);
    return collection.write(found(changed));
  };
  scope.put(one, manage(schemas.change), change);
  scope.post(one, manage(schemas.changeByPost), change);
  scope.delete(one, manage(schemas.remove), async (request, reply) => {
    if (!(await collection.remove(requestCaller(request), requestedId(request)))) throw notFound();
    return reply.code(204).send();
  });
}

function found<Item>(item: Item | undefined): Item {
  if (item === undefined) throw notFound();
  return item;
}
