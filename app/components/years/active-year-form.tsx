import { Form } from '@remix-run/react';
import type { FormEvent, ReactNode } from 'react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { YearStatus } from '#app/components/years/year-status.tsx';
import { FieldError } from '#app/components/forms/field-error.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { useSubmitQuestion } from '#app/components/ui/confirm.tsx';
import { closingSentence } from '#app/messages/rollover-labels.ts';
import { versionTokenOf } from '#app/lib/versions.ts';
import type { YearRow } from '#app/schemas/year-screens.ts';

const FORM_ID = 'active-year';

const fetchCheck = async () => (await import('#app/components/years/year-validation.ts')).checkActiveYear;

interface ActiveYearFormProps {
  years: readonly YearRow[];
  /** The active year, even if it is on another page. */
  active: { id: string; year: number } | undefined;
  undecided: number;
  /** ID of the year selected in a form that was rejected. */
  chosenId: string | undefined;
  /** URL of the page without the form's response, for Cancel. */
  here: string;
  pages: ReactNode;
}

/**
 * The years with radio buttons for the active one (specification, section 2). Submits the active year as
 * displayed, and the version of the chosen one.
 */
export function ActiveYearForm(props: ActiveYearFormProps) {
  if (props.years.length === 0) {
    return (
      <Panel flush>
        <EmptyState title="No academic years yet">
          Add the year schools will designate for, then make it active.
        </EmptyState>
      </Panel>
    );
  }
  return <YearForm {...props} />;
}

function YearForm({ years, active, undecided, chosenId, here, pages }: ActiveYearFormProps) {
  const { formProps, errorsOf, loaded } = useLazyForm({ id: FORM_ID, reply: undefined, fetchCheck });
  const checkedId = chosenId ?? active?.id;
  const effect = active === undefined ? null : closingSentence(active.year, undecided);
  const [askFirst, dialog] = useSubmitQuestion((values) => {
    const chosen = years.find((row) => versionTokenOf(row) === values.get('chosen'));
    if (effect === null || chosen === undefined || chosen.id === active?.id) return null;
    const title = `Make ${chosen.year} the active year?`;
    return { title, message: effect, confirmLabel: `Make ${chosen.year} active`, isCareful: true };
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    formProps.onSubmit(event);
    if (!event.defaultPrevented) askFirst(event);
  };
  return (
    <Form method="post" preventScrollReset {...formProps} onSubmit={submit}>
      {loaded}
      <input type="hidden" name="instead" value={active?.id ?? ''} />
      <Panel
        flush
        footer={
          <Stack space="tight">
            {pages}
            {effect === null ? null : (
              <noscript>
                <p className="m-0">
                  Choosing another year closes {active?.year}. {effect}
                </p>
              </noscript>
            )}
            <Cluster>
              <SubmitButton name="intent" value="choose">
                Save
              </SubmitButton>
              <ButtonLink to={here} onClick={() => formProps.ref.current?.reset()}>
                Cancel
              </ButtonLink>
            </Cluster>
          </Stack>
        }
      >
        <fieldset className="fieldset">
          <legend className="visually-hidden">Active academic year</legend>
          <div role="alert">
            <FieldError id={`${FORM_ID}-chosen-error`} errors={errorsOf('chosen')} />
          </div>
          <DataTable
            caption="Academic years"
            rows={years}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'year',
                header: 'Active year',
                rowHeader: true,
                cell: (row) => <YearChoice row={row} isChecked={row.id === checkedId} />,
              },
              { key: 'status', header: 'Status', cell: ({ status }) => <YearStatus status={status} /> },
              { key: 'opens', header: 'Opens', cell: ({ opensAt }) => <YearDate iso={opensAt} /> },
              { key: 'due', header: 'Due', cell: ({ dueAt }) => <YearDate iso={dueAt} /> },
              {
                key: 'view',
                header: 'View',
                headerHidden: true,
                align: 'end',
                cell: ({ id, year }) => (
                  <ButtonLink size="sm" to={`/years/${id}`}>
                    Dates and extensions
                    <VisuallyHidden> for {year}</VisuallyHidden>
                  </ButtonLink>
                ),
              },
            ]}
          />
        </fieldset>
      </Panel>
      {dialog}
    </Form>
  );
}

function YearChoice({ row, isChecked }: { row: YearRow; isChecked: boolean }) {
  const id = `year-${row.year}`;
  return (
    <div className="form-check m-0">
      <input
        className="form-check-input"
        type="radio"
        id={id}
        name="chosen"
        value={versionTokenOf(row)}
        defaultChecked={isChecked}
      />
      <label className="form-check-label" htmlFor={id}>
        {row.year}
      </label>
    </div>
  );
}

function YearDate({ iso }: { iso: string | null }) {
  return iso === null ? <span className="text-body-secondary">Not set</span> : <AlaskaTime iso={iso} />;
}
