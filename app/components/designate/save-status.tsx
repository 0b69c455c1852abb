import { useDraftStore } from '#app/components/designate/draft-context.ts';
import { SaveFrame, savingHint } from '#app/components/designate/save-frame.tsx';
import type { SaveLineProps } from '#app/components/designate/save-line.tsx';
import { Icon } from '#app/components/ui/icons.tsx';

/** How saving stands, and who else is here: a hint until the page is alive. */
export function SaveStatus(props: SaveLineProps) {
  const { SaveLine } = useDraftStore();
  if (SaveLine !== null) return <SaveLine {...props} />;
  return (
    <SaveFrame>
      <p>
        <Icon name="info" />
        <span>{savingHint(props.status)}</span>
      </p>
    </SaveFrame>
  );
}
