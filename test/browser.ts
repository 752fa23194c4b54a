import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { needs } from "./needs.js";

const places = (process.env.PATH ?? "").split(delimiter);
const path = ["chromium", "google-chrome"].flatMap((name) => places.map((place) => join(place, name))).find(existsSync);

/** A browser to drive, found on the path: its script there needs other programs of the system. */
export const BROWSER = { ...needs("Chromium", path !== undefined), path: path ?? "" };
