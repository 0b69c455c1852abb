import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useSite } from '#app/components/site/site-context.ts';
import { tabTitle } from '#app/components/site/titled.ts';
import { WITHOUT_SCRIPTS } from '#app/components/site/without-scripts.ts';
import { AppShell } from '#app/components/ui/app-shell.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { NotFound } from '#app/lib/domain-errors.ts';
import { mapError } from '#app/server/error-responses.ts';

export const handle = WITHOUT_SCRIPTS;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => tabTitle(data?.title ?? '', matches);

/** Loads the page that asks before a link does more than show a page. The HTTP server has the question. */
export function loader({ context: { linkQuestion, requestId } }: LoaderFunctionArgs) {
  if (linkQuestion !== undefined) return linkQuestion;
  const { body, status } = mapError(new NotFound(), requestId);
  throw Response.json(body, { status });
}

export default function ConfirmLink() {
  const { title, sentence, button, href } = useLoaderData<typeof loader>();
  const { appName, contactEmail, logo } = useSite();
  return (
    <AppShell appName={appName} contactEmail={contactEmail} logo={logo} narrow>
      <PageHeader title={title} />
      <p>This link didn&apos;t come from one of our pages. {sentence} Do you want to continue?</p>
      <p className="cluster">
        <ButtonLink to={href} variant="primary" reloadDocument>
          {button}
        </ButtonLink>
        <ButtonLink to="/" reloadDocument>
          Go to the dashboard
        </ButtonLink>
      </p>
    </AppShell>
  );
}
