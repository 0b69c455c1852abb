import type { ReactNode } from 'react';
import { Icon } from '#app/components/ui/icons.tsx';
import type { IconName } from '#app/components/ui/icons.tsx';
import type { Tone } from '#app/components/ui/tone.ts';

/** A colored label. The text alone must carry the meaning. */
export function Badge({ tone, icon, children }: { tone: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={`badge text-bg-${tone}`}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </span>
  );
}
