import { useSite } from '#app/components/site/site-context.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { PENDING_NEEDS_SCRIPTS } from '#app/components/designate/designate-steps.ts';

/** Shown only without JavaScript. */
export function PendingWithoutScripts() {
  const { contactEmail } = useSite();
  return (
    <noscript>
      <Banner tone="warning" live={false}>
        <p>
          {PENDING_NEEDS_SCRIPTS} Or email <a href={`mailto:${contactEmail}`}>{contactEmail}</a> and ask to
          have it returned to you.
        </p>
      </Banner>
    </noscript>
  );
}
