import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { HighSchoolFilter } from '#app/components/designations/high-school-filter.tsx';
import { TYPED_SCHOOL } from '#app/components/designations/list-url.ts';
import { ZonedTimeField } from '#app/components/years/zoned-time-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FieldGrid, FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { useServerForm } from '#app/components/forms/use-server-form.ts';
import { Panel } from '#app/components/ui/panel.tsx';
import type { ExtensionForm as ExtensionFields } from '#app/schemas/year-forms.ts';

interface ExtensionFormProps {
  year: number;
  reply: SubmissionResult<string[]> | undefined;
}

/** Grants a school a later due date; replaces an existing extension. */
export function ExtensionForm({ year, reply }: ExtensionFormProps) {
  const [form, fields] = useServerForm<ExtensionFields>({
    id: 'extension',
    reply,
    constraint: { dueAt: { required: true }, reason: { required: true, maxLength: 500 } },
  });
  const { highSchoolId: id, highSchoolName: name } = reply?.initialValue ?? {};
  const typed = typeof name === 'string' ? name : '';
  return (
    <Panel title="Grant an extension" isScreenOnly>
      <Form method="post" preventScrollReset {...getFormProps(form)} noValidate={false}>
        <FormStack>
          <ErrorSummary form={form} refusal={reply} />
          <p className="m-0">
            An extension lets a school submit its {year} designation until the due date below. It replaces any
            extension the school already has.
          </p>
          <FieldGrid>
            <HighSchoolFilter
              fieldId={fields.highSchoolName.id}
              errors={fields.highSchoolName.errors}
              chosen={typeof id === 'string' && id !== '' ? { id, name: typed } : null}
              search={new URLSearchParams({ [TYPED_SCHOOL]: typed })}
            />
            <ZonedTimeField field={fields.dueAt} label="Due" />
            <TextField field={fields.reason} label="Reason" span={6} width="full" />
          </FieldGrid>
          <FormActions>
            <SubmitButton name="intent" value="grant">
              Grant extension
            </SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}
