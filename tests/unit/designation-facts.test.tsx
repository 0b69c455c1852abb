import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SiteContext } from '#app/components/site/site-context.ts';
import { DesignationFacts } from '#app/components/designations/designation-facts.tsx';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';

const SITE = {
  appName: 'Scholars',
  contactEmail: 'office@example.org',
  timeZone: 'America/Anchorage',
  state: 'AK',
  handbookUrl: '',
  surveyUrl: '',
  logo: null,
  styles: null,
};

const factsOf = (status: DesignationStatus, mayDownload = true) => {
  const at = '2026-11-21T14:22:00.000Z';
  const designation: DesignationResponse = {
    id: 'd1',
    version: 1,
    status,
    ...{ classSize: 20, criteria: 'CUMULATIVE_GPA', criteriaComment: null, students: [] },
    ...{ createdAt: at, updatedAt: at, downloadedAt: null, reasons: [], note: null },
    ...{ highSchoolId: 's1', highSchool: { id: 's1', name: 'Elder High' } },
    academicYear: { id: 'y1', year: 2026 },
    submittedBy: { id: 'u1', firstName: 'Kim', lastName: 'Lee' },
    acceptedTermsAndConditions: false,
  };
  return renderToStaticMarkup(
    <SiteContext.Provider value={SITE}>
      <DesignationFacts
        designation={designation}
        reference="2026-7K3M-Q2XP"
        acceptedTerms={null}
        mayDownload={mayDownload}
      />
    </SiteContext.Provider>,
  );
};

it('the general information shows who started a designation until it is submitted', () => {
  expect(factsOf('STARTED')).toContain('Started by');
  expect(factsOf('STARTED')).not.toContain('Submitted by');
  for (const status of ['PENDING', 'RETURNED', 'APPROVED', 'REJECTED'] as const) {
    expect(factsOf(status)).toContain('Submitted by');
  }
});

it('the general information shows only the office whether the designation was downloaded', () => {
  expect(factsOf('PENDING')).toContain('Downloaded');
  expect(factsOf('PENDING', false)).not.toContain('Downloaded');
});
