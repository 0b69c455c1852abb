import { createTransport } from 'nodemailer';
import { parseSettings } from '#app/config/env.server.ts';
import { compileTemplate, mergeValuesOf } from '#app/domain/emails/compile-template.server.ts';
import { startTemporaryPostgres } from '#cli/embedded-postgres/embedded-postgres.server.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { migrateUp } from '#db/migrate.server.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { comparedFigure, plainFigure } from '#tests/bench/support/figures.ts';
import { sendingRate, startMailWorker, waitForSent } from '#tests/bench/support/mail-worker.server.ts';
import { peakMemoryDuring } from '#tests/bench/support/process-memory.ts';
import { startReference } from '#tests/bench/support/reference-process.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { type Resource, withResources } from '#tests/bench/support/resources.ts';
import { inTurn, percentile } from '#tests/bench/support/statistics.ts';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { startCountingSink } from '#tests/support/counting-sink.ts';
import { startServer } from '#tests/support/server-process.ts';

const EMAILS = 5_000;
const MANY = 100_000;
const BULK = 30_000;
const CODES = 100;
const CONNECTIONS = 4;

const TEMPLATE = {
  subject: 'News for {{firstName}} of {{schools}}',
  richText: true,
  body: `<mjml><mj-body><mj-section><mj-column><mj-text>Dear {{firstName}} {{lastName}},</mj-text>
    <mj-text>the designations of {{schools}} for {{year}} can be made now.</mj-text>
    <mj-button href="{{appUrl}}">Begin</mj-button>
    <mj-text>Questions? Write to {{contactEmail}}.</mj-text></mj-column></mj-section></mj-body></mjml>`,
};

/** P10: compares 5,000 personalized MJML emails with nodemailer's pool. P11: sign-in codes during a bulk delivery. */
export async function mailBench(report: Report): Promise<void> {
  await withResources(async (keep) => {
    const { orm, url } = await keep(openMailDatabase());
    const sink = await keep(startReference('reference-sink.server.ts', url));
    const smtpUrl = sink.url.replace('http:', 'smtp:');
    const worker = await startMailWorker(url, smtpUrl);
    try {
      const measured = await inTurn({
        product: () => sendByWorker(orm),
        reference: () => sendByPool(smtpUrl),
      });
      const what = `${EMAILS.toLocaleString('en-US')} personal MJML emails`;
      report.add(comparedFigure('P10', what, 'emails/s', measured, { atLeast: 0.8 }));
      const { id } = await makeDelivery(orm, {
        ...TEMPLATE,
        createdAt: new Date(),
        emails: deliveryEmails(MANY),
      });
      const peak = await peakMemoryDuring(worker.pid, () => waitForSent(orm, id, EMAILS));
      await orm.em.fork().nativeUpdate(EmailDeliveryEntity, { id }, { status: 'CANCELLED' });
      const waiting = `the worker's memory with ${MANY.toLocaleString('en-US')} emails waiting`;
      report.add(plainFigure('P10', waiting, 'MB', [peak], { atMost: 150 }));
    } finally {
      await worker.close();
    }
    const codes = await codeTimesDuringDelivery(orm, url);
    report.add(
      plainFigure('P11', 'a sign-in code during a delivery, p99', 'ms', [percentile(codes, 0.99)], {
        atMost: 500,
      }),
    );
  });
}

async function openMailDatabase(): Promise<Resource & { orm: Orm; url: string }> {
  const postgres = await startTemporaryPostgres();
  const url = postgres.url();
  await migrateUp(url);
  const orm = await openOrm(url, { poolMax: 2 });
  return {
    orm,
    url,
    close: async () => {
      await orm.close(true);
      await postgres.stop();
    },
  };
}

async function sendByWorker(orm: Orm): Promise<number> {
  const { id } = await makeDelivery(orm, {
    ...TEMPLATE,
    createdAt: new Date(),
    emails: deliveryEmails(EMAILS),
  });
  await waitForSent(orm, id, EMAILS);
  return sendingRate(orm, id);
}

/** Sends the same messages, rendered in advance, as fast as the pool accepts them. Returns emails per second. */
async function sendByPool(smtpUrl: string): Promise<number> {
  const { render } = await compileTemplate(TEMPLATE);
  const settings = parseSettings({ NODE_ENV: 'test', APP_URL: 'https://scholars.example.org' });
  const messages = deliveryEmails(EMAILS).map(({ to, recipient }) => ({
    ...render(mergeValuesOf({ ...recipient, email: to }, { year: 2026, settings })),
    ...{ from: 'scholars@example.org', to },
  }));
  const pool = createTransport({ pool: true, url: smtpUrl, maxConnections: CONNECTIONS, maxMessages: 500 });
  const startedAt = performance.now();
  await Promise.all(messages.map((message) => pool.sendMail(message)));
  const seconds = (performance.now() - startedAt) / 1000;
  pool.close();
  return EMAILS / seconds;
}

/** Milliseconds from requesting a code to its email while the server sends a bulk delivery. */
async function codeTimesDuringDelivery(orm: Orm, databaseUrl: string): Promise<number[]> {
  const arrivals = new Map<string, (at: number) => void>();
  const sink = await startCountingSink((to) => arrivals.get(to)?.(performance.now()));
  const server = await startServer({ databaseUrl, smtpUrl: sink.url, env: { TRUST_PROXY: '1' } });
  const durations: number[] = [];
  try {
    const { id } = await makeDelivery(orm, {
      ...TEMPLATE,
      createdAt: new Date(),
      emails: deliveryEmails(BULK),
    });
    await waitForSent(orm, id, 100);
    for (let number = 0; number < CODES; number += 1) {
      const email = `code${number}@example.org`;
      const arrived = new Promise<number>((resolve) => arrivals.set(email, resolve));
      const startedAt = performance.now();
      await fetch(`${server.url}/api/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.51.100.${number}` },
        body: JSON.stringify({ email }),
      });
      durations.push((await arrived) - startedAt);
    }
  } finally {
    await server.kill();
    await sink.stop();
  }
  return durations;
}
