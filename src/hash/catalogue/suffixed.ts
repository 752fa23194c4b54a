/** A scheme's name with the suffixes that Dovecot allows. */
export function suffixed(name: string): readonly string[] {
  return [name, `${name}.b64`, `${name}.base64`, `${name}.hex`];
}
