/** A line for the person or the script that called. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** A line of talk, which is no part of the result. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
