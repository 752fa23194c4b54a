/** `users.json` becomes `users-1.json`. */
export function numberedPath(path: string, number: number): string {
  const dot = path.lastIndexOf(".");
  const isExtension = dot > Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1;
  return isExtension ? `${path.slice(0, dot)}-${number}${path.slice(dot)}` : `${path}-${number}`;
}
