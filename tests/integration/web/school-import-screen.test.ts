import { beforeEach, describe, expect, it } from 'vitest';
import { action, loader } from '#app/routes/web/high-schools/import-schools.tsx';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { SchoolImportHeaderEntity } from '#db/entities/school-import-header.ts';
import type { MadeUser } from '#tests/factories/user-factory.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type Fields, redirectOf, useSchoolScene } from '#tests/support/school-scene.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';
import { pageReply } from '#tests/support/screen-conversation.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const scene = useSchoolScene();
const { everything } = scene;
let admin: MadeUser;
let counselor: MadeUser;

beforeEach(() => {
  ({ admin, counselor } = scene.made);
});

const LIST =
  'name,phone,address1,city,zip5\nAurora High,9075550101,,,\nCedar High,9075550102,3 Road,Nome,99762';
const send = async (user: MadeUser, form: Fields) =>
  pageReply(action(await screenArgs({ orm: scene.made.orm, user, path: '/highschools/import', form })));
const preview = (list = LIST, user = admin) =>
  send(user, [
    ['intent', 'preview'],
    ['pasted', list],
  ]);

async function confirmation(list = LIST): Promise<Fields> {
  const { data } = await preview(list);
  return [
    ['intent', 'confirm'],
    ['text', data.shown?.text ?? ''],
    ['plan', data.shown?.plan.plan ?? ''],
  ];
}

