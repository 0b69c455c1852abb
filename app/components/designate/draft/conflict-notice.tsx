import type { ConflictNoticeProps } from '#app/components/designate/draft/working-copy.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';

/**
 * Asks which version to keep if both the stored designation and the draft changed. Without JavaScript it is part of
 * the form; the server's error message says who saved first.
 */
export function ConflictNotice(props: ConflictNoticeProps) {
  const { designation, here, working } = props;
  if (working.isLive) {
    return working.question === null ? null : <working.question.Notice {...props} asked={working.question} />;
  }
  const sent = working.reply?.initialValue?.['version'];
  if (typeof sent !== 'string' || sent === String(designation.version)) return null;
  return (
    <Banner tone="warning" title="Which version do you want to keep?">
      <p>
        Your changes are still here, but they aren&apos;t saved. Look at the latest version, then choose one.
      </p>
      <Cluster>
        <ButtonLink to={`/designations/${designation.id}`} newTab reloadDocument size="sm">
          See the latest version (opens in a new tab)
        </ButtonLink>
        <Button type="submit" size="sm" name="overwrite" value={designation.version}>
          Keep my version
        </Button>
        <ButtonLink to={here} reloadDocument size="sm">
          Use the latest version
        </ButtonLink>
      </Cluster>
    </Banner>
  );
}
