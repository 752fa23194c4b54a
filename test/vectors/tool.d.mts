export const ROOT: string;
export function vectorFiles(root?: string): { operation: string; path: string }[];
export function formatted(content: unknown): string;
export function withIds<T>(content: T, retired?: Set<string>): T;
export function format(root?: string): void;
export function lint(root?: string): string[];
export function manifest(root?: string): {
  suiteVersion: string;
  formatVersion: number;
  count: number;
  files: { path: string; sha256: string; count: number }[];
};
export function check(root?: string): string[];
export function counts(root?: string): {
  operations: Record<string, number>;
  sources: Record<string, number>;
  evidence: { checked: number; published: number; recomputed: number; policy: number };
};
