import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { streamDesignations } from '#app/domain/exports/stream-designations.server.ts';
import { Interrupted } from '#cli/interruption.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type ExportScene, useExports } from './exports-scene.ts';

let scene: ExportScene['scene'];
let years: ExportScene['years'];
let approved: ExportScene['approved'];
let folder: string;
const { laurel, marked, disclosures, rest } = useExports(
  (given) => ({ scene, years, approved, folder } = given),
);

/** Delays every mark by half a second, so that tests can act during an export. */
async function slowDown(): Promise<void> {
  await rest.orm.em.fork().execute(
    `create function wait_a_moment() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return new; end $$;
     create trigger wait before update on designation for each row execute function wait_a_moment()`,
  );
}

describe('an export of designations', () => {
  it('records the download by default, and the disclosure by the command line', async () => {
    await laurel(['designation', approved.id, '--no-mark']);
    expect(await marked()).toEqual([]);
    await laurel(['designation', approved.id]);
    expect(await marked()).toEqual([approved.id]);
    const disclosed = {
      channel: 'CLI',
      purpose: 'designations.download',
      filter: { designationId: approved.id },
      rowCount: 1,
      actor: null,
    };
    expect(await disclosures()).toEqual([disclosed, disclosed]);
  });

  it('is disclosed in the name of --as', async () => {
    await laurel(['designations', '--year', '2025', '--as', scene.admin.email]);
    expect(await disclosures()).toEqual([
      {
        actor: scene.admin.id,
        channel: 'CLI',
        purpose: 'designations.download',
        filter: { academicYearId: years.before },
        rowCount: 1,
      },
    ]);
    expect(await laurel(['designations', '--as', scene.counselor.email])).toMatchObject({
      code: 1,
      stdout: '',
    });
  });

  it('reports earlier downloads', async () => {
    const first = await laurel(['designation', approved.id]);
    expect(first.stderr).toBe('Exported 1 designation.\n');
    const again = await laurel(['designation', approved.id, '--utc']);
    expect(again.code).toBe(0);
    expect(again.stderr).toMatch(
      /^This designation was already downloaded at \w+ \d+, \d+, \d+:\d\d [AP]M UTC\.\nExported 1 designation\.\n$/,
    );
    expect((await laurel(['designations'])).stderr).toBe(
      'Some of these designations have already been downloaded: 1 of 2.\nExported 2 designations.\n',
    );
    expect((await laurel(['designations', '--quiet'])).stderr).toBe('');
  });

  it('exports only new designations with --only-new', async () => {
    await laurel(['designation', approved.id]);
    const news = await laurel(['designations', '--only-new']);
    expect(news.stdout).toContain(scene.otherDesignation.id);
    expect(news.stdout).not.toContain(approved.id);
    expect(news.stderr).toBe('Exported 1 designation.\n');
    expect(await laurel(['designations', '--only-new'])).toMatchObject({
      code: 3,
      stderr: 'No new designations match. Nothing was written.\n',
    });
    expect(await laurel(['designation', approved.id, '--only-new'])).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(
        /^This designation was already downloaded at .+\. Nothing was written\.\n$/,
      ) as string,
    });
  });

  it('of new designations is rejected while another one runs, also in the browser', async () => {
    const admin = await rest.as(scene.admin.id);
    const running = await streamDesignations(makeCtx({ orm: rest.orm }), {
      filter: { noDownloadDate: true },
    });
    const sentence =
      /^Someone using the command line is already exporting designations that were never downloaded \(started .+ AK[SD]T\)\. Try again when that export is done\.$/;
    for (const args of [['designations'], ['designation', approved.id]]) {
      const { code, stdout, stderr } = await laurel([...args, '--only-new', '-o', folder]);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr.trim()).toMatch(sentence);
    }
    const { status, body } = await admin.get('/api/designations/download?noDownloadDate=true');
    expect(status).toBe(409);
    expect(body).toMatchObject({ message: expect.stringMatching(sentence) as string });
    expect([await readdir(folder), await marked()]).toEqual([[], []]);
    await running.stream.cancel();
    expect((await laurel(['designation', approved.id, '--only-new'])).code).toBe(0);
  });

  it("that can't be renamed marks nothing", async () => {
    // Creates a folder with the file's name while the file is being written.
    const file = path.join(folder, 'taken.csv');
    await slowDown();
    const running = laurel(['designations', '-o', file]);
    await expect.poll(async () => (await readdir(folder)).length).toBe(1);
    await mkdir(file);
    expect(await running).toMatchObject({ code: 1, stdout: '' });
    expect(await readdir(folder)).toEqual(['taken.csv']);
    expect(await marked()).toEqual([]);
  });

  it('that is interrupted changes nothing', async () => {
    const file = path.join(folder, 'old.csv');
    await writeFile(file, 'old');
    await slowDown();
    const interruption = new AbortController();
    const running = laurel(['designations', '-o', file], { interruption });
    await expect.poll(async () => (await readdir(folder)).length).toBe(2);
    interruption.abort(new Interrupted('SIGINT'));
    expect(await running).toEqual({ code: 130, stdout: '', stderr: 'Interrupted.\n' });
    expect([await readdir(folder), await readFile(file, 'utf8'), await marked()]).toEqual([
      ['old.csv'],
      'old',
      [],
    ]);
  });
});
