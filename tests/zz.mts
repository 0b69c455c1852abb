import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
const assets = process.argv[3] ?? 'build/client/assets';
const file = (await readdir(assets)).find((n) => /^manifest-.*\.js$/.test(n))!;
const m = JSON.parse(
  (await readFile(path.join(assets, file), 'utf8'))
    .replace(/^window\.__remixManifest=/, '')
    .replace(/;\s*$/, ''),
);
const id = process.argv[2];
const s = new Set([m.entry.module, ...m.entry.imports]);
for (let r = m.routes[id]; r; r = m.routes[r.parentId ?? ''])
  for (const x of [r.module, ...r.imports]) s.add(x);
const rows = [];
for (const x of s) {
  const b = await readFile(path.join(assets, path.basename(x)));
  rows.push([gzipSync(b).length, b.length, path.basename(x)]);
}
rows.sort((a, b) => b[0] - a[0]);
let t = 0;
for (const r of rows) {
  t += r[0];
  console.log(r.join('\t'));
}
console.log(t, rows.length);
