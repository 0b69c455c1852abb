import { useLoaderData } from '@remix-run/react';
import { EmailChoice, schoolNames } from '#app/components/emails/email-choice.tsx';
import { titled } from '#app/components/site/titled.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { listTemplateSummaries } from '#app/domain/emails/email-templates.server.ts';
import { readSelection } from '#app/domain/emails/recipient-selection.server.ts';
import { countAudience } from '#app/domain/emails/read-audience.server.ts';
import { OUTSTANDING_SCHOOLS, SELECTED, UNSUBMITTED_STATES } from '#app/schemas/audience-targets.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import {
  OutstandingGroupQuerySchema,
  type RecipientChoice,
  type TemplateChoice,
  TemplateChoiceSchema,
} from '#app/schemas/email-send-screens.ts';
import { REMINDER_STATES, type ReminderState } from '#app/schemas/enums.ts';
import { Uuid } from '#app/schemas/fields.ts';
import { parseQuery } from '#app/server/parse-input.server.ts';
import { screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

const TITLE = 'Email outstanding schools';

export const meta = titled(TITLE);

/** Separate groups, because "we haven't received" is wrong for a designation that the office returned. */
const GROUPS: Record<
  TemplateChoice['group'],
  { readonly label: string; readonly states: readonly ReminderState[] }
> = {
  unsubmitted: { label: 'Not submitted', states: UNSUBMITTED_STATES },
  returned: { label: 'Returned for correction', states: ['RETURNED'] },
  all: { label: 'All outstanding', states: REMINDER_STATES },
};

export const loader = screen(async ({ ctx, url }) => {
  const { items: templates } = await listTemplateSummaries(ctx, {});
  const year = await findActiveYear(ctx);
  const { group } = parseQuery(OutstandingGroupQuerySchema, url.searchParams);
  const states = [...GROUPS[group].states];
  const schools = await selectedSchools(ctx, url.searchParams);
  const choice: AudienceChoice =
    schools.length > 0
      ? { target: SELECTED, positions: [], schoolIds: schools.map(({ id }) => id), userIds: [] }
      : { target: OUTSTANDING_SCHOOLS, positions: [], states };
  const people = year === null && schools.length === 0 ? 0 : await countAudience(ctx, { choice });
  return { year: year?.year ?? null, group, states, schools, people, templates };
}, TemplateChoiceSchema);

/** Returns the schools that the URL names, to email only their staff; empty for all outstanding schools. */
async function selectedSchools(ctx: Ctx, search: URLSearchParams): Promise<RecipientChoice[]> {
  const schoolIds = search.getAll('schoolIds').filter((id) => Uuid.safeParse(id).success);
  if (schoolIds.length === 0) return [];
  return (await readSelection(ctx, { schoolIds, userIds: [], find: '' })).schools;
}

/** Lists which email to send to the staff of which outstanding schools, with links to the send screen. */
export default function OutstandingSchoolsEmail() {
  const choice = useLoaderData<typeof loader>();
  const isSelected = choice.schools.length > 0;
  return (
    <>
      <PageHeader
        title={isSelected ? `Email ${schoolNames(choice.schools)}` : TITLE}
        back={{ to: '/', label: 'Dashboard' }}
      />
      <Stack>
        {isSelected ? null : <Groups group={choice.group} />}
        <EmailChoice choice={choice} />
      </Stack>
    </>
  );
}

/** Links to the groups of outstanding schools. */
function Groups({ group }: Pick<TemplateChoice, 'group'>) {
  return (
    <nav aria-label="Which schools">
      <Cluster>
        {Object.entries(GROUPS).map(([key, { label }]) => (
          <ButtonLink
            key={key}
            to={`/outstanding-schools?group=${key}`}
            size="sm"
            variant={key === group ? 'primary' : 'outline'}
            aria-current={key === group ? 'page' : undefined}
          >
            {label}
          </ButtonLink>
        ))}
      </Cluster>
    </nav>
  );
}
