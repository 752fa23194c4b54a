import type { Problem, ServiceText } from "../../result.js";
import { listed, type ServiceAnswer, told, toldProblem } from "./service-text.js";

/** What the statuses of the service in the wild mean (supertokens-core 12.1.1), for people. */
const STATUS_MEANINGS: ReadonlyMap<string, ServiceText> = new Map([
  ["DEVICE_ALREADY_EXISTS_ERROR", told`the user has a verified device of this name already`],
  ["RESTART_FLOW_ERROR", told`the code is unknown, used up or expired`],
  ["USER_INPUT_CODE_ALREADY_USED_ERROR", told`the device has this code already`],
  ["EXPIRED_USER_INPUT_CODE_ERROR", told`the code has expired`],
  ["INCORRECT_USER_INPUT_CODE_ERROR", told`the code is wrong`],
  ["UNKNOWN_USER_ID_ERROR", told`there is no such user with this way to log in`],
  ["EMAIL_ALREADY_EXISTS_ERROR", told`another user logs in with this e-mail address in the same way`],
  ["PHONE_NUMBER_ALREADY_EXISTS_ERROR", told`another user logs in with this phone number in the same way`],
  ["EMAIL_CHANGE_NOT_ALLOWED_ERROR", told`the new e-mail address belongs to another primary user`],
  ["PHONE_NUMBER_CHANGE_NOT_ALLOWED_ERROR", told`the new phone number belongs to another primary user`],
  [
    "ACCOUNT_INFO_ALREADY_ASSOCIATED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR",
    told`another primary user has the same e-mail address, phone number or third-party login`,
  ],
  ["RECIPE_USER_ID_ALREADY_LINKED_WITH_PRIMARY_USER_ID_ERROR", told`the user is linked to a primary user already`],
  [
    "RECIPE_USER_ID_ALREADY_LINKED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR",
    told`the user is linked to another primary user already`,
  ],
  ["INPUT_USER_IS_NOT_A_PRIMARY_USER", told`the first-factor user is not a primary user yet`],
]);

/**
 * Whether a call ended because the service knows no such user. 4.4 has a status for it; 4.5 and 4.6
 * answer with a text and HTTP 400 (supertokens-core 12.1.1), and 4.1 takes any ID.
 *
 * @param problems What a call ended with.
 */
export function isUserUnknown([first]: readonly Problem[]): boolean {
  if (first?.status === "UNKNOWN_USER_ID_ERROR") return true;
  return first?.code === "client/bad-request" && /unknown user id/i.test(first.message);
}

/** The problem for an answer whose status is another one than `OK`. */
export function statusProblem(status: string, httpStatus: number, answer: ServiceAnswer): Problem {
  const word = listed(status, STATUS_MEANINGS) ?? answer.word(status);
  const meaning = STATUS_MEANINGS.get(status);
  const message =
    meaning === undefined ? told`the service answered ${word}` : told`the service answered ${word}: ${meaning}`;
  return toldProblem("client/service-refused", message, { httpStatus, status: word });
}
