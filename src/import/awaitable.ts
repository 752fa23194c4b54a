/** What is there at once, nearly always: a promise for it would cost more than finding it out. */
export type Awaitable<T> = T | Promise<T>;
