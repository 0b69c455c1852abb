import { beforeEach } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { action as detailsAction } from '#app/routes/web/high-schools/highschool-details.tsx';
import { readFlash } from '#app/server/flash.server.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import type { Orm } from '#db/orm.server.ts';
import {
  makeSchool,
  makeYear,
  type MadeSchool,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { pageReply } from '#tests/support/screen-conversation.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';
import { type CountingOrm, openCountingOrm } from '#tests/support/statements.server.ts';
import { snapshotOfRows } from '#tests/support/stored-rows.server.ts';

/** A form's fields, as browsers send them without JavaScript. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** A form with the fields that the school's staff may change, for the school's first version. */
export const STAFF_FORM: Fields = [
  ['intent', 'save'],
  ['version', '1'],
  ['phone', '9075550123'],
  ['fax', ''],
  ['address.address1', '2 New Road'],
  ['address.city', 'Sitka'],
  ['address.zip5', '99835'],
];

/** A form with the fields that administrators may change. */
export const ADMIN_FORM: Fields = [
  ...STAFF_FORM,
  ['name', 'Aurora Borealis High'],
  ['status', 'INACTIVE'],
  ['bannerCode', ''],
  ['salesforceId', 'SF-9'],
  ['notes', 'Moved.'],
];

interface SchoolScene {
  readonly counting: CountingOrm;
  readonly orm: Orm;
  readonly year: MadeYear;
  /** Aurora High with its counselor; `other` is Birch High with its own. */
  readonly school: MadeSchool;
  readonly other: MadeSchool;
  readonly admin: MadeUser;
  readonly counselor: MadeUser;
  /** Staff of the other school. */
  readonly stranger: MadeUser;
  /** An account that isn't staff of any school. */
  readonly former: MadeUser;
}

/** Makes two schools and users of every kind, in a new database for each test. */
export function useSchoolScene() {
  const database = useDatabase('each test');
  let made: SchoolScene;
  beforeEach(async () => {
    const counting = await openCountingOrm(database);
    const { orm } = counting;
    const school = await makeSchool(orm, { name: 'Aurora High' });
    const other = await makeSchool(orm, { name: 'Birch High' });
    made = {
      counting,
      orm,
      year: await makeYear(orm),
      school,
      other,
      admin: await makeAdmin(orm),
      counselor: (await makeCounselor(orm, [school.id], { lastName: 'Able' })).user,
      stranger: (await makeCounselor(orm, [other.id])).user,
      former: await makeUser(orm),
    };
  });

  const argsOf = async (user: MadeUser, id: string, form?: Fields) => {
    const path = `/highschools/${id}`;
    const args = await screenArgs({ orm: made.orm, user, path, ...(form === undefined ? {} : { form }) });
    return { ...args, params: { id } };
  };
  return {
    get made() {
      return made;
    },
    argsOf,
    send: async (user: MadeUser, form: Fields, id = made.school.id, act = detailsAction) =>
      act(await argsOf(user, id, form)),
    /** Returns every row that a rejected request could have touched. */
    everything: () =>
      snapshotOfRows(made.orm, [
        HighSchoolEntity,
        HighSchoolStaffEntity,
        HighSchoolStaffInviteEntity,
        UserInviteEntity,
        EventEntity,
        OutboxMailEntity,
      ]),
  };
}

/** Returns the target of an action's redirect and the messages shown there. */
export async function redirectOf(attempt: Promise<unknown>): Promise<(string | null)[]> {
  const response = await refusalOf(pageReply(attempt));
  if (!(response instanceof Response)) throw response;
  const request = new Request('http://localhost/', {
    headers: { Cookie: response.headers.get('Set-Cookie')?.split(';')[0] ?? '' },
  });
  const { messages } = await readFlash(request, parseSettings({ NODE_ENV: 'test' }));
  return [response.headers.get('Location'), ...messages.map(({ tone, text }) => `${tone}: ${text}`)];
}
