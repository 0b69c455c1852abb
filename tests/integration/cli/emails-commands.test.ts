import { beforeEach, describe, expect, it } from 'vitest';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import { EventEntity } from '#db/entities/event.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeAudienceScene } from '#tests/support/audience-scene.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { watchRows, type WatchedRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel, type Terminal } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let news: string;
let snapshot: WatchedRows;

beforeEach(async () => {
  orm = await database.openOrm();
  await makeAudienceScene(orm);
  news = await makeTemplate(orm);
  await makeTemplate(orm, { name: 'Empty', subject: '', body: '' });
  snapshot = await watchRows(orm);
});

const emails = (...args: string[]) => callLaurel(database.url, ['emails', ...args]);
const atTerminal = (terminal: Terminal, ...args: string[]) =>
  callLaurel(database.url, ['emails', ...args], terminal);
const template = async () => {
  const fields = ['name', 'subject', 'body', 'richText'] as const;
  const [row] = await storedRows(orm, EmailTemplateEntity, fields, { where: { id: news } });
  return row;
};

describe('laurel emails list and show', () => {
  it('list the emails by name, in a table of 80 columns', async () => {
    const { code, stdout } = await atTerminal({ columns: 80 }, 'list');
    expect([code, stdout.replaceAll(/[0-9a-f-]{8,}/g, '…')]).toMatchInlineSnapshot(`
      [
        0,
        "Name   Subject               MJML  Updated
        ID
      ─────  ────────────────────  ────  ─────────────────────────
      Empty                        No    Sep 1, 2026, 9:00 AM AKDT
        …
      News   News for {{schools}}  No    Sep 1, 2026, 9:00 AM AKDT
        …
      ",
      ]
    `);
  });

  it('omit the one-off emails, which --one-off lists', async () => {
    const oneOff = await makeTemplate(orm, { name: 'Only today', isOneOff: true });
    const idsOf = async (...args: string[]) =>
      (JSON.parse((await emails('list', '--format', 'json', ...args)).stdout) as { id: string }[]).map(
        ({ id }) => id,
      );
    expect(await idsOf()).not.toContain(oneOff);
    expect(await idsOf()).toContain(news);
    expect(await idsOf('--one-off')).toEqual([oneOff]);
    expect((await emails('show', 'Only today', '--body')).stdout).toBe(
      'Dear {{firstName}}, it is {{year}}.\n',
    );
  });

  it("print the REST call's JSON, all or by page", async () => {
    const { stdout } = await emails('list', '--format', 'json', '--limit', '1', '--offset', '1');
    expect(JSON.parse(stdout)).toEqual([
      {
        ...{ id: news, name: 'News', subject: 'News for {{schools}}', richText: false, version: 1 },
        isOneOff: false,
        body: 'Dear {{firstName}}, it is {{year}}.',
        createdAt: expect.any(String) as string,
        updatedAt: expect.any(String) as string,
      },
    ]);
  });

  it('show one by its name or ID, or only its body', async () => {
    expect((await emails('show', 'news', '--format', 'json')).stdout).toContain(`"id": "${news}"`);
    expect(await emails('show', news, '--body')).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: 'Dear {{firstName}}, it is {{year}}.\n',
    });
    const { stdout } = await atTerminal({ columns: 80 }, 'show', 'NEWS');
    expect(stdout).toMatch(/^ID +\S+\nName +News\n[^]+\n\nDear \{\{firstName\}\}, it is \{\{year\}\}\.\n$/);
  });

  it('list the candidates for an ambiguous name, and report an unknown one', async () => {
    const other = await makeTemplate(orm, { subject: '' });
    expect(await emails('show', 'news')).toEqual({
      ...{ code: 2, stdout: '' },
      stderr: [
        '2 email templates match news. Use one of these IDs:',
        `  ${other}  (no subject)`,
        `  ${news}  News for {{schools}}`,
        '',
      ].join('\n'),
    });
    expect(await emails('show', 'none')).toEqual({
      ...{ code: 1, stdout: '' },
      stderr: 'No email template has the ID or name none. To see all templates, run `laurel emails list`.\n',
    });
  });
});

