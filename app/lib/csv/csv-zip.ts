/** '99801' or '99801-1234', whole as it is otherwise: the form then says what is wrong with it. */
export function zipOfCell(cell: string): { zip5: string; zip4: string } {
  const plusFour = /^(\d{5})-(\d{4})$/.exec(cell);
  return plusFour ? { zip5: plusFour[1] ?? '', zip4: plusFour[2] ?? '' } : { zip5: cell, zip4: '' };
}
