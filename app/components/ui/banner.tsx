import { type ReactNode, useState } from 'react';
import { Icon, type IconName } from '#app/components/ui/icons.tsx';

export type BannerTone = 'info' | 'success' | 'warning' | 'danger';

const ICONS: Record<BannerTone, IconName> = {
  info: 'info',
  success: 'check',
  warning: 'alert',
  danger: 'alert',
};

interface BannerProps {
  tone: BannerTone;
  title?: ReactNode;
  /** Adds a button to dismiss the banner; hidden without JavaScript. */
  dismissible?: boolean;
  /** `false` if the text is part of the initial page and must not be announced. */
  live?: boolean;
  children: ReactNode;
}

/** A page-wide message. Success and info are announced politely, warning and danger immediately. */
export function Banner({ tone, title, dismissible, live = true, children }: BannerProps) {
  const [dismissed, setDismissed] = useState(false);
  if (dismissed) return null;
  const urgent = tone === 'danger' || tone === 'warning';
  return (
    <div className={`alert alert-${tone}`} role={live ? (urgent ? 'alert' : 'status') : undefined}>
      <Icon name={ICONS[tone]} />
      <div className="alert-body">
        {title ? <p className="alert-title">{title}</p> : null}
        {children}
      </div>
      {dismissible ? (
        <button
          type="button"
          className="alert-dismiss script-needed"
          aria-label="Dismiss"
          onClick={() => setDismissed(true)}
        >
          <Icon name="close" />
        </button>
      ) : null}
    </div>
  );
}
