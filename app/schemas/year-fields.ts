import { fieldList } from './field-tables.ts';

/** What a date of an academic year is called. */
export interface YearDateField {
  readonly label: string;
  /** What the history calls it, where that is not the label. */
  readonly historyLabel?: string;
  /** Its name in sentences. */
  readonly inSentences: string;
  /** The option of `laurel years dates`, as commander names its value. */
  readonly option: string;
}

/** The dates of a year in the order they must come; adding one here adds it everywhere but to rules. */
export const YEAR_DATES = {
  opensAt: { label: 'Opens', inSentences: 'opening date', option: 'opens' },
  earlyDueAt: {
    label: 'Early due',
    historyLabel: 'Early due date',
    inSentences: 'early due date',
    option: 'earlyDue',
  },
  dueAt: { label: 'Due', historyLabel: 'Due date', inSentences: 'due date', option: 'due' },
  correctionsDueAt: {
    label: 'Corrections due',
    historyLabel: 'Corrections due date',
    inSentences: 'date for corrections',
    option: 'correctionsDue',
  },
} as const satisfies Readonly<Record<string, YearDateField>>;
export type YearDateName = keyof typeof YEAR_DATES;

/** The dates with their names, as a list to walk. */
export const YEAR_DATE_LIST: readonly (readonly [YearDateName, YearDateField])[] = fieldList(YEAR_DATES);

export const YEAR_DATE_NAMES: readonly YearDateName[] = YEAR_DATE_LIST.map(([name]) => name);
