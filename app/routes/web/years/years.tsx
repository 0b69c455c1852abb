import { data, redirect } from '@remix-run/node';
import { Link, useLoaderData, useSearchParams } from '@remix-run/react';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { CHANGES_SAVED, YEAR_REFUSED } from '#app/messages/save-messages.ts';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { numberedPages } from '#app/components/listing/list-query.ts';
import { titled } from '#app/components/site/titled.ts';
import { ActiveYearForm } from '#app/components/years/active-year-form.tsx';
import { AddYearDialog, AddYearPanel } from '#app/components/years/add-year-dialog.tsx';
import { RolloverPanel } from '#app/components/years/rollover-panel.tsx';
import { yearsList } from '#app/components/years/years-url.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { useOccurrence } from '#app/components/ui/use-occurrence.ts';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { chooseActiveYear } from '#app/domain/academic-years/change-academic-year.server.ts';
import { createAcademicYear } from '#app/domain/academic-years/create-academic-year.server.ts';
import { findUndoableRollover, undoRollover } from '#app/domain/academic-years/undo-rollover.server.ts';
import { getYearsPage } from '#app/domain/academic-years/years-page.server.ts';
import { getListPage } from '#app/domain/designations/list-page.server.ts';
import { zonedDay } from '#app/lib/time/zoned-time.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { Flash } from '#app/schemas/flash.ts';
import { PageNumberQuerySchema } from '#app/schemas/listing.ts';
import { AddYearFormSchema, ChooseYearFormSchema, UndoRolloverFormSchema } from '#app/schemas/year-forms.ts';
import { YearsScreenSchema } from '#app/schemas/year-screens.ts';
import { redirectWithFlash, readFlash } from '#app/server/flash.server.ts';
import { malformedForm } from '#app/server/http-errors.ts';
import { parseQuery } from '#app/server/parse-input.server.ts';
import { formAction, type FormReply, screen, submitForm } from '#app/server/web-route.server.ts';
import { formatNumber } from '#app/lib/text/counted.ts';
import { DesignationTable } from '#app/components/designations/designation-table.tsx';
import { hrefOf } from '#app/components/designations/list-url.ts';
import { Panel } from '#app/components/ui/panel.tsx';
import type { DesignationRow } from '#app/schemas/designation-screens.ts';
import { YEAR_MESSAGES } from '#app/messages/academic-year-messages.ts';
import { activeYearsWarning } from '#app/messages/rollover-labels.ts';
import type { SubmissionResult } from '@conform-to/react';
import { intentOf } from '#app/server/read-form.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Academic Years');

export const loader = screen(async ({ ctx, request, url }) => {
  authorize(ctx.actor, 'academicYear.manage');
  const { page } = parseQuery(PageNumberQuerySchema, url.searchParams);
  const shown = await getYearsPage(ctx, { limit: SCREEN_PAGE_SIZE, offset: (page - 1) * SCREEN_PAGE_SIZE });
  if (shown.years.length === 0 && page > 1) throw redirect(yearsList.hrefOf(new URLSearchParams()));
  const active = shown.active[0];
  const list = active === undefined ? null : await getListPage(ctx, { academicYearId: active.id });
  const flash = await readFlash(request, ctx.settings);
  const response = {
    ...shown,
    page,
    designations:
      list === null || list.rows.length === 0 ? null : { rows: list.rows, total: list.panel.total },
    undoable: await findUndoableRollover(ctx),
    calendarYear: Number(zonedDay(ctx.now(), ctx.settings.timeZone).slice(0, 4)),
    flash: flash.messages,
  };
  return data(response, { headers: flash.headers });
}, YearsScreenSchema);

export const action = formAction(async ({ ctx, url }, form) => {
  authorize(ctx.actor, 'academicYear.manage');
  const comeBack = (message: Omit<Flash, 'id'>) =>
    redirectWithFlash(yearsList.hrefOf(url.searchParams), [message], ctx.settings, { isSamePage: true });
  switch (intentOf(form, ['choose', 'add', 'undo'])) {
    case 'choose':
      return submitForm(
        form,
        ChooseYearFormSchema,
        async ({ chosen, instead = null }) => {
          await chooseActiveYear(ctx, { chosen, instead });
          return comeBack({ tone: 'success', text: CHANGES_SAVED });
        },
        YEAR_REFUSED,
      );
    case 'add':
      return submitForm(
        form,
        AddYearFormSchema,
        async ({ year }) => {
          await createAcademicYear(ctx, { year });
          return comeBack({ tone: 'success', text: YEAR_MESSAGES.added(year), isAlert: true });
        },
        '',
      );
    case 'undo':
      return submitForm(
        form,
        UndoRolloverFormSchema,
        async ({ begun }) => {
          const active = await undoRollover(ctx, begun);
          return comeBack({ tone: 'success', text: YEAR_MESSAGES.rolloverUndone(active?.year ?? null) });
        },
        YEAR_REFUSED,
      );
    default:
      throw malformedForm();
  }
});

