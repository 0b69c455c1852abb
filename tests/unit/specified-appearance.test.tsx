import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ActivityBadge, StatusBadge } from '#app/components/site/status-badge.tsx';
import { schoolList } from '#app/components/high-schools/school-list-query.ts';
import { activeYearsWarning } from '#app/messages/rollover-labels.ts';
import { type Criteria, criteriaLabel, DESIGNATION_STATUSES } from '#app/schemas/enums.ts';

/** Extracts the tone from 'badge text-bg-info …'. */
const toneOf = (badge: React.ReactElement) =>
  /\b(info|primary|secondary|success|danger)\b/.exec(renderToStaticMarkup(badge))?.[1];

describe("the specification's colors", () => {
  it('give each status of a designation its badge', () => {
    expect(DESIGNATION_STATUSES.map((status) => [status, toneOf(<StatusBadge status={status} />)])).toEqual([
      ['STARTED', 'info'],
      ['PENDING', 'primary'],
      ['RETURNED', 'secondary'],
      ['APPROVED', 'success'],
      ['REJECTED', 'danger'],
    ]);
  });

  it('show an active school as success and any other as danger', () => {
    expect([toneOf(<ActivityBadge status="ACTIVE" />), toneOf(<ActivityBadge status="INACTIVE" />)]).toEqual([
      'success',
      'danger',
    ]);
  });
});

describe("the specification's labels", () => {
  it('warn if no academic year is active, or more than one', () => {
    expect([0, 1, 2, 3].map(activeYearsWarning)).toEqual([
      'No years are active!',
      null,
      'More than one academic year is active!',
      'More than one academic year is active!',
    ]);
  });

  it('name the orders of school lists', () => {
    for (const path of ['/highschools', '/manage'] as const) {
      expect(Object.values(schoolList(path).sorts)).toEqual([
        'Name',
        'Designation Count',
        'Phone number',
        'Fax',
      ]);
    }
  });

  it('call criteria that are not known Other', () => {
    expect(
      ['CUMULATIVE_GPA', 'OTHER', 'CLASS_RANK'].map((value) => criteriaLabel(value as Criteria)),
    ).toEqual(['Cumulative GPA', 'Other', 'Other']);
  });
});
