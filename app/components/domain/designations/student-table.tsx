import { DataTable } from '#app/components/ui/data-table.tsx';
import { ageOn, ageWarning } from '#app/lib/age.ts';
import type { DraftStudent } from '#app/lib/draft.ts';

/** A student of an answer, or one that only stands in the browser yet. */
export type ListedStudent = DraftStudent & { readonly id: string };

interface StudentTableProps {
  students: readonly ListedStudent[];
  /** The day on which ages are told, YYYY-MM-DD in the product's time zone. */
  today: string;
}

/** The students of a designation, read-only; a row each, stacked on a phone. */
export function StudentTable({ students, today }: StudentTableProps) {
  return (
    <DataTable
      caption="Students"
      rows={students}
      rowKey={(student) => student.id}
      columns={[
        {
          key: 'name',
          header: 'Name',
          rowHeader: true,
          cell: (student) => <StudentName student={student} />,
        },
        {
          key: 'born',
          header: 'Date of birth',
          cell: (student) => <BirthDate dateOfBirth={student.dateOfBirth} today={today} />,
        },
        { key: 'contact', header: 'Contact', cell: (student) => <Contact student={student} /> },
        {
          key: 'address',
          header: 'Address',
          cell: (student) => <Lines lines={addressLines(student.address)} />,
        },
      ]}
    />
  );
}

function StudentName({ student }: { student: ListedStudent }) {
  const name = [student.first, student.middle, student.last].filter(Boolean).join(' ');
  return (
    <>
      {name || 'No name yet'}
      {student.preferred ? <span className="cell-note">Preferred: {student.preferred}</span> : null}
      {student.twin ? <span className="cell-note">Twin</span> : null}
    </>
  );
}

function BirthDate({ dateOfBirth, today }: { dateOfBirth: string; today: string }) {
  if (dateOfBirth === '') return <Missing />;
  const warning = ageWarning(dateOfBirth, today);
  return (
    <div>
      <span className="text-nowrap">{dateOfBirth}</span>
      <span className="cell-note">{warning ?? `Age ${ageOn(dateOfBirth, today)}`}</span>
    </div>
  );
}

function Contact({ student }: { student: ListedStudent }) {
  const lines = [student.phone, student.email, student.parentEmail && `Parent: ${student.parentEmail}`];
  return <Lines lines={lines} />;
}

function Lines({ lines }: { lines: readonly string[] }) {
  const present = lines.filter(Boolean);
  if (present.length === 0) return <Missing />;
  return (
    <div>
      {present.map((line, index) => (
        <div key={index} className="text-break">
          {line}
        </div>
      ))}
    </div>
  );
}

function Missing() {
  return <span className="text-body-secondary">Not given</span>;
}

function addressLines(address: DraftStudent['address']): string[] {
  const zip = [address.zip5, address.zip4].filter(Boolean).join('-');
  return [
    address.firmName,
    address.address1,
    address.address2,
    address.urbanization,
    address.city,
    [address.state, zip].filter(Boolean).join(' '),
  ];
}
