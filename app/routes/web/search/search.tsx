import { data } from '@remix-run/node';
import { Form, Link } from '@remix-run/react';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FieldGrid, FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { sentText } from '#app/components/forms/server-errors.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { titled } from '#app/components/site/titled.ts';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { searchEverywhere } from '#app/domain/search/search-everywhere.server.ts';
import { SEARCH_REFUSED } from '#app/messages/save-messages.ts';
import { searchResultGroups, type SearchResultGroup } from '#app/messages/search-labels.ts';
import { authorize } from '#app/policy/authorize.ts';
import { NothingSchema } from '#app/schemas/screen-responses.ts';
import { SearchSchema } from '#app/schemas/search.ts';
import { formAction, type FormReply, screen, submitForm } from '#app/server/web-route.server.ts';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { SEARCH_MESSAGES } from '#app/messages/search-messages.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Search');

export const loader = screen(({ ctx }) => {
  authorize(ctx.actor, 'search.everything');
  return Promise.resolve({});
}, NothingSchema);

/** The results of a form that was accepted. */
interface SearchReply {
  readonly text: string;
  readonly groups: readonly SearchResultGroup[];
}

export const action = formAction(async ({ ctx }, form) => {
  authorize(ctx.actor, 'search.everything');
  return submitForm(
    form,
    SearchSchema,
    async ({ text }) => {
      const groups = searchResultGroups(await searchEverywhere(ctx, text));
      return data<SearchReply>({ text, groups });
    },
    SEARCH_REFUSED,
  );
});

export const clientAction = formClientAction(SEARCH_REFUSED);

const FORM_ID = 'search';

const fetchCheck = async () => (await import('#app/components/search/search-validation.ts')).checkSearch;

/** The search as a page, for browsers without JavaScript. The text is posted, so that no URL contains it. */
export default function Search() {
  const reply = useReply<FormReply | SearchReply>();
  const found = reply !== undefined && 'groups' in reply ? reply : null;
  const refusal = reply !== undefined && 'groups' in reply ? undefined : reply;
  const { formProps, errorsOf, summary, loaded } = useLazyForm({ id: FORM_ID, reply: refusal, fetchCheck });
  return (
    <>
      <PageHeader title="Search" />
      <Stack>
        <Panel title="Schools, people, students, and designations" isScreenOnly>
          <Form method="post" {...formProps}>
            {loaded}
            <FormStack>
              <ErrorSummary form={summary} refusal={refusal} />
              <FieldGrid>
                <TextField
                  name="text"
                  id={`${FORM_ID}-text`}
                  label="Search for"
                  hint="The start of one or more names, a year, an email address, or a reference. We record searches that show students."
                  type="search"
                  autoComplete="off"
                  width="full"
                  span={6}
                  defaultValue={found?.text ?? sentText(refusal, 'text') ?? ''}
                  errors={errorsOf('text')}
                />
              </FieldGrid>
              <FormActions>
                <SubmitButton pendingLabel="Searching…">Search</SubmitButton>
              </FormActions>
            </FormStack>
          </Form>
        </Panel>
        {found === null ? null : <SearchResults groups={found.groups} />}
      </Stack>
    </>
  );
}

/** The results of a search as lists of links, one per kind. */
function SearchResults({ groups }: { groups: readonly SearchResultGroup[] }) {
  if (groups.length === 0) return <EmptyState title={SEARCH_MESSAGES.nothing} />;
  return (
    <Stack>
      {groups.map(({ group, title, results, more }) => (
        <Panel key={group} title={title}>
          <ul className="search-list">
            {results.map(({ id, path, name, details }) => (
              <li key={id}>
                <Link to={path}>{name}</Link> <span className="search-details">{details}</span>
              </li>
            ))}
          </ul>
          {more === null ? null : <p>{more}</p>}
        </Panel>
      ))}
    </Stack>
  );
}
