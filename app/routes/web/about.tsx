import { Link } from '@remix-run/react';
import { useSite } from '#app/components/site/site-context.ts';
import { titled } from '#app/components/site/titled.ts';
import { ExternalLink } from '#app/components/ui/external-link.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';

export const meta = titled('About');

export default function About() {
  const { appName, handbookUrl, contactEmail } = useSite();
  return (
    <>
      <PageHeader title={`About ${appName}`} />
      <p>
        High schools designate the top ten percent of their junior class as candidates for a university
        scholars award. Administrators review each designation and approve it, reject it, or return it for
        correction.
      </p>
      <p>
        The rules are in the <ExternalLink href={handbookUrl}>program handbook</ExternalLink>. For questions,
        email <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
      </p>
      <p>
        For scripts and other systems, see the <Link to="/api/docs">API reference</Link>.
      </p>
    </>
  );
}
