import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { signIn } from '#tests/support/browser-sign-in.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LockSchema = z.object({
  packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })),
});

const folder = await installedFolder();
afterAll(() => rm(folder, { recursive: true }));
const bench = useDesignateApp({}, { folder });

/** Makes a folder with what the Dockerfile copies into the image, and with the packages of production alone. */
async function installedFolder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'laurel-runtime-'));
  const dockerfile = await readFile(path.join(ROOT, 'app/docs/deploy/Dockerfile'), 'utf8');
  const copied = Array.from(
    dockerfile.matchAll(/^COPY --from=build \/srv\/laurel\/(\S+) /gm),
    ([, name = '']) => name,
  ).filter((name) => name !== 'node_modules');
  for (const name of copied) await cp(path.join(ROOT, name), path.join(made, name), { recursive: true });
  const { packages } = LockSchema.parse(
    JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8')),
  );
  const names = Object.keys(packages).filter(
    (name) => name.lastIndexOf('node_modules/') === 0 && packages[name]?.dev !== true,
  );
  for (const name of names) {
    await mkdir(path.dirname(path.join(made, name)), { recursive: true });
    await symlink(path.join(ROOT, name), path.join(made, name));
  }
  return made;
}

it('what the image contains starts, serves pages and calls, compiles MJML, and delivers email', async () => {
  expect((await readdir(folder)).sort()).toEqual(['build', 'cli', 'node_modules', 'package.json']);
  expect(await readdir(path.join(folder, 'node_modules'))).not.toContain('vite');
  const { email } = await makeAdmin(bench.orm);
  const page = await bench.browser.newPage({ baseURL: bench.app.url });
  await signIn(page, bench.app.mail, email);
  await page.goto('/users');
  await waitForHydration(page);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Users');

  const { request } = page.context();
  const created = await request.post('/api/emails/create', {
    data: { name: 'News', startWith: 'NEWS' },
    headers: { Origin: bench.app.url },
  });
  expect(created.status()).toBe(201);
  const { id } = z.object({ id: z.string() }).parse(await created.json());
  const preview = await request.get(`/api/emails/${id}/preview`);
  expect([preview.status(), await preview.text()]).toEqual([200, expect.stringContaining('<table')]);
  const workbook = await request.get('/api/users/download?format=xlsx');
  expect([workbook.status(), (await workbook.body()).toString('latin1', 0, 2)]).toEqual([200, 'PK']);
  const invited = 'new.person@school.example.org';
  await request.post('/api/users/invites', { data: { email: invited }, headers: { Origin: bench.app.url } });
  expect((await bench.app.mail.waitForEmailTo(invited)).subject).toContain("You're invited");
});
