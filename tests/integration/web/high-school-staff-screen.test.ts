import { beforeEach, describe, expect, it } from 'vitest';
import {
  loader as detailsLoader,
  action as detailsAction,
} from '#app/routes/web/high-schools/highschool-details.tsx';
import { action as manageAction } from '#app/routes/web/manage/manage-details.tsx';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { makeInvite, makeStaff } from '#tests/factories/user-factory.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import {
  STAFF_FORM,
  ADMIN_FORM,
  type Fields,
  redirectOf,
  useSchoolScene,
} from '#tests/support/school-scene.server.ts';

const scene = useSchoolScene();
const { argsOf, send, everything } = scene;
type Made = typeof scene.made;
let orm: Made['orm'];
let school: Made['school'];
let other: Made['other'];
let admin: Made['admin'];
let counselor: Made['counselor'];
let stranger: Made['stranger'];
let former: Made['former'];
beforeEach(() => {
  ({ orm, school, other, admin, counselor, stranger, former } = scene.made);
});

describe('staff and invites', () => {
  const invite = (email: string): Fields => [
    ['intent', 'invite'],
    ['email', email],
    ['position', 'REGISTRAR'],
  ];
  async function members() {
    const rows = await orm.em
      .fork()
      .find(
        HighSchoolStaffEntity,
        { highSchool: school.id },
        { populate: ['user'], orderBy: { user: { email: 'asc' } } },
      );
    return rows.map(({ user, position }) => ({ email: user.email, position }));
  }

  it('are invited by address, with or without an account; twice is refused', async () => {
    const successWith = (text: string) => [`/highschools/${school.id}`, `success: ${text}`];
    expect(await redirectOf(send(counselor, invite(former.email)))).toEqual(
      successWith('Successfully invited user to Aurora High'),
    );
    expect(await redirectOf(send(admin, invite('New@x.example.org')))).toEqual(
      successWith('Successfully invited user to Aurora High'),
    );
    expect(await members()).toEqual([{ email: counselor.email, position: 'COUNSELOR' }]);
    const { data: details } = await detailsLoader(await argsOf(counselor, school.id));
    expect(details.staffInvites.map(({ email }) => email)).toEqual(
      ['new@x.example.org', former.email].toSorted(),
    );
    expect(await send(admin, invite('new@x.example.org'))).toMatchObject({
      init: { status: 409 },
      data: {
        initialValue: { email: 'new@x.example.org', position: 'REGISTRAR' },
        error: {
          email: ['Unable to save changes: new@x.example.org has already been invited to Aurora High.'],
        },
      },
    });
    expect(await send(admin, invite('nobody'))).toMatchObject({
      init: { status: 400 },
      data: { error: { email: ['Enter an email address like name@example.org.'] } },
    });
  });

  it('can change position and be removed, and users who leave a school are redirected to their other schools', async () => {
    await makeStaff(orm, { highSchoolId: school.id, userId: former.id });
    const row = (intent: string, userId: string, ...more: Fields): Fields => [
      ['intent', intent],
      ['userId', userId],
      ...more,
    ];
    expect(
      await redirectOf(send(counselor, row('change-position', former.id, ['position', 'PRINCIPAL']))),
    ).toEqual([`/highschools/${school.id}`, 'success: Changes saved!']);
    const removed = 'success: Successfully removed staff member from school';
    const page = `/highschools/${school.id}`;
    expect(await redirectOf(send(admin, row('remove-staff', former.id)))).toEqual([page, removed]);
    expect(await redirectOf(send(admin, row('remove-staff', former.id)))).toEqual([
      page,
      'danger: Unable to save changes: This staff member or invite no longer exists.',
    ]);
    expect(
      await redirectOf(send(counselor, row('remove-staff', counselor.id), school.id, manageAction)),
    ).toEqual(['/manage', removed]);
    expect(await members()).toEqual([]);
  });

  it('change position in place, unless a colleague changed it in the meantime', async () => {
    await makeStaff(orm, { highSchoolId: school.id, userId: former.id, position: 'STAFF' });
    const choose = (position: string, expected: string, ...more: Fields): Fields => [
      ['intent', 'change-position'],
      ['userId', former.id],
      ['position', position],
      ['expected', expected],
      ...more,
    ];
    expect(await send(counselor, choose('PRINCIPAL', 'STAFF', ['inPlace', 'yes']))).toMatchObject({
      init: { status: 200 },
      data: { userId: former.id, refusal: null },
    });
    const text =
      'Unable to save changes: This position was changed to Principal in the meantime, so nothing was saved. Look at the latest version, then make your change again.';
    expect(await send(counselor, choose('REGISTRAR', 'STAFF', ['inPlace', 'yes']))).toMatchObject({
      init: { status: 409 },
      data: { userId: former.id, refusal: text },
    });
    expect(await redirectOf(send(counselor, choose('REGISTRAR', 'STAFF')))).toEqual([
      `/highschools/${school.id}`,
      `danger: ${text}`,
    ]);
    expect((await members()).find(({ email }) => email === former.email)?.position).toBe('PRINCIPAL');
  });

  it('are sent their invite again, with a message if it was already removed', async () => {
    const made = await makeInvite(orm, { schools: [{ highSchoolId: school.id }] });
    const press = (intent: string): Fields => [
      ['intent', intent],
      ['inviteId', made.staffInviteIds[0] ?? ''],
    ];
    const page = `/highschools/${school.id}`;
    expect(await redirectOf(send(counselor, press('resend-invite')))).toEqual([
      page,
      `success: The invite was resent to ${made.email}.`,
    ]);
    await send(counselor, press('remove-invite'));
    expect(await redirectOf(send(counselor, press('resend-invite')))).toEqual([
      page,
      'danger: Unable to resend invite: This staff member or invite no longer exists.',
    ]);
  });

  it('can be uninvited, with a message if the invite was already removed', async () => {
    const made = await makeInvite(orm, { schools: [{ highSchoolId: school.id }] });
    const press: Fields = [
      ['intent', 'remove-invite'],
      ['inviteId', made.staffInviteIds[0] ?? ''],
    ];
    const page = `/highschools/${school.id}`;
    expect(await redirectOf(send(counselor, press))).toEqual([page, 'success: Invite successfully removed!']);
    expect(await redirectOf(send(counselor, press))).toEqual([
      page,
      'danger: Unable to remove invite: This staff member or invite no longer exists.',
    ]);
  });

  it("of another school can't be changed through your own school's page", async () => {
    const theirs = await makeInvite(orm, { schools: [{ highSchoolId: other.id }] });
    const untouched = await everything();
    for (const form of [
      [
        ['intent', 'remove-staff'],
        ['userId', stranger.id],
      ],
      [
        ['intent', 'change-position'],
        ['userId', stranger.id],
        ['position', 'PRINCIPAL'],
      ],
      [
        ['intent', 'resend-invite'],
        ['inviteId', theirs.staffInviteIds[0] ?? ''],
      ],
      [
        ['intent', 'remove-invite'],
        ['inviteId', theirs.staffInviteIds[0] ?? ''],
      ],
    ] as Fields[]) {
      const [, said] = await redirectOf(send(counselor, form));
      expect(said).toMatch(
        /^danger: Unable to (?:save changes|(?:resend|remove) invite): This staff member or invite no longer exists\.$/,
      );
    }
    expect(await everything()).toEqual(untouched);
  });
});

