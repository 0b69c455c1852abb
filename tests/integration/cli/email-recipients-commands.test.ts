import { beforeEach, describe, expect, it } from 'vitest';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import type { Orm } from '#db/orm.server.ts';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { addBounce, makeAudienceScene } from '#tests/support/audience-scene.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;

beforeEach(async () => {
  orm = await database.openOrm();
  await makeAudienceScene(orm);
});

const UNUSED_ID = 'c0000000-0000-4000-8000-000000000009';
const emails = (...args: string[]) => callLaurel(database.url, ['emails', ...args]);

describe('laurel emails recipients', () => {
  it('lists who would get the email, and on standard error who would not and why', async () => {
    await addBounce(orm, 'ben@x.example.org');
    expect(
      await emails('recipients', '--target', 'ALL_HIGH_SCHOOLS', '--except', 'Eve@x.example.org'),
    ).toEqual({
      code: 0,
      stdout: [
        'Name,Email,Schools',
        'Ann Abel,ann@x.example.org,Alder High; Birch High',
        'Dan Dorn,dan@x.example.org,Dogwood High',
        'Cat Élan,cat@x.example.org,Cedar High',
        '',
      ].join('\r\n'),
      stderr: [
        'Skipped Gone Gray <gone@x.example.org>, Cedar High: Deleted account',
        'Skipped Empty High: No address',
        'Skipped Ben Baker <ben@x.example.org>, Birch High: Address bounced',
        'Skipped Ann Abel <ann@x.example.org>, Birch High: Already on the list for another school',
        'Skipped Eve Fox <eve@x.example.org>, Dogwood High: Deselected by you',
        '3 recipients, 5 skipped.',
        '',
      ].join('\n'),
    });
  });

  it('accepts the options of every target', async () => {
    const names = async (...args: string[]) => {
      const { stdout } = await emails('recipients', '--format', 'json', '--target', ...args);
      return (JSON.parse(stdout) as { email: string }[]).map(({ email }) => email.split('@')[0]);
    };
    expect(await names('ADMINS')).toEqual(['ada']);
    expect(await names('PENDING_USERS')).toEqual(['one', 'two']);
    expect(
      await names('HIGH_SCHOOLS_WITH_DESIGNATION', '--status', 'PENDING', '--criteria', 'OTHER'),
    ).toEqual(['dan', 'eve']);
    expect(
      await names(
        'HIGH_SCHOOLS_WITHOUT_DESIGNATION',
        '--year',
        '2025',
        '--positions',
        'PRINCIPAL',
        'REGISTRAR',
      ),
    ).toEqual(['ben', 'cat']);
    expect(await names('OUTSTANDING_SCHOOLS')).toEqual(['ann', 'ben']);
    expect(
      await names('SELECTED', '--schools', 'birch high', 'Cedar High', '--people', 'Eve@x.example.org'),
    ).toEqual(['ann', 'ben', 'cat', 'eve']);
  });

  it('says which selected school or person is missing', async () => {
    const errorOf = async (...args: string[]) => {
      const { code, stderr } = await emails('recipients', '--target', ...args);
      return [code, stderr.split('\n')[0]];
    };
    expect(await errorOf('SELECTED')).toEqual([2, '--target SELECTED requires --schools or --people.']);
    expect(await errorOf('SELECTED', '--schools', 'Nowhere High')).toEqual([
      1,
      'No school has the ID, banner code, or name Nowhere High. To see all schools, run `laurel schools list`.',
    ]);
    expect(await errorOf('SELECTED', '--people', 'no@x.example.org')).toEqual([
      1,
      'No user has the email address no@x.example.org.',
    ]);
    expect(await errorOf('ADMINS', '--people', 'no@x.example.org')).toEqual([
      2,
      "--people can't be used with --target ADMINS, only with SELECTED.",
    ]);
  });

  it('rejects an invalid audience', async () => {
    const refusal = async (...args: string[]) => {
      const { code, stderr } = await emails('recipients', ...args);
      return [code, stderr.trimEnd()];
    };
    expect(await refusal()).toEqual([
      2,
      "error: required option '--target <target>' not specified\nRun `laurel emails recipients --help` for usage.",
    ]);
    expect(await refusal('--target', 'HIGH_SCHOOLS_WITH_DESIGNATION')).toEqual([
      2,
      '--status: Choose a status.',
    ]);
    expect(await refusal('--target', 'ADMINS', '--criteria', 'OTHER')).toEqual([
      2,
      "--criteria can't be used with --target ADMINS, only with HIGH_SCHOOLS_WITH_DESIGNATION, HIGH_SCHOOLS_WITHOUT_DESIGNATION.",
    ]);
    expect(await refusal('--target', 'ADMINS', '--year', '2031')).toEqual([
      2,
      "--year: There's no academic year 2031.",
    ]);
    expect(await refusal('--target', 'ADMINS', '--except', 'ada')).toEqual([
      2,
      '--except: Enter an email address like name@example.org.',
    ]);
  });
});

describe('laurel emails deliveries', () => {
  it('lists deliveries, and one delivery with its recipients', async () => {
    const [sent, failed] = deliveryEmails(2);
    const { id } = await makeDelivery(orm, {
      status: 'FINISHED',
      emails: [
        { ...(sent ?? { to: '' }), state: 'SENT', attempts: 1 },
        { ...(failed ?? { to: '' }), state: 'FAILED', attempts: 1, response: '550 No' },
      ],
    });
    await makeDelivery(orm, { templateName: 'Other' });
    const listed = await emails('deliveries', '--email', 'PERSON1@');
    expect(listed.stdout.split('\r\n').slice(0, 2)).toEqual([
      'Email,To,Status,Recipients,Sent,Open,Failed,Bounced,Canceled,Created,Scheduled,Finished,Created by,ID',
      expect.stringMatching(
        new RegExp(`^News,"All high schools, 2026",Finished,2,1,0,1,0,0,[^,]+,,,The system,${id}$`),
      ) as string,
    ]);
    expect((await emails('deliveries', id, '--state', 'FAILED')).stdout).toBe(
      "Name,Email,Schools,State,Attempts,Sent,Next attempt,Server response\r\nAda1 Byron,person1@example.org,Aurora High,Couldn't be sent,1,,,550 No\r\n",
    );
    const { stdout } = await emails('deliveries', id, '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ id, counts: { sent: 1, failed: 1 } },
      recipients: [{ email: 'person0@example.org' }, { email: 'person1@example.org', response: '550 No' }],
    });
    expect(await emails('deliveries', UNUSED_ID)).toMatchObject({
      code: 1,
      stderr: `No delivery has the ID ${UNUSED_ID}. To see all deliveries, run \`laurel emails deliveries\`.\n`,
    });
  });
});

describe('laurel emails bounce', () => {
  it('records an address without an account, and reports it', async () => {
    expect(await emails('bounce', 'nobody@example.org')).toEqual({
      ...{ code: 0, stdout: '' },
      stderr: [
        'No account or open invite has the address nobody@example.org. Is it correct?',
        "We won't email nobody@example.org, except for sign-in codes, until an administrator clears it.",
        '',
      ].join('\n'),
    });
    for (const known of ['ann@x.example.org', 'one@x.example.org']) {
      expect((await emails('bounce', known)).stderr).toBe(
        `We won't email ${known}, except for sign-in codes, until an administrator clears it.\n`,
      );
    }
    expect(await storedRows(orm, BouncedAddressEntity, ['address'], { orderBy: { address: 'asc' } })).toEqual(
      [{ address: 'ann@x.example.org' }, { address: 'nobody@example.org' }, { address: 'one@x.example.org' }],
    );
  });
});
