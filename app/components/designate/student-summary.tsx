import type { MouseEvent } from 'react';
import { ErrorSummary, type SummaryItem } from '#app/components/forms/error-summary.tsx';
import { NAMED_MAX } from '#app/config/constants.ts';
import { counted } from '#app/lib/text/counted.ts';
import { type StudentErrors, studentIndexOf } from '#app/students/student-errors.ts';
import { ADDRESS_FIELDS } from '#app/schemas/address-fields.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import { STUDENT_FIELDS } from '#app/schemas/student-fields.ts';

/** Above this number of errors, only the first one of each student is listed, so that the summary remains short. */
const ITEMS_MAX = 10;

interface StudentSummaryProps {
  formId: string;
  errors: StudentErrors;
  /** Index of the open form, from 0. */
  open: number | null;
  /** Whether the page is hydrated, so that links can open another student's form. */
  isLive: boolean;
  onFollow(index: number, fieldId: string): void;
}

/** Errors of a list of students. Each item opens the student's form and links to the field. */
export function StudentSummary({ formId, errors, open, isLive, onFollow }: StudentSummaryProps) {
  const renderLink = ({ message, fieldId }: Required<SummaryItem>) => {
    const index = studentIndexOf(fieldId.slice(formId.length + 1));
    if (index === null) return message;
    if (!isLive && index !== open) {
      return (
        <button type="submit" className="btn-link" name="open" value={index + 1} formNoValidate>
          {message}
        </button>
      );
    }
    const follow = (event: MouseEvent) => {
      event.preventDefault();
      onFollow(index, fieldId);
    };
    return (
      <a href={`#${fieldId}`} onClick={follow}>
        {message}
      </a>
    );
  };
  return <ErrorSummary items={itemsOf(formId, errors)} renderLink={renderLink} />;
}

const LABELS: Readonly<Record<string, string>> = ofEachField(
  { ...STUDENT_FIELDS, ...ADDRESS_FIELDS },
  ({ label }) => label,
);

/** Returns such as ', parent email' if the message doesn't say which field it's about; otherwise ''. */
function unnamedField(name: string, message: string): string {
  const label = LABELS[name.slice(name.lastIndexOf('.') + 1)]?.toLowerCase() ?? '';
  const [word = ''] = label.split(' ');
  return message.toLowerCase().includes(word) ? '' : `, ${label}`;
}

function itemsOf(formId: string, errors: StudentErrors): SummaryItem[] {
  const found = Object.entries(errors).flatMap(([name, messages]) =>
    messages.map((message) => ({ name, message, index: studentIndexOf(name) })),
  );
  const itemOf = ({ name, message, index }: (typeof found)[number], more = 0): SummaryItem => ({
    message: `${index === null ? '' : `Student ${index + 1}${unnamedField(name, message)}: `}${message}${more === 0 ? '' : ` And ${more} more.`}`,
    fieldId: name === '' ? undefined : `${formId}-${name}`,
  });
  if (found.length <= ITEMS_MAX) return found.map((one) => itemOf(one));

  const byIndex = new Map<number | null, typeof found>();
  for (const one of found) byIndex.set(one.index, [...(byIndex.get(one.index) ?? []), one]);
  const items = Array.from(byIndex.values()).flatMap((ofStudent) => {
    const [first] = ofStudent;
    if (first === undefined) return [];
    return first.index === null ? ofStudent.map((one) => itemOf(one)) : [itemOf(first, ofStudent.length - 1)];
  });
  const unnamed = items.length - NAMED_MAX;
  if (unnamed <= 0) return items;
  return [
    ...items.slice(0, NAMED_MAX),
    {
      message: `${counted(unnamed, 'more student needs', 'more students need')} fixes, marked in the list below.`,
    },
  ];
}
