import { Link } from '@remix-run/react';
import { type ButtonHTMLAttributes, forwardRef, type MouseEvent, type ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon, type IconName } from '#app/components/ui/icons.tsx';

/** primary: the screen's main action; outline: others; quiet: in rows and headers; danger: destructive actions. */
export type ButtonVariant = 'primary' | 'outline' | 'quiet' | 'danger';

interface Appearance {
  variant?: ButtonVariant;
  size?: 'sm' | 'md';
  icon?: IconName;
}

/** Returns the class names of a button, for plain links in long lists. */
export function buttonClass({ variant = 'outline', size = 'md' }: Appearance, className?: string): string {
  return classNames('btn', `btn-${variant}`, size === 'sm' && 'btn-sm', className);
}

export interface ButtonProps extends Appearance, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Shows a spinner and `pendingLabel` and ignores clicks. The focus remains. */
  pending?: boolean;
  pendingLabel?: ReactNode;
}

/** A button; `type="button"` by default (see SubmitButton for forms). */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(props, ref) {
  const { variant, size, icon, pending, pendingLabel, className, children, onClick, type, ...rest } = props;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      ref={ref}
      type={type ?? 'button'}
      className={buttonClass({ variant, size }, className)}
      aria-disabled={pending || undefined}
      onClick={press}
    >
      {pending ? <span className="spinner" aria-hidden="true" /> : icon ? <Icon name={icon} /> : null}
      {pending ? (pendingLabel ?? children) : children}
    </button>
  );
});

export interface ButtonLinkProps extends Appearance {
  to: string;
  /** Full page load: downloads and logging out. */
  reloadDocument?: boolean;
  newTab?: boolean;
  /** Key that clicks the link on pages with shortcut keys. */
  shortcut?: string;
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  className?: string;
  children: ReactNode;
}

/** A link styled as a button, for navigation only. */
export function ButtonLink({
  to,
  reloadDocument,
  newTab,
  shortcut,
  variant,
  size,
  icon,
  className,
  ...rest
}: ButtonLinkProps) {
  const { children, onClick } = rest;
  return (
    <Link
      to={to}
      reloadDocument={reloadDocument}
      target={newTab ? '_blank' : undefined}
      className={buttonClass({ variant, size }, className)}
      data-shortcut={shortcut}
      onClick={onClick}
    >
      {icon ? <Icon name={icon} /> : null}
      {children}
    </Link>
  );
}
