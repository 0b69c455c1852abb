import { classNames } from '#app/components/ui/class-names.ts';

/** The drawings in `app/public/icons.svg`. */
export type IconName =
  | 'alert'
  | 'arrow-down'
  | 'arrow-up'
  | 'check'
  | 'chevron-left'
  | 'chevron-right'
  | 'clock'
  | 'close'
  | 'download'
  | 'external'
  | 'info'
  | 'menu'
  | 'minus'
  | 'pencil'
  | 'print'
  | 'plus'
  | 'return'
  | 'search'
  | 'trash'
  | 'upload';

/** A decorative icon in the text's color and size, hidden from screen readers. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={classNames('icon', `icon-${name}`, className)} viewBox="0 0 16 16" aria-hidden="true">
      <use className="icon-stroke" href={`/icons.svg#${name}`} />
    </svg>
  );
}

/** The logo: two laurel branches. */
export function LaurelMark() {
  return (
    <svg className="icon" viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <use href="/icons.svg#laurel" />
    </svg>
  );
}
