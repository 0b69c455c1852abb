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
  print: 'M4.5 6V2h7v4M4.5 11.5H2V6h12v5.5h-2.5M4.5 9.5h7V14h-7Z',
  plus: 'M3 8h10M8 3v10',
  return: 'M6 3.5 2.5 7 6 10.5M2.5 7H10a3.5 3.5 0 0 1 0 7H7',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4',
  upload: 'M8 10.2V2.2M4.6 5.4 8 2l3.4 3.4M2.5 13.5h11',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon in the text's color and size, hidden from screen readers. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={classNames('icon', `icon-${name}`, className)} viewBox="0 0 16 16" aria-hidden="true">
      <path className="icon-stroke" d={PATHS[name]} />
    </svg>
  );
}

/** The logo: two laurel branches. The same drawing is in `app/public/favicon.svg`. */
export function LaurelMark() {
  return (
    <svg className="icon" viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinecap="round"
        d="M17.1 25.7A10.6 10.6 0 0 0 22.8 7.1M14.9 25.7A10.6 10.6 0 0 1 9.2 7.1"
      />
      <path d="M21.9 24Q25.2 21.8 28.1 24.9Q24.5 27 21.9 24ZM25.5 19.8Q27.4 16.1 31.6 17.4Q29.5 21.3 25.5 19.8ZM26.6 14.5Q26.3 10.4 30.5 9.4Q30.6 13.7 26.6 14.5ZM25 9.6Q23.1 6.4 26 3.9Q27.8 7.3 25 9.6ZM23.9 22.3Q21.6 19.9 23.7 17.1Q26 19.7 23.9 22.3ZM26.4 17.4Q23.2 16.5 23.6 13Q26.9 14.1 26.4 17.4ZM26.1 11.9Q23.1 12.6 21.8 9.7Q25 9.1 26.1 11.9ZM23.4 7.6Q19.7 7.2 19 3.4Q22.9 3.9 23.4 7.6ZM10.1 24Q6.8 21.8 3.9 24.9Q7.5 27 10.1 24ZM6.5 19.8Q4.6 16.1 0.4 17.4Q2.5 21.3 6.5 19.8ZM5.4 14.5Q5.7 10.4 1.5 9.4Q1.4 13.7 5.4 14.5ZM7 9.6Q8.9 6.4 6 3.9Q4.2 7.3 7 9.6ZM8.1 22.3Q10.4 19.9 8.3 17.1Q6 19.7 8.1 22.3ZM5.6 17.4Q8.8 16.5 8.4 13Q5.1 14.1 5.6 17.4ZM5.9 11.9Q8.9 12.6 10.2 9.7Q7 9.1 5.9 11.9ZM8.6 7.6Q12.3 7.2 13 3.4Q9.1 3.9 8.6 7.6Z" />
    </svg>
  );
}
