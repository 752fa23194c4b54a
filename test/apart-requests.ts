import { AsyncLocalStorage } from "node:async_hooks";
import { vi } from "vitest";

interface Request {
  isGone: boolean;
}

type Schedule = (callback: () => void, milliseconds?: number) => ReturnType<typeof setTimeout>;

/**
 * Makes this process like a Worker, whose requests are apart: `run` runs a request, whose timers never fire after it is
 * `gone`, and `isInOwn` says whether the code at hand was woken by a timer of the request that it is of.
 */
export function apartRequests() {
  const own = new AsyncLocalStorage<Request>();
  /** Whose timer fired last: its microtasks are done before the next one fires. */
  let awake: Request | undefined;
  const [later, again] = [setTimeout, setInterval];
  const ofRequest =
    (schedule: Schedule) =>
    (callback: () => void, milliseconds?: number): ReturnType<typeof setTimeout> => {
      const request = own.getStore();
      return schedule(() => {
        if (request?.isGone === true) return;
        awake = request;
        callback();
      }, milliseconds);
    };
  vi.stubGlobal("WebSocketPair", class {});
  vi.stubGlobal("setTimeout", ofRequest(later as Schedule));
  vi.stubGlobal("setInterval", ofRequest(again as Schedule));
  vi.stubGlobal("setImmediate", (callback: () => void) => setTimeout(callback));
  return {
    run: <T>(work: () => Promise<T>) => {
      const request: Request = { isGone: false };
      const ended = new Promise<T>((resolve, reject) => {
        own.run(request, () => setTimeout(() => void work().then(resolve, reject)));
      });
      return {
        ended,
        leave: () => {
          request.isGone = true;
        },
      };
    },
    isInOwn: () => awake === own.getStore(),
  };
}
