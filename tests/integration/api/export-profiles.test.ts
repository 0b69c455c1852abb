import { readXlsx } from 'hucre/xlsx';
import { beforeEach, describe, expect, it } from 'vitest';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { makeExportProfile } from '#tests/factories/export-profile-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { invalid } from '#tests/support/rest-errors.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { type DesignationScene, designationScene } from './designations-scene.ts';

const rest = useRest({ per: 'each test' });
let scene: DesignationScene;
let admin: RestClient;

beforeEach(async () => {
  scene = await designationScene(rest);
  ({ admin } = scene);
});

const PROFILES = '/api/designations/profiles';

describe('designations/profiles', () => {
  it('creates, lists, reads, changes, and deletes profiles, with versions', async () => {
    const created = await admin.post(PROFILES, { name: 'Banner', columns: ['last', 'zip5'] });
    expect(created).toMatchObject({
      status: 201,
      body: { name: 'Banner', columns: ['last', 'zip5'], version: 1 },
    });
    const { id } = created.body as { id: string };
    expect((await admin.get(PROFILES)).body).toEqual([created.body]);
    const page = await admin.get(`${PROFILES}?limit=1`);
    expect(page.headers.get('X-Total-Count')).toBe('1');
    const read = await admin.get(`${PROFILES}/${id}`);
    expect(read.headers.get('ETag')).toBe(created.headers.get('ETag'));
    const ifMatch = { 'If-Match': read.headers.get('ETag') ?? '' };
    const changed = await admin.patch(`${PROFILES}/${id}`, { columns: ['zip5', 'last'] }, ifMatch);
    expect(changed).toMatchObject({ status: 200, body: { columns: ['zip5', 'last'], version: 2 } });
    expect((await admin.patch(`${PROFILES}/${id}`, { name: 'Late' }, ifMatch)).status).toBe(412);
    expect((await admin.delete(`${PROFILES}/${id}`, ifMatch)).status).toBe(412);
    expect((await admin.delete(`${PROFILES}/${id}`)).status).toBe(204);
    expect((await admin.get(`${PROFILES}/${id}`)).status).toBe(404);
  });

  it('refuses a used name, unknown columns, and no columns', async () => {
    await makeExportProfile(rest.orm);
    expect((await admin.post(PROFILES, { name: 'banner', columns: ['last'] })).status).toBe(409);
    expect((await admin.post(PROFILES, { name: 'X', columns: ['shoe size'] })).body).toMatchObject({
      statusCode: 400,
      issues: [
        {
          path: ['columns'],
          message: "These columns don't exist: shoe size. Use the headers of the Excel workbook.",
        },
      ],
    });
    expect((await admin.post(PROFILES, { name: 'X', columns: [] })).body).toEqual(
      invalid([['columns'], 'Choose at least one column.']),
    );
  });
});

describe('a download', () => {
  it('is a workbook with ?format=xlsx, and has the columns of ?profile', async () => {
    await makeExportProfile(rest.orm, { columns: ['last', 'year'] });
    const { designation } = scene;
    const path = `/api/designations/download/${designation.id}`;
    const response = await admin.get(`${path}?format=xlsx&profile=Banner`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    expect(response.headers.get('Content-Disposition')).toBe(
      'attachment; filename="designation-birch-high-2026.xlsx"',
    );
    const { sheets } = await readXlsx(response.body as Uint8Array);
    expect(sheets[0]?.rows).toEqual([
      ['last', 'year'],
      ...designation.students.map(({ last }) => [last, '2026']),
    ]);
    const disclosures = await storedRows(rest.orm, DisclosureEntity, ['purpose', 'filter', 'rowCount']);
    expect(disclosures).toEqual([
      {
        purpose: 'designations.downloadWorkbook',
        filter: { designationId: designation.id, profile: 'Banner' },
        rowCount: designation.students.length,
      },
    ]);
  });

  it.each([
    'designations/download',
    'designations/download/highschool/:school',
    'designations/download/user/:counselor',
    'designations/download/year/:year',
    'designations/download/:designation',
    'highschools/download',
    'highschools/download/:school',
    'users/download',
    'users/download/:counselor',
  ])('of %s can be CSV or a workbook, and nothing else', async (pattern) => {
    const ids = {
      ':school': scene.school.id,
      ':counselor': scene.counselor.id,
      ':year': scene.year.id,
      ':designation': scene.designation.id,
    };
    const path = Object.entries(ids).reduce((text, [name, id]) => text.replace(name, id), `/api/${pattern}`);
    const types = async (query: string) => (await admin.get(path + query)).headers.get('Content-Type');
    expect(await types('')).toBe('text/csv; charset=utf-8');
    expect(await types('?format=csv')).toBe('text/csv; charset=utf-8');
    expect(await types('?format=xlsx')).toContain('spreadsheetml');
    expect((await admin.get(`${path}?format=ods`)).status).toBe(400);
  });

  it('is refused for an unknown profile', async () => {
    const response = await admin.get('/api/designations/download?profile=Other');
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      issues: [{ path: ['profile'], message: expect.stringContaining('“Other”') as string }],
    });
  });
});
