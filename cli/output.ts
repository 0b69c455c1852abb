/** Prints a line to stdout. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line to stderr, separate from the result. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
