import { beforeEach, describe, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { FOREIGN_ORIGIN, MALFORMED, UNKNOWN_ID, NOT_JSON, TOO_LARGE } from '#tests/support/rest-errors.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { type DesignationScene, designationScene } from './designations-scene.ts';

const rest = useRest({ per: 'each test' });
let scene: DesignationScene;
beforeEach(async () => {
  scene = await designationScene(rest);
});

const countAll = async () => {
  const rows = await storedRows(rest.orm, DesignationEntity, ['version']);
  return { designations: rows.length, versions: rows.reduce((sum, { version }) => sum + version, 0) };
};
const UNTOUCHED = { designations: 2, versions: 2 };

describe('methods', () => {
  const READS = 'GET, HEAD, OPTIONS';
  const calls: readonly (readonly [path: string, allow: string])[] = [
    ['', 'GET, HEAD, POST, OPTIONS'],
    [`/${UNKNOWN_ID}`, 'GET, HEAD, PATCH, OPTIONS'],
    [`/${UNKNOWN_ID}/students`, READS],
    ['/download', READS],
    [`/download/${UNKNOWN_ID}`, READS],
    [`/download/highschool/${UNKNOWN_ID}`, READS],
    [`/download/user/${UNKNOWN_ID}`, READS],
    [`/download/year/${UNKNOWN_ID}`, READS],
  ];

  it.each(calls)('designations%s allows %s; other methods return 405 with Allow', async (path, allow) => {
    const response = await scene.admin.send('DELETE', `/api/designations${path}`);
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe(allow);
    expect(response.body).toEqual({
      statusCode: 405,
      error: 'Method Not Allowed',
      message: `DELETE is not allowed here. Allowed: ${allow}.`,
    });
    expect(await countAll()).toEqual(UNTOUCHED);
  });
});

describe('bodies', () => {
  const sends = () =>
    [
      ['POST', '/api/designations'],
      ['PATCH', `/api/designations/${scene.designation.id}`],
    ] as const;

  it('return 415 for another content type', async () => {
    for (const [method, path] of sends()) {
      const response = await scene.admin.send(method, path, 'classSize=20', {
        'Content-Type': 'application/x-www-form-urlencoded',
      });
      expect([response.status, response.body]).toEqual([415, NOT_JSON]);
    }
    expect(await countAll()).toEqual(UNTOUCHED);
  });

  it('return 413 if they exceed 1 MiB', async () => {
    const body = JSON.stringify({ note: 'x'.repeat(1024 * 1024) });
    for (const [method, path] of sends()) {
      const response = await scene.admin.send(method, path, body);
      expect([response.status, response.body]).toEqual([413, TOO_LARGE]);
    }
    expect(await countAll()).toEqual(UNTOUCHED);
  });

  it("return 400 if they aren't JSON", async () => {
    for (const [method, path] of sends()) {
      const response = await scene.admin.send(method, path, '{"classSize": ');
      expect([response.status, response.body]).toEqual([400, MALFORMED]);
    }
    expect(await countAll()).toEqual(UNTOUCHED);
  });
});

describe('requests from another site', () => {
  const foreign: readonly Readonly<Record<string, string>>[] = [
    { Origin: 'https://evil.example.org' },
    { Origin: 'null' },
    { Referer: 'https://evil.example.org/page' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ];

  it('return 403 and change nothing', async () => {
    for (const headers of foreign) {
      const { admin, designation, year } = scene;
      const created = await admin.post(
        '/api/designations',
        { highSchoolId: scene.school.id, academicYearId: year.id },
        headers,
      );
      expect([created.status, created.body]).toEqual([403, FOREIGN_ORIGIN]);
      const patched = await admin.patch(
        `/api/designations/${designation.id}`,
        { status: 'APPROVED' },
        headers,
      );
      expect([patched.status, patched.body]).toEqual([403, FOREIGN_ORIGIN]);
    }
    expect(await countAll()).toEqual(UNTOUCHED);
  });

  it('are allowed from the application itself', async () => {
    const response = await scene.admin.patch(
      `/api/designations/${scene.designation.id}`,
      { status: 'APPROVED' },
      { Origin: 'http://localhost:3000' },
    );
    expect(response.status).toBe(200);
  });
});
