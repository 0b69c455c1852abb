import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import { pauseDelivery } from '#app/domain/emails/transition-delivery.server.ts';
import { type MailSystem, openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import { POLL_MS } from '#app/domain/mail/outbox-worker.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeAudienceScene } from '#tests/support/audience-scene.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { advanceTimersDuring } from '#tests/support/advanced-timers.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';
import { makeCommandContext } from '#cli/command-context.ts';
import { reportDelivery } from '#cli/report-delivery.server.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let sink: SmtpSink;
let mail: MailSystem | null = null;

beforeAll(async () => {
  sink = await startSmtpSink();
});
afterAll(() => sink.stop());
beforeEach(async () => {
  sink.reset();
  orm = await database.openOrm();
  await makeAudienceScene(orm);
  await makeTemplate(orm);
});
afterEach(async () => {
  await mail?.close();
  mail = null;
  vi.useRealTimers();
});

/** Starts a worker. The test advances the interval at which it checks for emails. */
function deliver() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  mail = openMailSystem({
    settings: parseSettings({ NODE_ENV: 'test', SMTP_URL: sink.url }),
    ...{ orm, log: createLog('silent'), now: () => new Date() },
  });
}

const emails = (...args: string[]) => callLaurel(database.url, ['emails', ...args]);
/** Runs a command while the worker checks for emails over and over. */
const delivered = <Run>(run: Promise<Run>) => advanceTimersDuring(run, POLL_MS);
const SEND = ['send', 'News', '--target', 'ALL_HIGH_SCHOOLS', '--yes', '--wait', '--format', 'json'];
const idOf = ({ stdout }: { stdout: string }) => (JSON.parse(stdout) as { id: string }).id;

describe('laurel emails send --wait', () => {
  it('follows a delivery to its end, and prints that everyone got it', async () => {
    deliver();
    const run = await delivered(emails(...SEND));
    expect([run.code, run.stderr.split('\n').at(-2)]).toEqual([0, 'Successfully sent 5 emails']);
    expect(JSON.parse(run.stdout)).toMatchObject({ status: 'FINISHED', counts: { sent: 5 } });
    expect(sink.emails).toHaveLength(5);
    const repeated = await emails(...SEND);
    expect([repeated.code, repeated.stderr.split('\n').at(-2)]).toEqual([3, 'Successfully sent 5 emails']);
    expect(sink.emails).toHaveLength(5);
  });

  it('prints how many failed and how to retry them with the same command', async () => {
    deliver();
    sink.behave((to) =>
      to.startsWith('cat') ? { kind: 'refuse', code: 554, message: 'No' } : { kind: 'accept' },
    );
    const run = await delivered(emails(...SEND));
    const id = idOf(run);
    expect([run.code, run.stderr.split('\n').slice(-3)]).toEqual([
      4,
      [
        "4 of 5 emails were sent; 1 couldn't be sent.",
        `To resend the failed emails, run \`laurel emails retry ${id}\`.`,
        '',
      ],
    ]);
    expect(await emails('retry', id)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Resend 1 failed email of “News”? Add --yes') as string,
    });
    expect((await emails('retry', id, '--dry-run')).stderr).toBe('Would resend 1 failed email of “News”.\n');
    sink.reset();
    const retried = await delivered(emails('retry', id, '--yes', '--wait'));
    expect([retried.code, retried.stderr.split('\n').at(-2)]).toEqual([0, 'Successfully sent 5 emails']);
    expect(sink.emails.map(({ to }) => to)).toEqual([['cat@x.example.org']]);
    expect(await emails('retry', id, '--yes')).toEqual({
      ...{ code: 3, stdout: '', stderr: 'No emails in this delivery have failed.\n' },
    });
  });

  it('reports emails that failed before it started', async () => {
    const failed = deliveryEmails(2).map((one) => ({ ...one, state: 'FAILED' as const }));
    const { id } = await makeDelivery(orm, { emails: failed, status: 'FINISHED', finishedAt: new Date() });
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const call = makeCommandContext({}, { stdin, stdout, stderr });
    expect(await reportDelivery(call, makeCtx({ orm }), { id, wait: true, otherwise: 0 })).toBe(1);
    expect(await reportDelivery(call, makeCtx({ orm }), { id, wait: true, otherwise: 3 })).toBe(3);
  });

  it('fails if all failed, and sends nothing again under the same key', async () => {
    deliver();
    sink.behave({ kind: 'refuse', code: 554, message: 'No' });
    const run = await delivered(emails(...SEND));
    expect([run.code, run.stderr]).toEqual([
      1,
      expect.stringContaining("0 of 5 emails were sent; 5 couldn't"),
    ]);
    expect((await emails(...SEND)).code).toBe(3);
    expect(await orm.em.fork().count(OutboxMailEntity)).toBe(5);
  });

  it("follows an earlier call's delivery, once a worker runs", async () => {
    expect((await emails(...SEND.filter((word) => word !== '--wait'))).code).toBe(0);
    const run = await callLaurel(database.url, ['emails', ...SEND], {
      onSaid: (text) => {
        if (text.includes('Nothing was sent.')) deliver();
      },
    });
    expect([run.code, run.stderr]).toEqual([0, expect.stringContaining('Nothing was sent.')]);
    expect(run.stderr).toContain('Successfully sent 5 emails');
    expect(sink.emails).toHaveLength(5);
  });

  it('warns that no worker is running', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const [first, second] = deliveryEmails(2);
    const later = new Date(Date.now() + 3_600_000);
    const { id: deferred } = await makeDelivery(orm, {
      emails: [
        { ...(first ?? { to: '' }), state: 'FAILED' },
        { ...(second ?? { to: '' }), state: 'DEFERRED', response: '451 Later', nextAttemptAt: later },
      ],
    });
    let said = '';
    let saidOfRetry = '';
    const idle = callLaurel(database.url, ['emails', ...SEND], { onSaid: (text) => (said += text) });
    await expect.poll(() => orm.em.fork().count(EmailDeliveryEntity)).toBe(2);
    const waiting = callLaurel(database.url, ['emails', 'retry', deferred, '--yes', '--wait'], {
      onSaid: (text) => (saidOfRetry += text),
    });
    await expect.poll(() => orm.em.fork().count(OutboxMailEntity, { state: 'FAILED' })).toBe(0);
    const isWarned = (text: string) => text.includes('`laurel worker` running?');
    await expect
      .poll(() => {
        vi.setSystemTime(Date.now() + 1_000);
        return [said, saidOfRetry].map(isWarned);
      })
      .toEqual([true, true]);
    const { id } = await orm.em.fork().findOneOrFail(EmailDeliveryEntity, { template: { $ne: null } });
    await pauseDelivery(makeCtx({ orm }), id);
    await expect.poll(() => said).toContain('Paused.');
    await orm.em.fork().nativeUpdate(OutboxMailEntity, {}, { state: 'SENT' });
    const finished = { status: 'FINISHED', finishedAt: new Date() } as const;
    await orm.em.fork().nativeUpdate(EmailDeliveryEntity, {}, finished);
    const { stderr } = await idle;
    expect(stderr.split('\n').slice(-4)).toEqual([
      'Nothing has been sent for 10 seconds. Is a server or `laurel worker` running?',
      'Paused. Nothing more will be sent until you resume it.',
      'Successfully sent 5 emails',
      '',
    ]);
    await waiting;
  });
});
