/** What a designation's students or class size should be checked for. None of them blocks anything. */
export const DESIGNATION_WARNINGS = [
  'ON_OTHER_LIST',
  'APPROVED_BEFORE',
  'LISTED_TWICE',
  'AGE',
  'INCOMPLETE',
  'CLASS_SIZE',
  'ZIP_CODE',
] as const;
export type DesignationWarning = (typeof DESIGNATION_WARNINGS)[number];

/** Labels short enough that a row of the list stays one line. */
export const DESIGNATION_WARNING_LABELS: Record<DesignationWarning, string> = {
  ON_OTHER_LIST: "On another school's list",
  APPROVED_BEFORE: 'Approved before',
  LISTED_TWICE: 'Listed twice',
  AGE: 'Age',
  INCOMPLETE: 'Incomplete',
  CLASS_SIZE: 'Class size',
  ZIP_CODE: 'ZIP code',
};

/** Returns the label of a warning in an address, or what the address says if there is no such warning. */
export function warningLabel(kind: string): string {
  const labels: Readonly<Record<string, string>> = DESIGNATION_WARNING_LABELS;
  return labels[kind] ?? kind;
}
