/** The middle one; of an even number, the greater of the two in the middle. */
export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
