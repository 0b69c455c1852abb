import { useLoaderData } from '@remix-run/react';
import { AllDesignations } from '#app/components/domain/dashboard/all-designations.tsx';
import { DueLine } from '#app/components/domain/dashboard/due-line.tsx';
import { SchoolLists } from '#app/components/domain/dashboard/school-lists.tsx';
import { titled } from '#app/components/domain/titled.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { dashboardOf } from '#app/domain/designations/dashboard.server.ts';
import { isAdmin } from '#app/policy/actor.ts';
import { type DashboardAnswer, DashboardAnswerSchema } from '#app/schemas/dashboard.ts';
import { screen } from '#app/server/web-route.server.ts';

const NO_SCHOOLS =
  "You aren't assigned to any high schools. Contact your administrator if you believe this to be an error.";

export const meta = titled('Dashboard');

export const loader = screen(
  async ({ ctx, actor }) => ({
    now: ctx.now().toISOString(),
    user: { name: `${actor.firstName} ${actor.lastName}`, isAdmin: isAdmin(actor) },
    ...(await dashboardOf(ctx)),
  }),
  DashboardAnswerSchema,
);

/** The first screen after signing in (specification, section 2). */
export default function Dashboard() {
  const { user, highSchools, allDesignations, designationCount, ...designating } =
    useLoaderData<typeof loader>();
  const places = [...highSchools.map(({ name }) => name), ...(user.isAdmin ? ['Admin'] : [])];
  const actions = user.isAdmin ? (
    <ButtonLink to="/designations" variant="primary">
      Review designations
    </ButtonLink>
  ) : null;
  return (
    <>
      <PageHeader title={user.name} subtitle={places.join(' & ')} actions={actions} />
      {highSchools.length === 0 ? (
        <p>{NO_SCHOOLS}</p>
      ) : (
        <Stack space="loose">
          <Designating {...designating} />
          <AllDesignations designations={allDesignations} total={designationCount} />
        </Stack>
      )}
    </>
  );
}

type DesignatingProps = Pick<DashboardAnswer, 'now' | 'year' | 'unstarted' | 'started' | 'pending'>;

function Designating({ year, now, ...lists }: DesignatingProps) {
  if (year === null) {
    return (
      <Banner tone="info" live={false}>
        No academic year is active. You can designate again when the next one opens.
      </Banner>
    );
  }
  return (
    <section aria-labelledby="designating">
      <h2 id="designating">Currently designating for the {year.year} academic year</h2>
      {year.dueAt === null ? null : (
        <p>
          <DueLine dueAt={year.dueAt} now={now} />
        </p>
      )}
      <SchoolLists year={year} now={now} {...lists} />
    </section>
  );
}
