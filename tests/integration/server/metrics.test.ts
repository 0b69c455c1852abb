import { beforeAll, describe, expect, it } from 'vitest';
import { queueEmails } from '#app/domain/mail/queue-emails.server.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { recordBackup } from '#app/domain/disclosures/record-disclosure.server.ts';
import { probeBuild } from './probe-build.ts';
import { useProductionApp } from './production-app.ts';

const TOKEN = 'a-token-for-scrapes';
const AUTHORIZED = { Authorization: `Bearer ${TOKEN}` };

describe('/metrics', () => {
  const app = useProductionApp(probeBuild({ chunks: 0, isCancelled: false }), {
    METRICS_TOKEN: TOKEN,
    OUTBOX_WORKER: 'off',
  });
  const scrape = async () => (await app.get('/metrics', AUTHORIZED)).body;
  const valueOf = async (metric: string) => {
    const line = (await scrape()).split('\n').find((one) => one.startsWith(`${metric} `));
    return line === undefined ? null : Number(line.slice(metric.length + 1));
  };

  it('is refused without the token, and with another one', async () => {
    const refused: Record<string, string>[] = [
      {},
      { Authorization: 'Bearer another' },
      { Authorization: `Basic ${TOKEN}` },
    ];
    for (const headers of refused) {
      const { status, body, headers: answered } = await app.get('/metrics', headers);
      expect([status, body, answered['www-authenticate']]).toEqual([401, 'Unauthorized\n', 'Bearer']);
    }
    expect((await app.get('/metrics', AUTHORIZED)).status).toBe(200);
  });

  it("is Prometheus's text format, which no cache keeps", async () => {
    const { headers, body } = await app.get('/metrics', AUTHORIZED);
    expect(headers['content-type']).toMatch(/^text\/plain; (charset=utf-8; )?version=0\.0\.4/);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toContain('laurel_build_info{version="1.2.3",commit="abc"} 1\n');
    expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e+-]+$/m);
    const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.filter((line) => !/^[a-z_]\w*(\{[^}]*\})? (Nan|[\d.e+-]+)$/.test(line))).toEqual([]);
  });

  it('counts and times requests by the template of their route, with nothing of their path', async () => {
    await app.get('/login/create/Kim@example.org?code=hidden');
    await app.get('/LOGIN/create/lee@example.org');
    await app.get('/nothing-here/hidden');
    await app.get('/%E0%A4%A');
    await app.get('/favicon.svg');
    await app.get('/assets/app-abc123.js');
    await app.get('/api/users');
    await app.send('PROPFIND', '/echo');
    // A request is counted once its connection has sent everything, which may be after the client has read it.
    await expect.poll(scrape).toContain('method="other"');
    const text = await scrape();
    const count = (labels: string) => `laurel_http_requests_total{${labels}}`;
    expect(text).toContain(`${count('method="GET",route="/login/create/:email",status="200"')} 2\n`);
    expect(text).toContain(`${count('method="GET",route="/api/users",status="401"')} 1\n`);
    expect(text).toContain(`${count('method="GET",route="file",status="200"')} 1\n`);
    expect(text).toContain(`${count('method="GET",route="/assets/*",status="200"')} 1\n`);
    expect(text).toContain(`${count('method="GET",route="none",status="404"')} 1\n`);
    expect(text).toContain(`${count('method="other",route="/echo",status="405"')} 1\n`);
    expect(text).toMatch(
      /^laurel_http_request_duration_seconds_bucket\{le="60",method="GET",route="\/login\/create\/:email"\} 2$/m,
    );
    expect(text).not.toMatch(/hidden|example\.org|PROPFIND/);
  });

  describe('of the installation', () => {
    beforeAll(async () => {
      const { orm, now } = app.application;
      const ctx = makeCtx({ orm, now });
      const emails = ['a', 'b', 'c'].map((name) => ({
        ...{ kind: 'test', to: `${name}@example.org`, subject: 'News', text: 'News.' },
      }));
      await queueEmails(ctx, emails);
      const em = orm.em.fork();
      await em.nativeUpdate(OutboxMailEntity, { toAddress: 'a@example.org' }, { state: 'FAILED' });
      await em.nativeUpdate(
        OutboxMailEntity,
        { toAddress: 'b@example.org' },
        { nextAttemptAt: new Date(now().getTime() - 600_000) },
      );
      await makeAdmin(orm, { email: 'ada@example.org' });
    });

    it('reports emails that wait, those that were sent, and how long the oldest due email has waited', async () => {
      expect(await valueOf('laurel_outbox_emails{state="queued"}')).toBe(2);
      expect(await valueOf('laurel_outbox_emails{state="sent"}')).toBe(0);
      expect(await valueOf('laurel_outbox_oldest_due_seconds')).toBeGreaterThanOrEqual(600);
    });

    it('reports the last backup, and 0 for what never happened', async () => {
      expect(await valueOf('laurel_last_backup_timestamp_seconds')).toBe(0);
      const before = Date.now() / 1000;
      await recordBackup(makeCtx({ orm: app.application.orm, now: app.application.now }), 'Regular backup');
      expect(await valueOf('laurel_last_backup_timestamp_seconds')).toBeGreaterThan(before - 60);
      expect(await valueOf('laurel_last_purge_timestamp_seconds')).toBe(0);
      expect(await valueOf('laurel_last_reminder_run_timestamp_seconds')).toBe(0);
    });

    it('reports the connections of the pool, and who waits', async () => {
      const { orm } = app.application;
      const held = Array.from({ length: 10 }, () => orm.em.fork());
      await Promise.all(held.map((em) => em.begin()));
      const waiting = orm.em.fork().execute('select 1');
      const text = await scrape();
      await Promise.all(held.map((em) => em.rollback()));
      await waiting;
      expect(text).toContain('laurel_db_pool_connections{state="used"} 10\n');
      expect(text).toContain('laurel_db_pool_waiting 1\n');
      expect(text).toContain('laurel_database_up 0\n');
      expect(text).not.toMatch(/^laurel_(outbox|last_backup)\w*(\{.*\})? /m);
      expect(await valueOf('laurel_database_up')).toBe(1);
      expect(await valueOf('laurel_db_pool_connections_max')).toBe(10);
    });
  });
});

describe('without METRICS_TOKEN', () => {
  const app = useProductionApp(probeBuild({ chunks: 0, isCancelled: false }));

  it("the server's port has no /metrics", async () => {
    expect((await app.get('/metrics')).body).toBe('no such route');
  });
});
