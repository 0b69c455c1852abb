import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSettings, type Settings } from '#app/config/env.server.ts';
import { type Application, openApplication } from '#app/server/application.server.ts';
import { createHttpApp } from '#app/server/http/http-app.server.ts';
import { listen, type ListeningServer } from '#app/server/http/listening-server.server.ts';
import { staticFiles } from '#app/server/http/served-app.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { probeBuild } from './probe-build.ts';

describe('the mailbox page', () => {
  const database = useDatabase();
  let folder: string;
  let settings: Settings;
  let application: Application;
  let listening: ListeningServer;
  let url: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'laurel-mailbox-'));
    settings = parseSettings({
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      MAILBOX_FOLDER: path.join(folder, 'mailbox'),
      LOG_LEVEL: 'silent',
      PORT: '0',
    });
    application = await openApplication(settings);
    const build = probeBuild({ chunks: 0, isCancelled: false });
    const app = createHttpApp({
      version: { version: '1.2.3', commit: '' },
      settings,
      log: application.log,
      served: () => Promise.resolve({ build, application }),
      files: staticFiles(folder),
    });
    listening = await listen(app, settings);
    url = `http://127.0.0.1:${(listening.server.address() as AddressInfo).port}/dev/mailbox`;
  });
  afterAll(async () => {
    await listening.close();
    await application.close();
    await rm(folder, { recursive: true });
  });

  it('explains what to do while it is empty', async () => {
    const page = await fetch(url);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(await page.text()).toContain('No emails yet.');
  });

  it('lists the emails and shows each as text', async () => {
    application.mailer.sendSoon({
      to: 'ada@example.org',
      subject: '<b>123456</b> & more',
      text: 'Enter <script>alert(1)</script> & "go".',
    });
    const list = await untilMailed();
    expect(list).toContain('&#60;b&#62;123456&#60;/b&#62; &#38; more</a>');
    expect(list).toContain('<td>ada@example.org</td>');
    expect(list).toMatch(/<time datetime="[^"]+Z">\w{3} \d+, \d{4}, \d+:\d\d [AP]M AK[SD]T<\/time>/);

    const id = /<a href="\/dev\/mailbox\/([^"]+)"/.exec(list)?.[1] ?? '';
    const email = await (await fetch(`${url}/${id}`)).text();
    expect(email).toContain('Enter &#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;go&#34;.');
    expect(email).not.toContain('<script');
  });

  it('returns 404 for any other email', async () => {
    expect((await fetch(`${url}/2026-11-21T21-00-00-000Z-00000000`)).status).toBe(404);
    expect((await fetch(`${url}/..%2F..%2Fpackage`)).status).toBe(404);
  });

  async function untilMailed(): Promise<string> {
    for (;;) {
      const list = await (await fetch(url)).text();
      if (list.includes('<td>')) return list;
    }
  }
});
