import type { Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import type { DesignateApp } from '#tests/support/designate-app.server.ts';

export interface ReviewList {
  readonly admin: MadeUser;
  /** Counselor of Birch. */
  readonly counselor: MadeUser;
  /** The year 2025. */
  readonly past: MadeYear;
  /** Birch's designation of 2026. */
  readonly birch: MadeDesignation;
}

/** Designations for Aspen, Birch, and Cedar in 2026, and of Birch in 2025. Only the last has been downloaded. */
export function useReviewList(bench: Pick<DesignateApp, 'orm' | 'year'>): ReviewList {
  let made: ReviewList | undefined;
  beforeAll(async () => {
    made = await makeReviewList(bench);
  });
  const list = () => {
    if (made === undefined) throw new Error('The list is there only while hooks and tests run.');
    return made;
  };
  return {
    get admin() {
      return list().admin;
    },
    get counselor() {
      return list().counselor;
    },
    get past() {
      return list().past;
    },
    get birch() {
      return list().birch;
    },
  };
}

async function makeReviewList({ orm, year }: Pick<DesignateApp, 'orm' | 'year'>): Promise<ReviewList> {
  const admin = await makeAdmin(orm);
  const past = await makeYear(orm, { year: 2025, status: 'INACTIVE' });
  const aspen = await makeSchool(orm, { name: 'Aspen High' });
  const cedar = await makeSchool(orm, { name: 'Cedar High' });
  const own = await makeSchool(orm, { name: 'birch high' });
  const { user: counselor } = await makeCounselor(orm, [own.id]);
  const given = { academicYearId: year.id, submittedById: counselor.id, criteria: 'CUMULATIVE_GPA' } as const;
  await makeDesignation(orm, { ...given, highSchoolId: aspen.id, status: 'STARTED', criteria: null });
  const birch = await makeDesignation(orm, {
    ...given,
    highSchoolId: own.id,
    status: 'PENDING',
    classSize: 20,
    students: 2,
    updatedAt: new Date('2026-11-02T00:17:00.000Z'),
  });
  await makeDesignation(orm, { ...given, highSchoolId: cedar.id, status: 'APPROVED', criteria: 'OTHER' });
  await makeDesignation(orm, {
    ...given,
    highSchoolId: own.id,
    academicYearId: past.id,
    status: 'APPROVED',
    classSize: 10,
    students: 1,
    downloadedAt: new Date('2025-12-12T00:03:00.000Z'),
  });
  return { admin, counselor, past, birch };
}

/** Returns the school and year of each row, from top to bottom. */
export function rowsOf(page: Page): Promise<string[]> {
  return page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .evaluateAll((rows) =>
      rows.map((row) => `${row.querySelector('th')?.textContent} ${row.querySelector('td')?.textContent}`),
    );
}
