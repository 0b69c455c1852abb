/** From this share on, a class size differs conspicuously from the year before's. */
const CONSPICUOUS_SHARE = 0.2;

/**
 * 'Larger: +25 % on 2025' or 'Smaller: −30 % on 2025' for a class more than a fifth off the nearest earlier one; null
 * otherwise, and where either is unknown.
 */
export function classSizeDifference(
  classSize: number | null,
  earlier: { readonly year: number; readonly classSize: number | null } | undefined,
): string | null {
  if (classSize === null || earlier?.classSize === undefined || earlier.classSize === null) return null;
  const difference = classSize - earlier.classSize;
  if (Math.abs(difference) <= earlier.classSize * CONSPICUOUS_SHARE) return null;
  const word = difference > 0 ? 'Larger' : 'Smaller';
  if (earlier.classSize === 0) return `${word} than in ${earlier.year}: there was no class`;
  const percent = Math.round((Math.abs(difference) / earlier.classSize) * 100);
  return `${word} by ${percent} % than in ${earlier.year}`;
}
