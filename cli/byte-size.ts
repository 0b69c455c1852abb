const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];
const STEP = 1000;

/** Formats a size with decimal units: '512 bytes', '4.2 MB'. */
export function byteSize(bytes: number): string {
  const power = bytes < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const size = bytes / STEP ** power;
  return `${power === 0 ? size : size.toFixed(1)} ${UNITS[power] ?? ''}`;
}
