export function packInto(target: string): Promise<readonly string[]>;
export function executables(target: string, targets?: readonly (readonly string[])[]): readonly string[];
