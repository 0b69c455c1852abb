import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { foldedText } from '#app/students/same-student.ts';
import { studentFullName } from '#app/students/student-labels.ts';
import type { ComparedStudent, StudentComparison } from '#app/schemas/student-comparison.ts';

/** Compares each student with similar ones on other lists, one panel per student, with the anchor `student-3`. */
export function StudentComparisons({ comparisons }: { comparisons: readonly StudentComparison[] }) {
  return (
    <Stack>
      {comparisons.map(({ student, others }) => (
        <div key={student.id} id={`student-${student.position}`}>
          <Panel title={`Student ${student.position}: ${studentFullName(student)}`} flush>
            <DataTable
              caption={`Student ${student.position} side by side`}
              rows={FACTS}
              rowKey={({ term }) => term}
              columns={[
                {
                  key: 'term',
                  header: 'Item',
                  headerHidden: true,
                  rowHeader: true,
                  cell: (fact) => <ComparedTerm fact={fact} sides={[student, ...others]} />,
                },
                ...[student, ...others].map((side) => ({
                  key: side.id,
                  header: side.highSchoolName,
                  cell: (fact: Fact) => fact.show(side),
                })),
              ]}
            />
          </Panel>
        </div>
      ))}
    </Stack>
  );
}

interface Fact {
  readonly term: string;
  readonly show: (side: ComparedStudent) => ReactNode;
  /** The text to compare. Without it, differences aren't marked. */
  readonly text?: (side: ComparedStudent) => string;
}

const FACTS: readonly Fact[] = [
  { term: 'Designation', show: (side) => <Designation side={side} /> },
  { term: 'Position on the list', show: ({ position }) => position },
  textual('Name', studentFullName),
  textual('Preferred name', ({ preferred }) => preferred),
  textual('Date of birth', ({ dateOfBirth }) => dateOfBirth),
  textual('Email', ({ email }) => email),
  textual('Phone', ({ phone }) => phone),
  textual('Address', ({ address }) =>
    [
      address.firmName,
      address.address1,
      address.address2,
      address.urbanization,
      address.city,
      [address.state, [address.zip5, address.zip4].filter(Boolean).join('-')].filter(Boolean).join(' '),
    ]
      .filter(Boolean)
      .join(', '),
  ),
];

function textual(term: string, text: (side: ComparedStudent) => string): Fact {
  return { term, text, show: (side) => <ComparedText text={text(side)} /> };
}

function ComparedText({ text }: { text: string }) {
  if (text === '') return <span className="text-body-secondary">Not provided</span>;
  return <span className="text-break">{text}</span>;
}

function ComparedTerm({ fact, sides }: { fact: Fact; sides: readonly ComparedStudent[] }) {
  const { term, text } = fact;
  const differs = text !== undefined && new Set(sides.map((side) => foldedText(text(side)))).size > 1;
  return (
    <>
      {term}
      {differs ? <span className="cell-note">Differs</span> : null}
    </>
  );
}

function Designation({ side }: { side: ComparedStudent }) {
  return (
    <div>
      <Link to={`/designations/${side.designationId}`}>{side.highSchoolName}</Link>{' '}
      <StatusBadge status={side.designationStatus} />
    </div>
  );
}
