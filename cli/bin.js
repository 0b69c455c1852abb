#!/usr/bin/env node
import { existsSync } from 'node:fs';

const program = new URL('../build/cli/main.js', import.meta.url);

if (existsSync(program)) {
  await import(program.href);
} else {
  process.stderr.write("Laurel isn't built yet. Run `npm run build` first.\n");
  process.exitCode = 1;
}
