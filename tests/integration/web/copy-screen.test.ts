import { beforeEach, describe, expect, it } from 'vitest';
import { COPY_DOWNLOAD } from '#app/server/link-questions.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { screenBuild } from '#tests/support/screen-build.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const screens = useRest({ build: screenBuild, per: 'each test' });
const PAGE = { Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };

let made: MadeDesignation;
let staff: RestClient;
let stranger: RestClient;
let pdf: string;

beforeEach(async () => {
  const school = await makeSchool(screens.orm, { name: 'Birch Higher' });
  const year = await makeYear(screens.orm);
  const { user } = await makeCounselor(screens.orm, [school.id]);
  const { user: elsewhere } = await makeCounselor(screens.orm, [(await makeSchool(screens.orm)).id]);
  made = await makeDesignation(screens.orm, {
    ...{ highSchoolId: school.id, academicYearId: year.id, submittedById: user.id },
    ...{
      status: 'PENDING',
      classSize: 20,
      criteria: 'CUMULATIVE_GPA',
      students: [{ last: 'Zebrowski' }, {}],
    },
  });
  staff = await screens.as(user.id);
  stranger = await screens.as(elsewhere.id);
  pdf = `/designations/${made.id}/copy.pdf`;
});

const purposes = async () =>
  (await storedRows(screens.orm, DisclosureEntity, ['purpose'])).map(({ purpose }) => purpose);

describe('the PDF of a designation', () => {
  it('is a file to save that no cache or proxy keeps', async () => {
    const response = await staff.get(pdf);
    expect(response.status).toBe(200);
    expect(String(response.body)).toMatch(/^%PDF-1\.7/);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="birch-higher-2026-designation.pdf"',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(await purposes()).toEqual(['designation.pdf']);
  });

  it('asks first if the link may be from elsewhere, and records nothing until then', async () => {
    const confirmation = await staff.get(pdf, PAGE);
    expect(confirmation.body).toEqual({ asked: { ...COPY_DOWNLOAD, href: pdf } });
    expect((await staff.get(pdf, { ...PAGE, 'Sec-Fetch-Site': 'none' })).body).toEqual(confirmation.body);
    expect(await purposes()).toEqual([]);
    const confirmed = await staff.get(pdf, { ...PAGE, 'Sec-Fetch-Site': 'same-origin' });
    expect(confirmed.headers.get('Content-Type')).toBe('application/pdf');
  });

  it('is refused to other sites, and records nothing', async () => {
    const elsewhere: Record<string, string>[] = [
      { ...PAGE, 'Sec-Fetch-Site': 'cross-site' },
      { ...PAGE, 'Sec-Fetch-Site': 'same-site' },
      { Referer: 'https://elsewhere.example.org/' },
    ];
    for (const headers of elsewhere) {
      const response = await staff.get(pdf, headers);
      expect(response.status).toBe(403);
      expect(JSON.stringify(response.body)).not.toContain('%PDF');
    }
    expect(await purposes()).toEqual([]);
  });

  it('sends only headers for HEAD, and records nothing', async () => {
    const response = await staff.send('HEAD', pdf);
    expect([response.status, response.body]).toEqual([200, null]);
    expect(response.headers.get('Content-Type')).toBe('application/pdf');
    expect(await purposes()).toEqual([]);
  });

  it('returns 404 to other schools, with or without the question', async () => {
    for (const headers of [{}, { ...PAGE, 'Sec-Fetch-Site': 'same-origin' }]) {
      const response = await stranger.get(pdf, headers);
      expect(response.status).toBe(404);
      expect(JSON.stringify([response.body, ...response.headers])).not.toMatch(/Birch|birch|Zebrowski/);
    }
    expect((await stranger.get('/designations/no-id/copy.pdf')).status).toBe(404);
    expect(await purposes()).toEqual([]);
  });

  it('redirects to the login page and then to the printable copy if no one is signed in', async () => {
    const response = await screens.withCookie(null).get(pdf, PAGE);
    expect(response.status).toBe(302);
    expect(decodeURIComponent(response.headers.get('Location') ?? '')).toContain(
      `/designations/${made.id}/copy`,
    );
    expect(response.headers.get('Location')).not.toContain('.pdf');
  });
});

describe('the printable copy', () => {
  it('has the students, and records that it was opened', async () => {
    const response = await staff.get(`/designations/${made.id}/copy`);
    expect(response.status).toBe(200);
    const body = JSON.stringify(response.body);
    for (const { last, email, phone } of made.students) {
      expect([last, email, phone].filter((text) => !body.includes(text))).toEqual([]);
    }
    expect(await purposes()).toEqual(['designation.copy']);
  });

  it('returns 409 for a draft, and so does its PDF', async () => {
    await screens.orm.em.fork().nativeUpdate(DesignationEntity, {}, { status: 'STARTED' });
    for (const path of [pdf, `/designations/${made.id}/copy`]) {
      const response = await staff.get(path);
      expect(response.status).toBe(409);
      expect(JSON.stringify(response.body)).toContain(
        "This designation hasn't been submitted. A copy is available after submission.",
      );
      expect(JSON.stringify(response.body)).not.toContain('Zebrowski');
    }
    expect(await purposes()).toEqual([]);
  });
});
