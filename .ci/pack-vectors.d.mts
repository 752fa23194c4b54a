export function packInto(target: string): Promise<readonly string[]>;
export function executables(target: string, targets?: readonly (readonly [system: string, processor: string])[]): string[];
