import { InvalidArgumentError } from "commander";
import { isPepperName } from "../../login/internal.js";
import { value } from "./option-rows.js";

const PEPPER = "variable with the system's pepper, for the fallback and --known";
export const PEPPER_NAME_OPTION = value("--pepper-name <name>", PEPPER, { read: pepperName });

function pepperName(text: string): string {
  if (isPepperName(text)) return text;
  throw new InvalidArgumentError("it must be a name in capitals, such as OLD_PEPPER, and never the pepper itself");
}
