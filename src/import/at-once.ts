/**
 * Does the work for each, so many at a time. Begins no further one as soon as the work was false for one of them: then it
 * gives false.
 */
export async function eachAtOnce<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<boolean>,
): Promise<boolean> {
  const left = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let isWhole = true;
  const worker = async (): Promise<void> => {
    while (isWhole) {
      const next = await left.next();
      if (next.done === true) return;
      if (!(await work(next.value))) isWhole = false;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await left.return?.();
  return isWhole;
}
