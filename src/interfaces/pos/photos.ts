/** Photos of items and lines, for users of their own account only. */
import type { FastifyInstance } from "fastify";
import { withAccountStore } from "../../core/pos/account-store-runner.ts";
import { PhotoStore } from "../../core/pos/photos/photo-store.ts";
import type { PosServices } from "../../core/pos/pos.ts";
import { anyone, notFound, requestedId } from "./collection.ts";
import { requestCaller } from "./login.ts";
import { PHOTO_SCHEMA } from "./schema-catalog.ts";

export function servePhotos(scope: FastifyInstance, pos: PosServices): void {
  const options = { schema: PHOTO_SCHEMA, onRequest: anyone(pos) };
  const within = withAccountStore(pos, PhotoStore);
  scope.get("/photos/:id/", options, async (request, reply) => {
    const { id: accountId } = requestCaller(request).account;
    const photoId = requestedId(request);
    const photo = await within(accountId, (photos) => photos.findPhoto(photoId));
    if (photo === undefined) throw notFound();
    return reply
      .type(photo.mediaType)
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .send(photo.content);
  });
}
