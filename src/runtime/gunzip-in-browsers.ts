type Listener = (value: unknown) => void;

/** What Node's stream for gzip is to its reader, over the runtime's own decompression. */
class Gunzip {
  readonly #stream = new DecompressionStream("gzip");
  readonly #writer = this.#stream.writable.getWriter();
  readonly #listeners = new Map<string, Listener>();
  #isEnding = false;

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, listener);
    if (event === "end") void this.#pump();
    return this;
  }

  write(bytes: Uint8Array, done: () => void): void {
    this.#writer.write(Uint8Array.from(bytes)).then(done, done);
  }

  end(): void {
    this.#isEnding = true;
    this.#writer.close().catch(() => undefined);
  }

  destroy(): void {
    this.#writer.abort().catch(() => undefined);
  }

  async #pump(): Promise<void> {
    const reader = this.#stream.readable.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return this.#tell("end");
        this.#tell("data", value);
      }
    } catch (error) {
      // What ends too early is told apart from what is damaged by when it fails.
      this.#tell(
        "error",
        Object.assign(new Error(String(error)), { code: this.#isEnding ? "Z_BUF_ERROR" : "Z_DATA_ERROR" }),
      );
    }
  }

  #tell(event: string, value?: unknown): void {
    this.#listeners.get(event)?.(value);
  }
}

export function createGunzip(): Gunzip {
  return new Gunzip();
}
