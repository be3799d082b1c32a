/** Photos of items and lines, for people of their own account only. */
import type { FastifyInstance } from "fastify";
import { PhotoStore } from "../../core/pos/photos/photo-store.ts";
import type { PosServices } from "../../core/pos/pos.ts";
import { storeOf } from "../../core/pos/store-of.ts";
import { anyone, idOf, notFound } from "./collection.ts";
import { callerOf } from "./login.ts";
import { PHOTO_SCHEMA } from "./schema-catalog.ts";

export function servePhotos(scope: FastifyInstance, pos: PosServices): void {
  const options = { schema: PHOTO_SCHEMA, onRequest: anyone(pos) };
  const within = storeOf(pos, PhotoStore);
  scope.get("/photos/:id/", options, async (request, reply) => {
    const { id: accountId } = callerOf(request).account;
    const photoId = idOf(request);
    const photo = await within(accountId, (photos) => photos.find(photoId));
    if (photo === undefined) throw notFound();
    return reply
      .type(photo.mediaType)
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .send(photo.content);
  });
}
