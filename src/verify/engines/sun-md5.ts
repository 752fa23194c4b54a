import { joined, utf8 } from "../../lib/bytes.js";
import { hash } from "./digests.js";

/** Hamlet's soliloquy as Project Gutenberg's 2ws2610 has it, and the NUL that ends a string in C. */
const SOLILOQUY = utf8(`To be, or not to be,--that is the question:--
Whether 'tis nobler in the mind to suffer
The slings and arrows of outrageous fortune
Or to take arms against a sea of troubles,
And by opposing end them?--To die,--to sleep,--
No more; and by a sleep to say we end
The heartache, and the thousand natural shocks
That flesh is heir to,--'tis a consummation
Devoutly to be wish'd. To die,--to sleep;--
To sleep! perchance to dream:--ay, there's the rub;
For in that sleep of death what dreams may come,
When we have shuffled off this mortal coil,
Must give us pause: there's the respect
That makes calamity of so long life;
For who would bear the whips and scorns of time,
The oppressor's wrong, the proud man's contumely,
The pangs of despis'd love, the law's delay,
The insolence of office, and the spurns
That patient merit of the unworthy takes,
When he himself might his quietus make
With a bare bodkin? who would these fardels bear,
To grunt and sweat under a weary life,
But that the dread of something after death,--
The undiscover'd country, from whose bourn
No traveller returns,--puzzles the will,
And makes us rather bear those ills we have
Than fly to others that we know not of?
Thus conscience does make cowards of us all;
And thus the native hue of resolution
Is sicklied o'er with the pale cast of thought;
And enterprises of great pith and moment,
With this regard, their currents turn awry,
And lose the name of action.--Soft you now!
The fair Ophelia!--Nymph, in thy orisons
Be all my sins remember'd.
\0`);

/** One round: the digest before, the soliloquy where two of its bits differ, and the round's number. */
export function sunMd5Round(before: Uint8Array, round: number): Uint8Array {
  const bit = (at: number) => ((before[(at >> 3) & 15] as number) >> (at & 7)) & 1;
  const isTold = bit(picked(before, bit, bit(round))) !== bit(picked(before, bit, 8 + bit(round + 64)));
  return hash("md5", joined(before, ...(isTold ? [SOLILOQUY] : []), utf8(String(round))));
}

/** Which bit is looked at: a number of seven bits, each found by way of two bytes of the digest. */
function picked(digest: Uint8Array, bit: (at: number) => number, first: number): number {
  let number = 0;
  for (let place = 0; place < 7; place++) {
    const [a, b] = [digest[(first + place) & 15], digest[(first + place + 3) & 15]] as [number, number];
    const way = (digest[(a >> (b % 5)) & 15] as number) >> ((b >> (a & 7)) & 1);
    number |= bit(way) << place;
  }
  return number;
}
