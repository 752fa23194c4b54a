import { Redis } from "ioredis";

/** Every name and value that a Redis holds, as text; what is not text is one character a byte. */
export async function contentOf(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    const pieces: string[] = [];
    for (const key of await redis.keys("*")) pieces.push(key, ...(await valuesOf(redis, key)).map(String));
    return pieces.join("\n");
  } finally {
    redis.disconnect();
  }
}

async function valuesOf(redis: Redis, key: string): Promise<readonly unknown[]> {
  const latin = (values: readonly (Buffer | string)[]) =>
    values.map((value) => (typeof value === "string" ? value : value.toString("latin1")));
  switch (await redis.type(key)) {
    case "string":
      return latin([(await redis.getBuffer(key)) ?? ""]);
    case "hash": {
      const fields = await redis.hgetallBuffer(key);
      return [...Object.keys(fields), ...latin(Object.values(fields))];
    }
    case "list":
      return (await redis.call("lrange", key, "0", "-1")) as string[];
    case "set":
      return redis.smembers(key);
    case "zset":
      return (await redis.call("zrange", key, "0", "-1", "WITHSCORES")) as string[];
    case "stream":
      return [JSON.stringify(await redis.call("xrange", key, "-", "+"))];
    default:
      throw new Error(`a kind of value that is not looked at: ${key}`);
  }
}
