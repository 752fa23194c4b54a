export const HASH_CONFIG_TEXT: string;

export function everySample<Source extends string>(
  sources: readonly Source[],
): readonly { readonly name: string; readonly from: Source; readonly bytes: Buffer }[];
