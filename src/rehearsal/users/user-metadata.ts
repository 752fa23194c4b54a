import type { Answer, CallContext } from "../call-context.js";
import { readObject, readQueryText, readText } from "../read-input.js";

/** `GET /recipe/user/metadata?userId=`: what an application keeps of a user (`UserMetadataAPI.java`). */
export function findMetadata({ query, metadata }: CallContext): Answer {
  return { metadata: metadata.get(readQueryText(query, "userId")) ?? {}, status: "OK" };
}

/** `PUT /recipe/user/metadata`: replaces the fields that are sent, and takes away those sent as null. */
export function updateMetadata({ input, metadata }: CallContext): Answer {
  const userId = readText(input, "userId");
  const update = readObject(input, "metadataUpdate");
  const merged = { ...metadata.get(userId), ...update };
  const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
  metadata.set(userId, kept);
  return { metadata: kept, status: "OK" };
}

/** `POST /recipe/user/metadata/remove` (`RemoveUserMetadataAPI.java`). */
export function removeMetadata({ input, metadata }: CallContext): Answer {
  metadata.delete(readText(input, "userId"));
  return { status: "OK" };
}
