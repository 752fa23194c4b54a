import type { MessagePort } from "node:worker_threads";
import { type ChunkSetup, type ChunkTask, ChunkWork } from "./chunk-work.js";
import type { Answered } from "./crew.js";

/** What a thread does: it answers one chunk after the other. The thread that began it reports what is thrown. */
export function serveChunks(port: MessagePort, setup: ChunkSetup): void {
  const work = new ChunkWork(setup);
  let last: Promise<unknown> = Promise.resolve();
  const serve = async (task: ChunkTask) => {
    const answer = await work.answer(task).catch(() => undefined);
    const entries = answer?.entries?.buffer as ArrayBuffer | undefined;
    const room = task.chunk.body.buffer as ArrayBuffer;
    const answered: Answered = { answer, room };
    port.postMessage(answered, entries === undefined ? [room] : [room, entries]);
  };
  port.on("message", (task: ChunkTask) => {
    last = last.then(() => serve(task));
  });
}