describe('laurel emails edit', () => {
  it('changes the given fields after confirmation', async () => {
    expect(await emails('edit', 'News', '--subject', 'Hello')).toEqual({
      ...{ code: 2, stdout: '' },
      stderr: 'Change the subject of “News”? Add --yes to do it, or --dry-run to see what would happen.\n',
    });
    expect((await emails('edit', 'News', '--subject', 'Hello', '--dry-run')).stderr).toBe(
      'Would change the subject of “News”.\n',
    );
    expect(await atTerminal({ answer: 'n' }, 'edit', 'News', '--subject', 'Hello')).toMatchObject({
      code: 1,
    });
    expect(await snapshot.changed()).toEqual([]);
    expect(await atTerminal({ answer: 'y' }, 'edit', 'News', '--subject', 'Hello')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Changed the subject of “News”.') as string,
    });
    expect(await template()).toMatchObject({ name: 'News', subject: 'Hello' });
    expect(await storedRows(orm, EventEntity, ['kind', 'channel', 'actor'])).toEqual([
      { kind: 'emailTemplate.changed', channel: 'CLI', actor: null },
    ]);
    expect(await emails('edit', 'News', '--subject', 'Hello', '--yes')).toEqual({
      ...{ code: 3, stdout: '' },
      stderr: '“News” already has these values. Nothing was changed.\n',
    });
  });

  it('reads a body from standard input, as plain text or MJML', async () => {
    const body =
      '<mjml>\n<mj-body><mj-section><mj-column>\n<mj-text>Hi {{firstName}}</mj-text>\n</mj-column></mj-section></mj-body>\n</mjml>\n';
    const edit = (input: string, ...args: string[]) =>
      atTerminal({ input }, 'edit', 'News', '--body', '-', ...args);
    expect((await edit(body, '--rich-text')).code).toBe(2);
    expect(await edit(body, '--rich-text', '--yes')).toMatchObject({ code: 0 });
    expect(await template()).toMatchObject({ richText: true, body: body.trimEnd() });
    expect((await edit('\uFEFFPlain\r\nagain\r\n', '--no-rich-text', '--yes')).code).toBe(0);
    expect(await template()).toMatchObject({ richText: false, body: 'Plain\nagain' });
  });

  it('prints errors with line numbers, and saves nothing', async () => {
    const body = '<mjml>\n<mj-body>\n<mj-include path="/etc/passwd" />\n</mj-body>\n</mjml>';
    expect(await atTerminal({ input: body }, 'edit', 'News', '--body', '-', '--rich-text', '--yes')).toEqual({
      ...{ code: 2, stdout: '' },
      stderr: "--body: Line 3: mj-include can't be used. Put the content here.\n",
    });
    expect(await emails('edit', 'News', '--subject', 'Hi {{nickname}}', '--yes')).toMatchObject({ code: 2 });
    expect(await emails('edit', 'News', '--name', ' ', '--dry-run')).toMatchObject({
      code: 2,
      stderr: '--name: Name is required.\n',
    });
    expect(await emails('edit', 'News', '--yes')).toMatchObject({ code: 2 });
    expect(await emails('edit', 'News', '--body', 'missing.txt', '--yes')).toMatchObject({
      code: 1,
      stderr: "Can't read missing.txt: the file doesn't exist.\n",
    });
    expect(await snapshot.changed()).toEqual([]);
  });
});

describe('laurel emails preview', () => {
  it('prints the text or the HTML for one recipient', async () => {
    expect(await emails('preview', 'News', '--email', 'ANN@x.example.org', '--text')).toEqual({
      code: 0,
      stdout: 'Dear Ann, it is 2026.\n',
      stderr: 'Subject: News for Alder High & Birch High\n',
    });
    const { stdout, stderr } = await emails('preview', 'News');
    expect(stderr).toContain('Shown with sample values: Ada Example, Example High School.\n');
    expect(stdout).toMatch(/^<!doctype html>[^]+it is 2026\.[^]+<\/html>\n$/i);
    expect(JSON.parse((await emails('preview', 'News', '--format', 'json')).stdout)).toMatchObject({
      subject: 'News for Example High School',
      text: 'Dear Ada, it is 2026.',
    });
  });

  it("prints who gets no email, and why a template can't be sent", async () => {
    expect(await emails('preview', 'News', '--email', 'nobody@example.org')).toMatchObject({
      code: 2,
      stderr: '--email: No active user or pending invite has this address.\n',
    });
    const broken = await makeTemplate(orm, { name: 'Broken', body: 'Dear\n{{nickname}}' });
    const { code, stderr } = await emails('preview', broken);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^“Broken” has errors and can't be sent:\n {2}body: Line 2: .*\{\{nickname\}\}/,
      ) as string,
    ]);
  });
});
