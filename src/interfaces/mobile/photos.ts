/** Photos of items and lines, for people of their own account only. */
import type { FastifyInstance } from "fastify";
import { PhotoStore } from "../../core/till/photos/photo-store.ts";
import { storeOf } from "../../core/till/store-of.ts";
import type { TillDoor } from "../../core/till/till.ts";
import { anyone, idOf, notFound } from "./collection.ts";
import { callerOf } from "./login.ts";
import { PHOTO_SCHEMA } from "./schema-catalogue.ts";

export function servePhotos(scope: FastifyInstance, till: TillDoor): void {
  const options = { schema: PHOTO_SCHEMA, onRequest: anyone(till) };
  const within = storeOf(till, PhotoStore);
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
