import { randomUUID } from 'node:crypto';
import type { ActionFunctionArgs } from '@remix-run/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { action as decideMany } from '#app/routes/web/designations/bulk-decision.tsx';
import { action as downloadSelection } from '#app/routes/web/designations/download-selection.ts';
import { action as decideOne } from '#app/routes/web/designations/designation-details.tsx';
import { action as editStudents } from '#app/routes/web/designations/edit-students.tsx';
import { action as createAccount } from '#app/routes/web/login/create-account.tsx';
import { action as logIn } from '#app/routes/web/login/login.tsx';
import { isRecord } from '#app/lib/records.ts';
import type { ErrorResponse } from '#app/server/error-responses.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';

describe('how many fields a form may have', () => {
  const database = useDatabase();
  let orm: Orm;
  beforeAll(async () => {
    orm = await openOrm(database.url);
  });
  afterAll(() => orm.close(true));

  const fields = (count: number) => Array.from({ length: count }, () => ['x', ''] as const);

  function statusIn(outcome: unknown): number {
    if (outcome instanceof Response) return outcome.status;
    return isRecord(outcome) && isRecord(outcome['init']) ? Number(outcome['init']['status']) : 200;
  }

  async function send(
    action: (args: ActionFunctionArgs) => Promise<unknown>,
    user: { readonly id: string } | null,
    count: number,
  ) {
    const opened = await screenArgs({ orm, user, path: '/login', form: fields(count) });
    const refusalPage = ({ status }: ErrorResponse) => Promise.resolve(new Response(null, { status }));
    const args = {
      ...opened,
      params: { id: randomUUID() },
      context: { ...opened.context, refusalPage },
    };
    const outcome: unknown = await action(args).catch((error: unknown) => error);
    return { status: statusIn(outcome), isRead: args.request.bodyUsed };
  }

  it.each([
    ['login', logIn],
    ['create account', createAccount],
  ])('%s refuses 50 fields from anyone', async (_name, action) => {
    expect((await send(action, null, 51)).status).toBe(413);
    expect((await send(action, null, 50)).status).not.toBe(413);
  });

  it.each([
    ['edit students', editStudents, 12_500],
    ['bulk decision', decideMany, 2200],
    ['selection download', downloadSelection, 200],
    ['designation details', decideOne, 200],
  ])(
    '%s accepts as many fields as it needs, and reads no body without a session',
    async (_name, action, most) => {
      const admin = await makeAdmin(orm);
      expect((await send(action, admin, most + 1)).status).toBe(413);
      expect((await send(action, admin, most)).status).not.toBe(413);
      expect(await send(action, null, 10)).toEqual({ status: 302, isRead: false });
    },
  );
});
