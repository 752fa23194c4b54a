/** What a program with `@types/express` has, as far as the doors' test asks. */
declare module "express" {
  export interface Request {
    readonly ip: string | undefined;
    body: unknown;
  }

  export interface Response {
    statusCode: number;
    headersSent: boolean;
    readonly locals: "of the installed types";
    once(event: "close", listener: () => void): this;
    status(code: number): this;
    json(body: unknown): this;
    cookie(name: string, value: string): this;
  }
}
