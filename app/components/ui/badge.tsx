import type { ReactNode } from 'react';
import { Icon, type IconName } from '#app/components/ui/icons.tsx';

/** A colored label. The text alone must carry the meaning. */
export function Badge({ tone, icon, children }: { tone: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={`badge text-bg-${tone}`}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </span>
  );
}

/** Semantic colors with Bootstrap's names. `app/styles/_tokens.scss` defines them for both color schemes. */
export type Tone = 'primary' | 'secondary' | 'success' | 'info' | 'warning' | 'danger' | 'neutral';
