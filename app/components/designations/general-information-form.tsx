import { Form } from '@remix-run/react';
import { type ChangeEvent, useCallback, useEffect, useRef, useState } from 'react';
import { RadioGroupField } from '#app/components/forms/choice-group-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { optionsOf } from '#app/components/forms/select-field.tsx';
import { findNewerValues } from '#app/components/forms/newer-values.ts';
import { SubmitButton, usePendingForm } from '#app/components/forms/submit-button.tsx';
import { TextareaField, TextField } from '#app/components/forms/text-field.tsx';
import { sentText, type ServerReply } from '#app/components/forms/server-errors.ts';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { classSizeBandError, expectedNumberWarning } from '#app/schemas/designation-size.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import { type Criteria, CRITERIA_LABELS, criteriaLabel } from '#app/schemas/enums.ts';
import { METHOD_FIELDS, type MethodField } from '#app/schemas/designation-fields.ts';

export const GENERAL_INFORMATION_FORM = 'general-information';

/** Determines whether a comment is required. */
const CONTROLLING_FIELDS = ['criteria'];

interface GeneralInformationFormProps {
  designation: DesignationResponse;
  /** Criteria of the school's previous designation, which determine whether a comment is required. */
  previousCriteria: Criteria | null;
  reply: ServerReply;
}

/** Lets an administrator correct class size, criteria, and comment (specification, section 5). */
export function GeneralInformationForm({
  designation,
  previousCriteria,
  reply,
}: GeneralInformationFormProps) {
  const { classSize } = designation;
  const [typedSize, setTypedSize] = useState<string | null>(null);
  const latest = useRef({ before: designation, previousCriteria });
  useEffect(() => {
    latest.current = { before: designation, previousCriteria };
  });
  const fetchCheck = useCallback(async () => {
    const { correctionCheck } = await import('#app/components/designations/designation-validation.ts');
    return correctionCheck(() => latest.current);
  }, []);
  const { formProps, errorsOf, summary, loaded } = useLazyForm({
    id: GENERAL_INFORMATION_FORM,
    reply,
    fetchCheck,
    controllingFields: CONTROLLING_FIELDS,
  });
  const isPending = usePendingForm()?.get('intent') === 'correct';
  const fieldOf = (name: MethodField) => ({
    name,
    id: `${GENERAL_INFORMATION_FORM}-${name}`,
    errors: errorsOf(name),
    defaultValue: sentText(reply, name) ?? String(designation[name] ?? ''),
  });
  const newerValues = findNewerValues(storedFields(designation), designation.version, reply);
  const remark = classSizeRemark(classSize, typedSize ?? '') ?? newerValues.classSize;
  return (
    <CollapsiblePanel title="Edit general information" defaultOpen={reply !== undefined}>
      <Form method="post" {...formProps}>
        {loaded}
        <input type="hidden" name="intent" value="correct" />
        <input type="hidden" name="version" value={designation.version} />
        <FormStack>
          <ErrorSummary form={summary} refusal={reply} />
          <TextField
            {...fieldOf('classSize')}
            label={METHOD_FIELDS.classSize.label}
            type="number"
            inputMode="numeric"
            min={0}
            width="xs"
            warning={errorsOf('classSize').includes(remark ?? '') ? undefined : remark}
            onChange={(event: ChangeEvent<HTMLInputElement>) => setTypedSize(event.currentTarget.value)}
          />
          <RadioGroupField
            {...fieldOf('criteria')}
            label={METHOD_FIELDS.criteria.label}
            hint={
              previousCriteria === null ? undefined : `Last designation: ${criteriaLabel(previousCriteria)}.`
            }
            options={optionsOf(CRITERIA_LABELS)}
            warning={newerValues.criteria}
          />
          <TextareaField
            {...fieldOf('criteriaComment')}
            label={METHOD_FIELDS.criteriaComment.label}
            hint="Required for “Other” or if the criteria differ from the last designation's."
            warning={newerValues.criteriaComment}
          />
          <FormActions>
            <SubmitButton pending={isPending}>Save general information</SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </CollapsiblePanel>
  );
}

function storedFields({ classSize, criteria, criteriaComment }: DesignationResponse) {
  return {
    classSize: { value: String(classSize ?? '') },
    criteria: { value: criteria ?? '', label: criteria === null ? '' : criteriaLabel(criteria) },
    criteriaComment: { value: criteriaComment ?? '' },
  };
}

/** Returns the error for a typed size outside the band, or else the new expected number of students. */
function classSizeRemark(current: number | null, typed: string): string | undefined {
  if (current === null || !/^\d+$/.test(typed)) return undefined;
  const next = Number(typed);
  return classSizeBandError(current, next) ?? expectedNumberWarning(current, next) ?? undefined;
}
