/** The words of a text, which white space divides: a long list of names without its quotation marks. */
export function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
