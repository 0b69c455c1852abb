import { Banner } from '#app/components/ui/banner.tsx';
import { listed } from '#app/lib/text/listed.ts';

interface StudentMatchesProps {
  /** All students in order; positions count from 1. */
  students: readonly { readonly id?: string | undefined }[];
  /** Other warnings, one sentence each. */
  warnings: readonly string[];
  /** Administrators only: IDs of students who may also be on another school's list. */
  onOtherLists?: readonly string[] | undefined;
}

/** Warnings about a list and, for administrators, possible matches at other schools (decisions, section 5). */
export function StudentMatches({ students, warnings, onOtherLists = [] }: StudentMatchesProps) {
  const warned = new Set(onOtherLists);
  const positions = students.flatMap(({ id }, index) =>
    id !== undefined && warned.has(id) ? [index + 1] : [],
  );
  const sentences = [...otherListsSentence(positions), ...warnings];
  if (sentences.length === 0) return null;
  return (
    <Banner tone="warning" live={false}>
      {sentences.map((sentence) => (
        <p key={sentence} className="mb-0">
          {sentence}
        </p>
      ))}
    </Banner>
  );
}

function otherListsSentence(positions: readonly number[]): string[] {
  if (positions.length === 0) return [];
  const [who, whose] =
    positions.length === 1
      ? [`Student ${positions.join('')}`, 'the student has']
      : [`Students ${listed(positions.map(String))}`, 'each has'];
  return [`${who} may also be on another school's list. Check where ${whose} the most credits.`];
}
