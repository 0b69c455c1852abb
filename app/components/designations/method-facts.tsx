import type { Fact } from '#app/components/ui/description-list.tsx';
import { METHOD_FIELDS, type MethodField } from '#app/schemas/designation-fields.ts';
import { type Criteria, criteriaLabel } from '#app/schemas/enums.ts';

interface Method extends Readonly<Record<MethodField, unknown>> {
  readonly classSize: number | null;
  readonly criteria: Criteria | null;
  readonly criteriaComment: string | null;
}

/** Returns how students were ranked, for a `DescriptionList`. */
export function methodFacts({ classSize, criteria, criteriaComment }: Method): Record<MethodField, Fact> {
  return {
    classSize: { term: METHOD_FIELDS.classSize.label, detail: classSize },
    criteria: {
      term: METHOD_FIELDS.criteria.label,
      detail: criteria === null ? null : criteriaLabel(criteria),
    },
    criteriaComment: {
      term: METHOD_FIELDS.criteriaComment.label,
      detail: criteriaComment ? <span className="text-pre-line">{criteriaComment}</span> : null,
    },
  };
}
