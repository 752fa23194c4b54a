/**
 * Ends a request with a plain-text answer, the way the service in the wild does for everything that is not a domain
 * error. Thrown within this room and caught by its dispatcher; it never leaves it.
 */
export class Refusal extends Error {
  readonly httpStatus: number;

  constructor(httpStatus: number, text: string) {
    super(text);
    this.httpStatus = httpStatus;
  }
}

export const badRequest = (text: string): Refusal => new Refusal(400, text);

export const invalidField = (name: string): Refusal => badRequest(`Field name '${name}' is invalid in JSON input`);
