import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SiteContext } from '#app/components/site/site-context.ts';
import { DesignationFacts } from '#app/components/designations/designation-facts.tsx';
import { StudentPanel } from '#app/components/designations/student-panel.tsx';
import { emptyStudent } from '#app/lib/students/draft-students.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
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

function designationOf(status: DesignationStatus): DesignationAnswer {
  const at = '2026-11-21T14:22:00.000Z';
  return {
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
}

const factsOf = (status: DesignationStatus) =>
  renderToStaticMarkup(
    <SiteContext.Provider value={SITE}>
      <DesignationFacts designation={designationOf(status)} reference="2026-7K3M-Q2XP" acceptedTerms={null} />
    </SiteContext.Provider>,
  );

it('shows who started a designation until it is submitted', () => {
  expect(factsOf('STARTED')).toContain('Started by');
  expect(factsOf('STARTED')).not.toContain('Submitted by');
  for (const status of ['PENDING', 'RETURNED', 'APPROVED', 'REJECTED'] as const) {
    expect(factsOf(status)).toContain('Submitted by');
  }
});

it("says that students' personal data was removed instead of calling the names missing", () => {
  const students = [{ ...emptyStudent('AK'), id: 'a' }];
  const panelOf = (status: DesignationStatus) =>
    renderToStaticMarkup(
      <StudentPanel designation={{ ...designationOf(status), students }} today="2026-11-27" />,
    );
  expect(panelOf('APPROVED')).toContain('personal data was removed');
  expect(panelOf('APPROVED')).not.toContain('No name yet');
  expect(panelOf('STARTED')).not.toContain('personal data was removed');
  expect(panelOf('STARTED')).toContain('No name yet');
});
