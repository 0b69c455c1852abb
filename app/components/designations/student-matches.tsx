import { Banner } from '#app/components/ui/banner.tsx';

interface StudentMatchesProps {
  /** The list in its order; places are told from 1. */
  students: readonly { readonly id?: string | undefined }[];
  /** Who is on it twice, a sentence each. */
  lookalikes: readonly string[];
  /** For administrators: the ids of those who may also be on another school's list. */
  onOtherLists?: readonly string[] | undefined;
}

/** Who is on the list twice and, for administrators, who may be on another school's too (decisions, section 5). */
export function StudentMatches({ students, lookalikes, onOtherLists = [] }: StudentMatchesProps) {
  const warned = new Set(onOtherLists);
  const places = students.flatMap(({ id }, index) => (id !== undefined && warned.has(id) ? [index + 1] : []));
  const sentences = [...otherListsSentence(places), ...lookalikes];
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

function otherListsSentence(places: readonly number[]): string[] {
  if (places.length === 0) return [];
  const [who, whose] =
    places.length === 1
      ? [`Student ${places.join('')}`, 'the student has']
      : [`Students ${places.slice(0, -1).join(', ')} and ${places.at(-1)}`, 'each has'];
  return [`${who} may also be on another school's list: check where ${whose} the most credits.`];
}
