/** Single quotation marks stay (ENT_COMPAT); no two texts become the same. */
export const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text for tags and quoted attributes of XML and HTML, without the characters that XML 1.0 can't hold. */
export function escapeXml(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => ENTITIES[character] as string)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd");
}
