import { classNames } from '#app/components/ui/class-names.ts';

/** Stroke paths on a 16 by 16 grid, drawn for this product. */
const PATHS = {
  alert: 'M8 2.2 14.6 13.4H1.4ZM8 6.4v3.2M8 11.5v.1',
  'arrow-down': 'M8 3v10M4 9l4 4 4-4',
  'arrow-up': 'M8 13V3M4 7l4-4 4 4',
  check: 'M3 8.6 6.4 12 13 4.4',
  'chevron-left': 'M10 3 5 8l5 5',
  'chevron-right': 'M6 3l5 5-5 5',
  clock: 'M14.2 8A6.2 6.2 0 1 1 1.8 8a6.2 6.2 0 0 1 12.4 0ZM8 4.4V8l2.4 1.6',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  download: 'M8 2v8M4.6 6.8 8 10.2l3.4-3.4M2.5 13.5h11',
  external: 'M6.5 3.5h-4v10h10v-4M9 2.5h4.5V7M13.2 2.8 7.2 8.8',
  info: 'M14.2 8A6.2 6.2 0 1 1 1.8 8a6.2 6.2 0 0 1 12.4 0ZM8 7.2v4M8 4.7v.1',
  menu: 'M2 4h12M2 8h12M2 12h12',
  minus: 'M3 8h10',
  pencil: 'M2.5 13.5l.7-3.2 8-8 2.5 2.5-8 8ZM9.6 3.9l2.5 2.5',
  plus: 'M3 8h10M8 3v10',
  return: 'M6 3.5 2.5 7 6 10.5M2.5 7H10a3.5 3.5 0 0 1 0 7H7',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4',
  upload: 'M8 10.2V2.2M4.6 5.4 8 2l3.4 3.4M2.5 13.5h11',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture beside a word: it inherits the text's colour and size and is hidden from assistive technology. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      className={classNames('icon', `icon-${name}`, className)}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The product's mark: two laurel branches. The same drawing is in `app/public/favicon.svg`. */
export function LaurelMark() {
  return (
    <svg className="icon" viewBox="0 0 32 32" fill="currentColor" aria-hidden="true" focusable="false">
      <path
        d="M15.2 28.4C8.6 26.8 4.6 21.6 4.7 14.6M16.8 28.4c6.6-1.6 10.6-6.8 10.5-13.8"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
      <path d="M4.6 15.2C2.4 12.6 2.3 9.6 4.3 6.6c2.2 2.8 2.4 5.7.3 8.6ZM27.4 15.2c2.2-2.6 2.3-5.6.3-8.6-2.2 2.8-2.4 5.7-.3 8.6Z" />
      <path d="M5.2 19.2C2.6 18 1.3 15.9 1.3 12.6c3.3 1 4.7 3.2 3.9 6.6ZM26.8 19.2c2.6-1.2 3.9-3.3 3.9-6.6-3.3 1-4.7 3.2-3.9 6.6Z" />
      <path d="M6.6 17.4c.2-3 1.8-5.2 4.9-6.3.6 3.4-.9 5.6-4.9 6.3ZM25.4 17.4c-.2-3-1.8-5.2-4.9-6.3-.6 3.4.9 5.6 4.9 6.3Z" />
      <path d="M8 23.8c-3 0-5-1.3-6.1-4.2 3.4-.5 5.5.8 6.1 4.2ZM24 23.8c3 0 5-1.3 6.1-4.2-3.4-.5-5.5.8-6.1 4.2Z" />
      <path d="M9.2 22c-.4-3 .7-5.4 3.5-7.2 1.3 3.2.3 5.7-3.5 7.2ZM22.8 22c.4-3-.7-5.4-3.5-7.2-1.3 3.2-.3 5.7 3.5 7.2Z" />
    </svg>
  );
}
