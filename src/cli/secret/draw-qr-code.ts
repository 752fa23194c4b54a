import { CouldNotRun } from "../could-not-run.js";

export type QrEncoder = typeof import("uqr").encode;

/** The encoder of an optional package: few who convert secrets draw one. */
export async function requireQrEncoder(): Promise<QrEncoder> {
  // In a `try`, or a bundler stops where it does not find the package.
  try {
    return (await import("uqr")).encode;
  } catch {
    throw new CouldNotRun("cli/package-missing", "--qr needs uqr, which is not installed: npm install uqr");
  }
}

/** What version 40 holds at level L in byte mode, by ISO/IEC 18004. */
export const MOST_QR_CODE_BYTES = 2953;
/** Light modules around the code, by ISO/IEC 18004. */
const QUIET_ZONE = 4;
/** Black on white of the fixed part of the palette: themes change the first 16 colours only. */
const BLACK_ON_WHITE = "\u001b[38;5;16;48;5;231m";
const RESET = "\u001b[0m";

/**
 * Draws text as a QR code for a terminal.
 *
 * @param coloured Sets both colours, so that the code is dark on light whatever the
 * terminal's own are. Without colours, light modules are drawn and dark ones left
 * out, which is right on a dark background only.
 */
export function drawQrCode(text: string, encode: QrEncoder, coloured: boolean) {
  const { data, size } = encode(text, { ecc: "L", boostEcc: true, border: QUIET_ZONE });
  const isDrawn = (x: number, y: number) => y < size && (data[y]?.[x] === true) === coloured;
  const lines: string[] = [];
  for (let y = 0; y < size; y += 2) {
    let line = "";
    for (let x = 0; x < size; x++) line += halfBlock(isDrawn(x, y), isDrawn(x, y + 1));
    lines.push(coloured ? BLACK_ON_WHITE + line + RESET : line);
  }
  return { text: `${lines.join("\n")}\n`, columns: size };
}

function halfBlock(top: boolean, bottom: boolean): string {
  if (top && bottom) return "█";
  if (top) return "▀";
  return bottom ? "▄" : " ";
}
