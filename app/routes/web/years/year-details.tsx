import { data } from '@remix-run/node';
import { type MetaFunction, useLoaderData, useSearchParams } from '@remix-run/react';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { YEAR_REFUSED } from '#app/messages/save-messages.ts';
import { YEAR_MESSAGES } from '#app/messages/academic-year-messages.ts';
import { counted } from '#app/lib/text/counted.ts';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { hrefOf } from '#app/components/designations/list-url.ts';
import { HistoryPanel } from '#app/components/history/history-panel.tsx';
import { tabTitle } from '#app/components/site/titled.ts';
import { ExtensionForm } from '#app/components/years/extension-form.tsx';
import { ExtensionsPanel } from '#app/components/years/extensions-panel.tsx';
import { UnsavedChanges } from '#app/components/designations/unsaved-changes.tsx';
import { YearDatesForm } from '#app/components/years/year-dates-form.tsx';
import { YearStatus } from '#app/components/years/year-status.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { useOccurrence } from '#app/components/ui/use-occurrence.ts';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { getYearDetails } from '#app/domain/academic-years/years-page.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import { PageNumberQuerySchema } from '#app/schemas/listing.ts';
import { type YearDetailsResponse, YearScreenSchema } from '#app/schemas/year-screens.ts';
import { readFlash } from '#app/server/flash.server.ts';
import { historyBefore, parseQuery } from '#app/server/parse-input.server.ts';
import { formAction, type FormReply, screen, screenId } from '#app/server/web-route.server.ts';
import { postYear } from './post-year.server.ts';
import { DeletePanel } from '#app/components/ui/delete-panel.tsx';
import { Panel } from '#app/components/ui/panel.tsx';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta: MetaFunction<typeof loader> = ({ data: response, matches }) =>
  tabTitle(response ? `Academic year ${response.year.year}` : 'Academic year', matches);

export const loader = screen(async ({ ctx, params, request, url }) => {
  authorize(ctx.actor, 'academicYear.manage');
  const { page } = parseQuery(PageNumberQuerySchema, url.searchParams);
  const id = screenId(params);
  const cut = { limit: SCREEN_PAGE_SIZE, offset: (page - 1) * SCREEN_PAGE_SIZE };
  const details = await getYearDetails(ctx, { id, page: cut });
  const timeline = await readTimeline(ctx, { type: 'ACADEMIC_YEAR', id }, historyBefore(url));
  const { messages, headers } = await readFlash(request, ctx.settings);
  const response = {
    ...details,
    page,
    timeline,
    flash: messages,
  };
  return data(response, { headers });
}, YearScreenSchema);

export const action = formAction(async (call, form) => {
  authorize(call.ctx.actor, 'academicYear.manage');
  return postYear(call, form, screenId(call.params));
});

export const clientAction = formClientAction(YEAR_REFUSED);

export default function YearDetails() {
  const { year, designations, extensions, extensionTotal, page, timeline, flash } =
    useLoaderData<typeof loader>();
  const reply = useReply<FormReply>();
  const [search] = useSearchParams();
  const refusalKey = useOccurrence(reply);
  const intent = reply?.initialValue?.['intent'];
  const replyTo = (wanted: string) => (intent === wanted ? reply : undefined);
  const isOfForm = intent === 'dates' || intent === 'grant';
  const refusal = isOfForm ? undefined : reply?.error?.['']?.join(' ');
  const done = flash[0]?.id;
  return (
    <>
      <PageHeader
        back={{ to: '/years', label: 'Academic Years' }}
        title={`Academic year ${year.year}`}
        subtitle={<YearStatus status={year.status} />}
        actions={
          <ButtonLink to={hrefOf(new URLSearchParams({ academicYearId: year.id }))}>
            {counted(designations, 'designation')}
          </ButtonLink>
        }
      />
      <FlashRegion messages={flash} />
      <UnsavedChanges forms={['year-dates', 'extension']} />
      <Stack key={year.id}>
        {refusal === undefined ? null : (
          <Banner key={refusalKey} tone="danger">
            {refusal}
          </Banner>
        )}
        <YearDatesForm
          key={intent === 'dates' ? 'dates' : `dates ${year.version}`}
          year={year}
          reply={replyTo('dates')}
        />
        <ExtensionsPanel
          year={year}
          extensions={extensions}
          total={extensionTotal}
          page={page}
          search={search}
        />
        <ExtensionForm key={`grant ${done}`} year={year.year} reply={replyTo('grant')} />
        <HistoryPanel timeline={timeline} />
        <DeleteYearPanel year={year} designations={designations} />
      </Stack>
    </>
  );
}

interface DeleteYearPanelProps {
  year: YearDetailsResponse;
  designations: number;
}

/** Deletes a year, or explains why it can't be deleted (decisions, section 3). */
function DeleteYearPanel({ year: { year, status, version }, designations }: DeleteYearPanelProps) {
  const obstacle =
    status === 'ACTIVE'
      ? "You can't delete the active year. Make another year active first."
      : designations > 0
        ? `${year} has ${counted(designations, 'designation')}, so it can't be deleted.`
        : null;
  if (obstacle !== null) {
    return (
      <Panel title="Delete this year">
        <p>{obstacle}</p>
      </Panel>
    );
  }
  return (
    <DeletePanel
      noun="year"
      name={String(year)}
      version={version}
      message={YEAR_MESSAGES.deleteQuestion(year)}
    />
  );
}