describe('the import of schools', () => {
  it('previews pasted cells, and imports them on confirmation', async () => {
    const untouched = await everything();
    const { data, init } = await preview();
    expect([init?.status, data.reply, data.shown?.plan.counts]).toEqual([
      200,
      undefined,
      { create: 1, update: 1, unchanged: 0, similar: 0, error: 0 },
    ]);
    expect(await everything()).toEqual(untouched);
    expect(await redirectOf(send(admin, await confirmation()))).toEqual([
      '/highschools',
      'success: Changes saved! 1 school was added and 1 school was changed.',
    ]);
    const schools = await storedRows(scene.made.orm, HighSchoolEntity, ['name', 'phone'], {
      orderBy: { name: 'asc' },
    });
    expect(schools).toEqual([
      { name: 'Aurora High', phone: '(907) 555-0101' },
      { name: 'Birch High', phone: '(907) 555-0200' },
      { name: 'Cedar High', phone: '(907) 555-0102' },
    ]);
  });

  it('says so if the list changes no school', async () => {
    expect(await redirectOf(send(admin, await confirmation('name\nAurora High')))).toEqual([
      '/highschools',
      'info: No schools were changed.',
    ]);
  });

  it('returns 412 for an outdated confirmation, and shows what would change now', async () => {
    const confirm = await confirmation();
    await scene.made.orm.em
      .fork()
      .nativeUpdate(HighSchoolEntity, { name: 'Aurora High' }, { phone: '(907) 555-0101' });
    const untouched = await everything();
    const { data, init } = await send(admin, confirm);
    expect([init?.status, data.reply?.error?.[''], data.shown?.plan.counts]).toEqual([
      412,
      [
        'Unable to save changes: Some of these schools were changed in the meantime, so nothing was saved. Look at the latest version, then make your change again.',
      ],
      { create: 1, update: 0, unchanged: 1, similar: 0, error: 0 },
    ]);
    expect(await everything()).toEqual(untouched);
  });

  it('returns 400 with the error at its field, and keeps the input', async () => {
    for (const [list, error] of [
      ['  ', { list: ['Choose a file or paste cells from a spreadsheet.'] }],
      ['name', { pasted: ['The file has no schools below the header row.'] }],
    ] as const) {
      expect(await preview(list)).toMatchObject({
        init: { status: 400 },
        data: { reply: { error, initialValue: { pasted: list } }, shown: null },
      });
    }
  });

  const FOREIGN = 'Campus,Motto,Tel\nCedar High,Onward,9075550102\nAurora High,North,9075550101';
  const COLUMNS: Fields = [
    ['column', '0 name'],
    ['column', '1 none'],
    ['column', '2 phone'],
  ];

  it('asks which columns have which fields if it recognizes none, and keeps the list', async () => {
    const { data, init } = await preview(FOREIGN);
    expect(init?.status).toBe(400);
    expect(data.reply?.error?.['pasted']?.[0]).toBe("We don't recognize any columns in this file.");
    expect(data.unmatched?.text).toBe(FOREIGN);
    expect(data.unmatched?.columns).toEqual([
      { index: 0, header: 'Campus', samples: ['Cedar High', 'Aurora High'], field: null, isUnknown: true },
      { index: 1, header: 'Motto', samples: ['Onward', 'North'], field: null, isUnknown: true },
      { index: 2, header: 'Tel', samples: ['9075550102', '9075550101'], field: null, isUnknown: true },
    ]);
  });

  it('previews and imports with the chosen columns, and remembers them only after the import', async () => {
    const { data } = await send(admin, [['intent', 'preview'], ['text', FOREIGN], ...COLUMNS]);
    expect(data.shown?.plan.counts).toMatchObject({ update: 1, error: 1 });
    expect(data.shown?.chosen).toEqual(['0 name', '1 none', '2 phone']);
    expect((await preview(FOREIGN)).data.shown).toBeNull();
    const confirm: Fields = [
      ['intent', 'confirm'],
      ['text', FOREIGN],
      ['plan', data.shown?.plan.plan ?? ''],
      ...COLUMNS,
    ];
    expect(await redirectOf(send(admin, confirm))).toEqual([
      '/highschools',
      'success: Changes saved! 1 school was changed.',
    ]);
    const again = await preview(FOREIGN);
    expect(again.data.shown?.plan.columns.map(({ field, isUnknown }) => [field, isUnknown])).toEqual([
      ['name', false],
      [null, false],
      ['phone', false],
    ]);
    const stored = await storedRows(scene.made.orm, SchoolImportHeaderEntity, ['header', 'field'], {
      orderBy: { header: 'asc' },
    });
    expect(stored).toEqual([
      { header: 'campus', field: 'name' },
      { header: 'motto', field: 'none' },
      { header: 'tel', field: 'phone' },
    ]);
  });

  it('remembers two columns with the same header separately', async () => {
    const list = 'Campus,Tel,Tel\nCedar High,9075550102,9075550103\nAurora High,9075550101,9075550104';
    const columns: Fields = [
      ['column', '0 name'],
      ['column', '1 phone'],
      ['column', '2 fax'],
    ];
    const { data } = await send(admin, [['intent', 'preview'], ['text', list], ...columns]);
    const confirm: Fields = [
      ['intent', 'confirm'],
      ['text', list],
      ['plan', data.shown?.plan.plan ?? ''],
      ...columns,
    ];
    await redirectOf(send(admin, confirm));
    const fieldsIn = async (text: string) =>
      (await preview(text)).data.shown?.plan.columns.map(({ field }) => field);
    expect(await fieldsIn(list)).toEqual(['name', 'phone', 'fax']);
    expect(await fieldsIn('Campus,Tel\nAurora High,9075550101')).toEqual(['name', 'phone']);
  });

  it('returns 400 for a column that does not exist as a field, and for two columns that mean the same', async () => {
    const wrong = (column: string) =>
      send(admin, [
        ['intent', 'preview'],
        ['text', FOREIGN],
        ['column', '0 name'],
        ['column', column],
      ]);
    expect((await wrong('1 shoeSize')).init?.status).toBe(400);
    const twice = await wrong('1 name');
    expect(twice.init?.status).toBe(400);
    expect(twice.data.unmatched?.columns.map(({ field }) => field)).toEqual(['name', 'name', null]);
  });

  it('is only for administrators: staff get 403', async () => {
    const confirm = await confirmation();
    const untouched = await everything();
    const page = await screenArgs({ orm: scene.made.orm, user: counselor, path: '/highschools/import' });
    expect(await refusalOf(loader(page))).toMatchObject({ init: { status: 403 } });
    for (const form of [confirm, [['pasted', LIST]] as Fields, []]) {
      expect(await refusalOf(send(counselor, form))).toMatchObject({ init: { status: 403 } });
    }
    expect(await everything()).toEqual(untouched);
  });
});
