import { listed } from '#app/lib/text/listed.ts';
import type { DecisionDraft } from '#app/schemas/designation-review.ts';

interface Listed {
  readonly students: readonly { readonly id: string }[];
}

/**
 * Returns the reason and note to return a designation because of students on another school's list. The note refers to
 * the school's own students by their positions, and says nothing about the other school. Null without such students.
 */
export function returnDraft({ students }: Listed, onOtherLists: readonly string[]): DecisionDraft | null {
  const positions = students.flatMap(({ id }, index) => (onOtherLists.includes(id) ? [index + 1] : []));
  if (positions.length === 0) return null;
  return { kind: 'return', reasons: ['DUAL_ENROLLED'], note: noteAbout(positions) };
}

function noteAbout(positions: readonly number[]): string {
  const [who, whose] =
    positions.length === 1
      ? [`Student ${positions.join('')} on your list is`, 'the student has']
      : [`Students ${listed(positions.map(String))} on your list are`, 'each has'];
  return `${who} also on another school's list. The school where a student has the most credits designates them. Check where ${whose} the most credits. Remove anyone who belongs to the other school, or tell us why they belong on your list.`;
}
