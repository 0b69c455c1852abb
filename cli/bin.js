#!/usr/bin/env node
import { existsSync } from 'node:fs';

const program = new URL('../build/cli/main.js', import.meta.url);

if (existsSync(program)) {
  await import(program.href);
} else {
  process.stderr.write('Laurel is not built yet: run `npm run build` first.\n');
  process.exitCode = 1;
}
