import { existsSync } from "node:fs";
import { needs } from "./needs.js";

const path = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((one) => existsSync(one));

/** A browser to drive. */
export const BROWSER = { ...needs("Chromium", path !== undefined), path: path ?? "" };
