#!/usr/bin/env node
import { existsSync, fstatSync, readFileSync, writeSync } from 'node:fs';

const built = new URL('../build/cli/', import.meta.url);
const program = new URL('main.js', built);
const [STDOUT, HELP_WIDTH] = [1, 80];

if (!showsHelp(process.argv.slice(2))) {
  if (existsSync(program)) {
    await import(program.href);
  } else {
    process.stderr.write("Laurel isn't built yet. Run `npm run build` first.\n");
    process.exitCode = 1;
  }
}

/**
 * Prints the help files from the build, which is faster than loading the program. Falls back to the program on errors.
 */
function showsHelp(args) {
  const words = ['laurel', ...args.slice(0, -1)];
  if (args.at(-1) !== '--help' || !words.every((word) => /^[a-z]+$/.test(word))) return false;
  try {
    if (fstatSync(STDOUT).isCharacterDevice() && process.stdout.columns < HELP_WIDTH) return false;
    writeSync(STDOUT, readFileSync(new URL(`help/${words.join('%20')}.txt`, built)));
    return true;
  } catch {
    return false;
  }
}
