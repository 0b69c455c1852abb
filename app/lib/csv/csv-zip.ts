/** Splits '99801-1234' into both parts. Other text stays in `zip5` unchanged, so the form can report what is wrong. */
export function zipOfCell(cell: string): { zip5: string; zip4: string } {
  const plusFour = /^(\d{5})-(\d{4})$/.exec(cell);
  return plusFour ? { zip5: plusFour[1] ?? '', zip4: plusFour[2] ?? '' } : { zip5: cell, zip4: '' };
}
