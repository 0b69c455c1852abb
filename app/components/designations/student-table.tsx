import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmailAddress } from '#app/components/ui/email-address.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { ageOn, ageWarning } from '#app/lib/time/age.ts';
import type { DraftStudent } from '#app/students/draft-students.ts';
import { studentFullName } from '#app/students/student-labels.ts';
import { addressLines } from '#app/lib/text/address-lines.ts';

/** A stored student, or one that exists only in the browser. */
export type StudentWithId = DraftStudent & { readonly id: string };

interface StudentTableProps {
  students: readonly StudentWithId[];
  /** Date for calculating ages, YYYY-MM-DD in the program's time zone. */
  today: string;
  /** Administrators only: IDs of students who may also be on another school's list. */
  onOtherLists?: readonly string[] | undefined;
  /** Link to compare both students, if permitted. */
  compareHref?: string | undefined;
  /** Link to the disclosures of a student's data, if permitted. */
  disclosuresHref?: ((studentId: string) => string) | undefined;
  /** Link to change the student at a position, from 1, if permitted. */
  changeHref?: ((position: number) => string) | undefined;
  /** Small print, for a table beside other contents. */
  dense?: boolean;
  /** Whether the students' personal data was removed. */
  isPurged?: boolean;
}

const ON_OTHER_LIST =
  "Warning: may also be on another school's list. Check where the student has the most credits.";

/** The students of a designation in order, read-only. */
export function StudentTable(props: StudentTableProps) {
  const { students, today, onOtherLists = [], compareHref, disclosuresHref, changeHref } = props;
  const positions = new Map(students.map(({ id }, index) => [id, index + 1]));
  const warned = new Set(onOtherLists);
  return (
    <DataTable
      caption="Students"
      rows={students}
      rowKey={(student) => student.id}
      plainLinks
      dense={props.dense}
      columns={[
        {
          key: 'name',
          header: 'Name',
          rowHeader: true,
          cell: (student) => (
            <StudentName
              student={student}
              position={positions.get(student.id)}
              noName={props.isPurged === true ? 'Name removed' : 'No name yet'}
            >
              {warned.has(student.id) ? (
                <span className="cell-note">
                  {ON_OTHER_LIST}
                  {compareHref === undefined ? null : (
                    <CompareLink href={compareHref} position={positions.get(student.id)} />
                  )}
                </span>
              ) : null}
              {changeHref === undefined ? null : (
                <ChangeLink hrefOf={changeHref} position={positions.get(student.id) ?? 1} />
              )}
              {disclosuresHref === undefined ? null : (
                <DisclosuresLink href={disclosuresHref(student.id)} position={positions.get(student.id)} />
              )}
            </StudentName>
          ),
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
          cell: (student) => (
            <div className="student-address">
              <Lines lines={addressLines(student.address)} />
            </div>
          ),
        },
      ]}
    />
  );
}

interface StudentNameProps {
  student: StudentWithId;
  position: number | undefined;
  /** Shown in place of a missing name. */
  noName: string;
  children: ReactNode;
}

function StudentName({ student, position, noName, children }: StudentNameProps) {
  const name = studentFullName(student);
  return (
    <>
      <span className="text-body-secondary">{position}.</span> {name || noName}
      {student.preferred ? <span className="cell-note">Preferred: {student.preferred}</span> : null}
      {student.twin ? <span className="cell-note">Twin</span> : null}
      {children}
    </>
  );
}

function CompareLink({ href, position }: { href: string; position: number | undefined }) {
  return (
    <>
      {' '}
      <a className="screen-only" href={`${href}#student-${position}`}>
        Compare<VisuallyHidden> student {position} side by side</VisuallyHidden>
      </a>
    </>
  );
}

function ChangeLink({ hrefOf, position }: { hrefOf: (position: number) => string; position: number }) {
  return (
    <span className="cell-note screen-only">
      <Link to={hrefOf(position)}>
        Change<VisuallyHidden> student {position}</VisuallyHidden>
      </Link>
    </span>
  );
}

function DisclosuresLink({ href, position }: { href: string; position: number | undefined }) {
  return (
    <span className="cell-note screen-only">
      <a href={href}>
        Disclosures<VisuallyHidden> for student {position}</VisuallyHidden>
      </a>
    </span>
  );
}

function BirthDate({ dateOfBirth, today }: { dateOfBirth: string; today: string }) {
  if (dateOfBirth === '') return <MissingValue />;
  const warning = ageWarning(dateOfBirth, today);
  return (
    <div>
      <span className="text-nowrap birth-date">{dateOfBirth}</span>
      <span className={classNames('cell-note', warning !== null && 'cell-note-warning')}>
        {warning ?? `Age ${ageOn(dateOfBirth, today)}`}
      </span>
    </div>
  );
}

function Contact({ student }: { student: StudentWithId }) {
  const { phone, email, parentEmail } = student;
  const [number, ...extension] = phone.split(/(?=, )/);
  return (
    <Lines
      lines={[
        phone && (
          <>
            <span className="text-nowrap">{number}</span>
            {extension}
          </>
        ),
        email && <EmailAddress address={email} />,
        parentEmail && (
          <>
            Parent: <EmailAddress address={parentEmail} />
          </>
        ),
      ]}
    />
  );
}

function Lines({ lines }: { lines: readonly ReactNode[] }) {
  const present = lines.filter(Boolean);
  if (present.length === 0) return <MissingValue />;
  return (
    <div className="text-break">
      {present.map((line, index) => (
        <div key={index}>{line}</div>
      ))}
    </div>
  );
}

function MissingValue() {
  return <span className="text-body-secondary">Not provided</span>;
}
