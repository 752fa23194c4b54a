export interface Said {
  readonly status: number;
  readonly body: unknown;
}

export interface ContractResult {
  readonly calls: number;
  readonly differences: readonly { readonly name: string; readonly live: Said; readonly known: Said }[];
  /** IDs of users whose removal was refused. */
  readonly left: readonly string[];
}

type Send = (path: string, init: RequestInit) => Promise<Response>;

export function countCalls(versions: readonly string[]): number;

export function reportOf(result: ContractResult): string;

export function runContract(options: {
  readonly live: Send;
  readonly known: Send;
  readonly apiKey?: string | undefined;
  readonly tenant?: string | undefined;
  readonly versions: readonly string[];
  readonly run: string;
}): Promise<ContractResult>;
