import { fieldList } from './field-tables.ts';

export interface YearDateField {
  readonly label: string;
  /** Label in the history, if it is different. */
  readonly historyLabel?: string;
  readonly inSentences: string;
  /** Option of `laurel years dates`, in commander's spelling. */
  readonly option: string;
}

/** Dates of a year, in the order they must have. Adding one here adds it to the schemas, screens, and history. */
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
    inSentences: 'corrections due date',
    option: 'correctionsDue',
  },
} as const satisfies Readonly<Record<string, YearDateField>>;
export type YearDateName = keyof typeof YEAR_DATES;

export const YEAR_DATE_LIST: readonly (readonly [YearDateName, YearDateField])[] = fieldList(YEAR_DATES);

export const YEAR_DATE_NAMES: readonly YearDateName[] = YEAR_DATE_LIST.map(([name]) => name);
