/** What `node:buffer` is in the page. */
export { Buffer } from "buffer/";

/** Whether bytes are text in UTF-8. */
export function isUtf8(bytes) {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
