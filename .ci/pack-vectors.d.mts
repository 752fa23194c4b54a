export function packInto(target: string): Promise<readonly string[]>;
