import { data } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { YEAR_REFUSED } from '#app/messages/save-messages.ts';
import { titled } from '#app/components/site/titled.ts';
import { RolloverCheckList } from '#app/components/years/rollover-check-list.tsx';
import { RolloverForm } from '#app/components/years/rollover-form.tsx';
import { RolloverPlan } from '#app/components/years/rollover-plan.tsx';
import { FormStack } from '#app/components/forms/form-layout.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { useOccurrence } from '#app/components/ui/use-occurrence.ts';
import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import { rollOverYear } from '#app/domain/academic-years/roll-over-year.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { zonedDay } from '#app/lib/time/zoned-time.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type RolloverReport, RolloverSchema } from '#app/schemas/rollover.ts';
import { RolloverFormSchema } from '#app/schemas/year-forms.ts';
import { RolloverScreenSchema } from '#app/schemas/year-screens.ts';
import { redirectWithFlash } from '#app/server/flash.server.ts';
import { parseQuery } from '#app/server/parse-input.server.ts';
import { formAction, type FormReply, screen, submitForm } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Rollover');

/** Loads the dry run for the URL's year, by default the one after the active year. */
export const loader = screen(async ({ ctx, url }) => {
  authorize(ctx.actor, 'academicYear.manage');
  try {
    const year = parseQuery(RolloverSchema.partial().strip(), url.searchParams).year ?? (await nextYear(ctx));
    return {
      year: String(year),
      refusal: null,
      report: await rollOverYear(ctx, { year, isDryRun: true }),
    };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const refusal = error.issues.map(({ message }) => message).join(' ');
    return data({ year: url.searchParams.get('year') ?? '', refusal, report: null }, { status: 400 });
  }
}, RolloverScreenSchema);

async function nextYear(ctx: Ctx): Promise<number> {
  const active = await findActiveYear(ctx);
  return active === null ? Number(zonedDay(ctx.now(), ctx.settings.timeZone).slice(0, 4)) : active.year + 1;
}

export const action = formAction(async ({ ctx }, form) => {
  authorize(ctx.actor, 'academicYear.manage');
  return submitForm(
    form,
    RolloverFormSchema,
    async ({ year, plan }) => {
      const report = await rollOverYear(ctx, { year, plan });
      const flash =
        report.outcome === 'DONE'
          ? ({ tone: 'success', text: doneSentence(report) } as const)
          : ({ tone: 'info', text: `${alreadyActiveSentence(report, year)} Nothing was changed.` } as const);
      return redirectWithFlash('/years', [flash], ctx.settings);
    },
    YEAR_REFUSED,
  );
});

function doneSentence({ active, closed }: RolloverReport): string {
  const begun = `The ${active.year} academic year has begun.`;
  return closed === null ? begun : `${begun} ${closed.year} is closed.`;
}

function alreadyActiveSentence({ active }: RolloverReport, year: number): string {
  return active.year === year
    ? `The ${year} academic year is already active.`
    : `The ${active.year} academic year is already active, and it's later than ${year}.`;
}

export const clientAction = formClientAction(YEAR_REFUSED);

export default function Rollover() {
  const { year, refusal, report } = useLoaderData<typeof loader>();
  const reply = useReply<FormReply>();
  const refusalKey = useOccurrence(reply);
  const failure = reply?.error?.['']?.join(' ');
  return (
    <>
      <PageHeader back={{ to: '/years', label: 'Academic Years' }} title="Rollover" />
      <Stack>
        {failure === undefined ? null : (
          <Banner key={refusalKey} tone="danger">
            {failure}
          </Banner>
        )}
        <Panel isScreenOnly>
          <Form method="get" action="/years/rollover">
            <FormStack>
              <TextField
                key={year}
                name="year"
                label="New academic year"
                type="number"
                inputMode="numeric"
                step={1}
                width="xs"
                required
                defaultValue={year}
                {...(refusal === null ? {} : { errors: [refusal] })}
              />
              <Cluster>
                <Button type="submit">Preview rollover</Button>
              </Cluster>
            </FormStack>
          </Form>
        </Panel>
        {report === null ? null : report.outcome === 'ALREADY' ? (
          <Banner tone="info">
            {alreadyActiveSentence(report, Number(year))} There&apos;s nothing to do.
          </Banner>
        ) : (
          <>
            <RolloverPlan report={report} />
            <RolloverCheckList report={report} />
            <RolloverForm report={report} />
          </>
        )}
      </Stack>
    </>
  );
}