describe("what others send to a school's page", () => {
  it('returns 404 to staff of another school and former staff, and changes nothing', async () => {
    const made = await makeInvite(orm, { schools: [{ highSchoolId: school.id }] });
    const untouched = await everything();
    const forms: Fields[] = [
      STAFF_FORM,
      ADMIN_FORM,
      [
        ['intent', 'invite'],
        ['email', 'new@x.example.org'],
        ['position', 'STAFF'],
      ],
      [
        ['intent', 'change-position'],
        ['userId', counselor.id],
        ['position', 'STAFF'],
      ],
      [
        ['intent', 'remove-staff'],
        ['userId', counselor.id],
      ],
      [
        ['intent', 'remove-invite'],
        ['inviteId', made.staffInviteIds[0] ?? ''],
      ],
      [],
    ];
    for (const form of forms) {
      for (const user of [stranger, former]) {
        for (const act of [detailsAction, manageAction]) {
          expect(await refusalOf(send(user, form, school.id, act))).toMatchObject({ init: { status: 404 } });
        }
      }
    }
    expect(await everything()).toEqual(untouched);
  });

  it("returns 400 for an intent that the page doesn't have", async () => {
    expect(await send(admin, [['intent', 'explode']])).toMatchObject({
      init: { status: 400 },
      data: {
        error: {
          intent: [
            'Must be one of: change-position, remove-staff, resend-invite, remove-invite, accept-request, decline-request.',
          ],
        },
      },
    });
  });
});