export const clientAction = formClientAction(YEAR_REFUSED);

/** The academic years (specification, section 2). */
export default function Years() {
  const response = useLoaderData<typeof loader>();
  const { active, designations, calendarYear, flash } = response;
  const reply = useReply<FormReply>();
  const [search] = useSearchParams();
  const refusalKey = useOccurrence(reply);
  const { intent, refusal, chosenId, typedYear = String(calendarYear) } = yearsReplyOf(reply);
  const here = yearsList.hrefOf(search);
  const warning = activeYearsWarning(active.length);
  return (
    <>
      <PageHeader
        title="Academic Years"
        actions={
          <AddYearDialog
            year={typedYear}
            refusal={intent === 'add' ? refusal : undefined}
            refusalKey={refusalKey}
            done={flash.find(({ isAlert }) => isAlert)?.id}
          />
        }
      />
      <FlashRegion messages={flash} />
      <Stack>
        {refusal === undefined || intent === 'add' ? null : (
          <Banner key={refusalKey} tone="danger">
            {refusal}
          </Banner>
        )}
        {warning === null ? null : <Banner tone="warning">{warning}</Banner>}
        <ActiveYearForm
          years={response.years}
          active={active[0]}
          undecided={response.undecided}
          chosenId={chosenId}
          here={here}
          pages={<YearPages {...response} search={search} />}
        />
        <AddYearPanel year={typedYear} here={here} />
        <RolloverPanel nextYear={(active[0]?.year ?? calendarYear - 1) + 1} undoable={response.undoable} />
        {designations === null || active[0] === undefined ? null : (
          <ActiveYearDesignations year={active[0]} {...designations} />
        )}
      </Stack>
    </>
  );
}

function YearPages(props: {
  years: readonly unknown[];
  total: number;
  page: number;
  search: URLSearchParams;
}) {
  const { years, total, page, search } = props;
  if (total <= SCREEN_PAGE_SIZE) return null;
  return (
    <Pagination
      one="academic year"
      many="academic years"
      shown={years.length}
      total={total}
      {...numberedPages(yearsList, search, { page, total })}
    />
  );
}

interface ActiveYearDesignationsProps {
  year: { readonly id: string; readonly year: number };
  rows: readonly DesignationRow[];
  total: number;
}

function ActiveYearDesignations({ year, rows, total }: ActiveYearDesignationsProps) {
  const search = new URLSearchParams({ academicYearId: year.id });
  return (
    <Panel
      title={`Designations for ${year.year}`}
      flush
      footer={
        <p className="m-0">
          {total > rows.length ? `Showing the first ${rows.length}. ` : null}
          <Link to={hrefOf(search)}>
            All designations for {year.year} ({formatNumber(total)})
          </Link>
        </p>
      }
    >
      <DesignationTable rows={rows} search={search} selectable={false} />
    </Panel>
  );
}

interface YearsReply {
  readonly intent: 'choose' | 'add' | 'undo' | null;
  readonly refusal: string | undefined;
  readonly chosenId: string | undefined;
  readonly typedYear: string | undefined;
}

/** Reads a rejected form. Includes the fields' errors, because the fields themselves can't show messages. */
function yearsReplyOf(reply: SubmissionResult<string[]> | undefined): YearsReply {
  const { intent, chosen, year } = reply?.initialValue ?? {};
  const known = intent === 'choose' || intent === 'add' || intent === 'undo' ? intent : null;
  const formError = reply?.error?.['']?.join(' ');
  const ofFields = Object.values(reply?.error ?? {}).flatMap((messages) => messages ?? []);
  const prefix = known === 'add' ? '' : YEAR_REFUSED;
  return {
    intent: known,
    refusal: formError ?? (ofFields.length === 0 ? undefined : `${prefix}${ofFields.join(' ')}`),
    chosenId: typeof chosen === 'string' ? chosen.split('.')[0] : undefined,
    typedYear: typeof year === 'string' ? year : undefined,
  };
}
