/** A line for the person or the script that called. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}
