/** Thrown where the temporary files can't be written or read. */
export class TemporaryFilesFault extends Error {
  /** What the system said: `ENOSPC`. */
  readonly code: string;

  constructor(error: unknown) {
    super("cannot keep temporary files", { cause: error });
    this.name = "TemporaryFilesFault";
    this.code = (error as NodeJS.ErrnoException).code ?? "unknown reason";
  }
}

/** What goes wrong with a temporary file is a `TemporaryFilesFault`, whatever it is. */
export async function namingFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new TemporaryFilesFault(error);
  }
}
