import {
  Links,
  Meta,
  type MetaFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useNavigate,
  useRouteLoaderData,
} from '@remix-run/react';
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { type ReactNode, useContext, useEffect } from 'react';
import { ErrorPage } from '#app/components/site/error-page.tsx';
import { WITHOUT_SCRIPTS } from '#app/components/site/without-scripts.ts';
import { AppShell } from '#app/components/ui/app-shell.tsx';
import { NonceContext } from '#app/components/ui/nonce-context.ts';
import { type Site, SiteContext } from '#app/components/site/site-context.ts';
import { SiteAnswerSchema } from '#app/schemas/screen-answers.ts';
import stylesheet from '#app/styles/theme.scss?url';

const FALLBACK_SITE: Site = {
  appName: 'Scholars',
  contactEmail: '',
  timeZone: 'America/Anchorage',
  state: 'AK',
  handbookUrl: '',
  surveyUrl: '',
};

/** Needs no database: the page that reports its absence names the contact address, too. */
export function loader({ context }: LoaderFunctionArgs) {
  return SiteAnswerSchema.parse({ site: context.application.settings });
}

/** The settings of an installation never change while a page is open. */
export const shouldRevalidate = () => false;

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.site.appName ?? FALLBACK_SITE.appName },
];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const hasScripts = !useMatches().some(({ handle }) => handle === WITHOUT_SCRIPTS);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {hasScripts ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function Root() {
  useHashLinks();
  return (
    <SiteContext.Provider value={useSiteData()}>
      <Outlet />
    </SiteContext.Provider>
  );
}

/** Failures outside the signed-in frame: the login pages, and anything the frame itself needs. */
export function ErrorBoundary() {
  const site = useSiteData();
  return (
    <SiteContext.Provider value={site}>
      <AppShell appName={site.appName} contactEmail={site.contactEmail} narrow>
        <ErrorPage />
      </AppShell>
    </SiteContext.Provider>
  );
}

function useSiteData(): Site {
  return useRouteLoaderData<typeof loader>('root')?.site ?? FALLBACK_SITE;
}

/** Links of the form `/#/designations/ID`, which older emails and bookmarks have, arrive where they meant to. */
function useHashLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = () => {
      if (window.location.hash.startsWith('#/')) navigate(window.location.hash.slice(1), { replace: true });
    };
    follow();
    window.addEventListener('hashchange', follow);
    return () => {
      window.removeEventListener('hashchange', follow);
    };
  }, [navigate]);
}
