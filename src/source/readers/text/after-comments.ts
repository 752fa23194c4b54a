/** A comment with the lines on which it continues, or a blank line. */
const COMMENT = /#[^\n]*(?:\n [^\n]*)*\n|[^\S\n]*\n/y;

/** The place after the comments and blank lines that a text begins with; each of its characters is looked at once. */
export function afterComments(text: string): number {
  COMMENT.lastIndex = 0;
  let at = 0;
  while (COMMENT.test(text)) at = COMMENT.lastIndex;
  return at;
}
