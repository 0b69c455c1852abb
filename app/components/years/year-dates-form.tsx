import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { useSite } from '#app/components/site/site-context.ts';
import { ZonedTimeField } from '#app/components/years/zoned-time-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { findNewerValues } from '#app/components/forms/newer-values.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { useServerForm } from '#app/components/forms/use-server-form.ts';
import { Panel } from '#app/components/ui/panel.tsx';
import { wallClockAt } from '#app/lib/time/wall-clock.ts';
import { formatInZone, regionOf } from '#app/lib/time/zoned-time.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import { YEAR_DATE_LIST, YEAR_DATE_NAMES, YEAR_DATES, type YearDateName } from '#app/schemas/year-fields.ts';
import type { YearDatesForm as YearDatesFields } from '#app/schemas/year-forms.ts';
import type { YearDetailsResponse } from '#app/schemas/year-screens.ts';

const HINTS: Readonly<Record<YearDateName, string>> = {
  opensAt: "Schools can't start a designation before this date.",
  earlyDueAt: 'A target date. Schools can still submit after it.',
  dueAt: 'After this date, only schools with an extension can submit.',
  correctionsDueAt: 'Schools can resubmit returned designations until this date.',
};

interface YearDatesFormProps {
  year: YearDetailsResponse;
  reply: SubmissionResult<string[]> | undefined;
}

/** The dates of a year in the program's time zone (decisions, section 5). */
export function YearDatesForm({ year, reply }: YearDatesFormProps) {
  const { timeZone } = useSite();
  const stored = ofEachField(YEAR_DATES, (_, name) => storedDate(year[name], timeZone));
  const [form, fields] = useServerForm<YearDatesFields>({
    id: 'year-dates',
    reply,
    // The validity of one date depends on the others.
    controllingFields: YEAR_DATE_NAMES,
    defaultValue: ofEachField(YEAR_DATES, (_, name) => stored[name].value),
  });
  const newerValues = findNewerValues(stored, year.version, reply);
  return (
    <Panel title="Dates">
      <Form method="post" preventScrollReset {...getFormProps(form)} noValidate={false}>
        <input type="hidden" name="version" value={year.version} />
        <FormStack>
          <ErrorSummary form={form} refusal={reply} />
          <p className="m-0">All times are in {regionOf(timeZone)} time. Clear a field to remove its date.</p>
          {YEAR_DATE_LIST.map(([name, { label }]) => (
            <ZonedTimeField
              key={name}
              field={fields[name]}
              label={label}
              hint={HINTS[name]}
              stored={year[name]}
              warning={newerValues[name]}
            />
          ))}
          <FormActions>
            <SubmitButton name="intent" value="dates">
              Save dates
            </SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}

/** Returns a date as its field shows it, with a label for version conflicts. */
function storedDate(iso: string | null, timeZone: string) {
  if (iso === null) return { value: '' };
  return { value: wallClockAt(iso, timeZone), label: formatInZone(iso, timeZone) };
}
