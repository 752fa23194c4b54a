// A process that takes a lock and holds it until it is killed; with "once" it says what it got and ends.
import { takeLock } from "../../dist/files/index.js";

const [, , path, mode] = process.argv;
const taken = await takeLock(path);
process.stdout.write("lock" in taken ? "taken\n" : `held by ${taken.holder.pid}\n`);
if (mode === "once") process.exit();
setInterval(() => undefined, 1_000_000);
