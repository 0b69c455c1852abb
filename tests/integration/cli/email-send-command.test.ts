import { beforeEach, describe, expect, it } from 'vitest';
import { sendEmail } from '#app/domain/emails/send-email.server.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { actorOf } from '#tests/factories/user-factory.server.ts';
import { type AudienceScene, makeAudienceScene } from '#tests/support/audience-scene.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { watchRows, type WatchedRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel, type Terminal } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let scene: AudienceScene;
let news: string;
let snapshot: WatchedRows;

beforeEach(async () => {
  orm = await database.openOrm();
  scene = await makeAudienceScene(orm);
  news = await makeTemplate(orm);
  snapshot = await watchRows(orm);
});

const EVERYBODY = ['--target', 'ALL_HIGH_SCHOOLS'];
const DESCRIPTION = '“News” to All high schools, 2026';
const send = (...args: string[]) => callLaurel(database.url, ['emails', 'send', 'News', ...args]);
const atTerminal = (terminal: Terminal, ...args: string[]) =>
  callLaurel(database.url, ['emails', 'send', 'News', ...args], terminal);
const emails = async () => {
  const rows = await storedRows(orm, OutboxMailEntity, ['toAddress'], { orderBy: { toAddress: 'asc' } });
  return rows.map(({ toAddress }) => toAddress.split('@')[0]);
};
const deliveries = () => storedRows(orm, EmailDeliveryEntity, ['id', 'status', 'createdBy']);
/** Sends now, as an administrator does on the screen or through the REST API. */
const sendElsewhere = (key: string | null, again = false) =>
  sendEmail(makeCtx({ orm, actor: actorOf(scene.admin), now: () => new Date() }), {
    ...{ templateId: news, choice: { target: 'ALL_HIGH_SCHOOLS', positions: [] } },
    ...{ except: [], again, key },
  });

