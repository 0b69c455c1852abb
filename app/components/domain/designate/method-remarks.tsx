import { COMMENT_REQUIRED_MESSAGE, isCommentRequired } from '#app/lib/criteria-comment.ts';
import { designationSize } from '#app/lib/designation-size.ts';
import { counted } from '#app/lib/draft-words.ts';
import { type Criteria, criteriaLabel } from '#app/schemas/enums.ts';

/** 'A class of 87 designates 9 students.', told as it is typed. */
export function DerivedNumber({ classSize }: { classSize: number | null }) {
  return (
    <p className="form-text mt-2 mb-0" role="status">
      {classSize === null
        ? 'One student in ten is designated, at least one.'
        : `A class of ${classSize} designates ${counted(designationSize(classSize), 'student')}.`}
    </p>
  );
}

/** What was used before, for the criteria's hint. */
export function previousSentence(previous: { criteria: Criteria; year: number } | null): string {
  if (previous === null) return 'How the students of the junior class were ranked.';
  return `In ${previous.year} your school used ${criteriaLabel(previous.criteria)}. If this year's criteria differ, explain why in the comment.`;
}

/** The comment's rule as it stands for what is chosen now (specification, section 5). */
export function commentRule(
  criteria: Criteria | null,
  previousCriteria: Criteria | null,
): string | undefined {
  return isCommentRequired(criteria, previousCriteria) ? COMMENT_REQUIRED_MESSAGE : undefined;
}
