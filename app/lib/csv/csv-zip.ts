/** States whose ZIP codes begin with a zero, and how many digits are left where a spreadsheet dropped the zeros. */
const ZERO_STATES: Readonly<Record<string, number>> = {
  ...{ AE: 4, CT: 4, MA: 4, ME: 4, NH: 4, NJ: 4, RI: 4, VT: 4 },
  ...{ PR: 3, VI: 3 },
};

/**
 * Splits '99801-1234' into both parts. Other text stays in `zip5` unchanged, so the form can report what is wrong.
 *
 * @param state the address's state; '1720' in Massachusetts is '01720', because spreadsheets drop leading zeros
 */
export function zipOfCell(cell: string, state = ''): { zip5: string; zip4: string } {
  const [, digits = cell, zip4 = ''] = /^(\d{3,5})(?:-(\d{4}))?$/.exec(cell) ?? [];
  if (digits.length === 5) return { zip5: digits, zip4 };
  return digits.length === ZERO_STATES[state]
    ? { zip5: digits.padStart(5, '0'), zip4 }
    : { zip5: cell, zip4: '' };
}