describe('laurel emails send', () => {
  it('lists recipients and skipped people in a dry run, and changes nothing', async () => {
    expect(await send(...EVERYBODY, '--dry-run')).toEqual({
      ...{ code: 0, stdout: '' },
      stderr: [
        'Skipped Gone Gray <gone@x.example.org>, Cedar High: Deleted account',
        'Skipped Empty High: No address',
        'Skipped Ann Abel <ann@x.example.org>, Birch High: Already on the list for another school',
        `Would send ${DESCRIPTION}: 5 people.`,
        '',
      ].join('\n'),
    });
    expect(await snapshot.changed()).toEqual([]);
  });

  it('asks with email, audience, and number, and sends after confirmation', async () => {
    const question = `Send ${DESCRIPTION}: 5 people?`;
    expect(await send(...EVERYBODY)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${question} Add --yes to do it`) as string,
    });
    const refused = await atTerminal({ answer: 'n' }, ...EVERYBODY);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`${question} [y/N]`)]);
    expect(await snapshot.changed()).toEqual([]);
    const { code, stderr } = await atTerminal({ answer: 'y' }, ...EVERYBODY);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`Sending ${DESCRIPTION}: 5 people.\n`)]);
    expect(await emails()).toEqual(['ann', 'ben', 'cat', 'dan', 'eve']);
    expect(await storedRows(orm, EventEntity, ['kind', 'channel', 'actor'])).toEqual([
      { kind: 'delivery.created', channel: 'CLI', actor: null },
    ]);
  });

  it('prints the delivery as REST returns it, in the name of --as', async () => {
    const { stdout } = await send(...EVERYBODY, '--yes', '--format', 'json', '--as', 'ada@x.example.org');
    const [{ id } = { id: '' }] = await deliveries();
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ id, status: 'SENDING', template: { id: news, name: 'News' } },
      ...{ counts: { queued: 5, sent: 0 }, createdBy: { id: scene.admin.id } },
    });
  });

  it('can be scheduled, and can skip people', async () => {
    expect(await send(...EVERYBODY, '--yes', '--at', '2020-01-01')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--at: Choose a time between now and .+, or send now\.\n$/) as string,
    });
    const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const { stderr } = await send(...EVERYBODY, '--yes', '--at', day, '--except', 'ann@x.example.org');
    expect(stderr).toMatch(
      /^Skipped 3 \(.*Deselected: 1\)\nScheduled .+: 4 people, on .+, 8:00 AM AK[SD]T\.\n$/,
    );
    expect(await emails()).toEqual(['ben', 'cat', 'dan', 'eve']);
  });

  it("does nothing without recipients, and fails if the email can't be sent", async () => {
    expect(
      await send('--target', 'ALL_HIGH_SCHOOLS', '--positions', 'SUPERINTENDENT', '--yes'),
    ).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('no one matches. Nothing was sent.') as string,
    });
    await orm.em.fork().nativeUpdate(EmailTemplateEntity, {}, { body: 'a\n{{nickname}}' });
    const { code, stderr } = await send('--target', 'ADMINS', '--yes');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^“News” has errors and can't be sent:\n {2}body: Line 2: /),
    ]);
    expect(await deliveries()).toEqual([]);
  });
});

describe('the key of a send', () => {
  it('sends an email to an audience once a day, and prints when it was sent', async () => {
    expect((await send(...EVERYBODY, '--yes')).code).toBe(0);
    const again = await send(...EVERYBODY, '--yes', '--format', 'json');
    expect([again.code, again.stderr]).toEqual([
      3,
      expect.stringMatching(/Already sent on .+ AK[SD]T \(same key\): “News” to .+\. Nothing was sent\.\n$/),
    ]);
    const [{ id } = { id: '' }] = await deliveries();
    expect(JSON.parse(again.stdout)).toMatchObject({ id });
    expect(
      (await atTerminal({ answer: 'y' }, ...EVERYBODY, '--year', '2026', '--except', 'ann@x.example.org'))
        .code,
    ).toBe(1);
    expect((await send('--target', 'ADMINS', '--yes')).code).toBe(0);
    expect(await emails()).toEqual(['ada', 'ann', 'ben', 'cat', 'dan', 'eve']);
  });

  it("works like REST's Idempotency-Key: the second call sends nothing", async () => {
    const { deliveryId } = await sendElsewhere('k-1');
    const { code, stdout } = await send(...EVERYBODY, '--key', 'k-1', '--yes', '--format', 'json');
    expect([code, JSON.parse(stdout)]).toMatchObject([3, { id: deliveryId }]);
    expect(await send('--target', 'ADMINS', '--key', 'k-1', '--yes')).toMatchObject({
      code: 1,
      stderr:
        'The key k-1 was already used with other options. Nothing was sent. To send this too, use another --key.\n',
    });
    expect(await send(...EVERYBODY, '--key', 'two words', '--yes')).toMatchObject({
      code: 2,
      stderr: '--key: Must be 1 to 200 ASCII letters, digits, or symbols, with no spaces.\n',
    });
    expect(await deliveries()).toHaveLength(1);
  });

  it('asks again if someone sent the same within the last minute', async () => {
    await sendElsewhere(null);
    const sentence = /Ada Young sent this email to the same audience on .+\. Send it again\?/;
    const refused = await send(...EVERYBODY, '--yes');
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringMatching(sentence)]);
    expect(refused.stderr).toContain('To send it anyway, add --again.');
    expect((await send(...EVERYBODY, '--dry-run')).code).toBe(3);
    expect((await atTerminal({ answer: 'n' }, ...EVERYBODY)).code).toBe(1);
    expect(await deliveries()).toHaveLength(1);
    const answered = await atTerminal({ answer: 'y' }, ...EVERYBODY);
    expect([answered.code, answered.stderr]).toEqual([0, expect.stringMatching(sentence)]);
    expect(answered.stderr).toContain(`${DESCRIPTION}: 5 people. Ada Young sent`);
    expect((await send(...EVERYBODY, '--yes')).code).toBe(3);
    expect((await send(...EVERYBODY, '--yes', '--again', '--key', 'k')).code).toBe(0);
    expect(await deliveries()).toHaveLength(3);
  });

  it('sends an email once if browser, cron, and REST send it concurrently', async () => {
    const runs = await Promise.allSettled([
      sendElsewhere('k-1'),
      sendElsewhere(null),
      sendElsewhere('k-1'),
      send(...EVERYBODY, '--yes', '--key', 'k-1'),
    ]);
    expect(runs).toHaveLength(4);
    expect(await deliveries()).toHaveLength(1);
    expect(await emails()).toEqual(['ann', 'ben', 'cat', 'dan', 'eve']);
  });
});
