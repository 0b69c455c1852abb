import { MAX_CSV_COLUMNS, MAX_CSV_ROWS } from './csv-table.ts';

/** Position of a cell in its sheet, from 1. */
interface Position {
  readonly row: number;
  readonly column: number;
}

const PREFIX = '(?:[^\\s<>/:]{1,50}:)?';
const CELL_OR_ROW = new RegExp(`<${PREFIX}(row|c)(?=[\\s/>])`, 'g');
const CELL_END = new RegExp(`</${PREFIX}c\\s*>`, 'g');
const ROW_NUMBER = /\sr\s*=\s*["'](\d{1,9})["']/;
const ADDRESS = /\sr\s*=\s*["']([A-Z]{1,5}\d{1,9})["']/i;
const TYPE = /\st\s*=\s*["'](\w{1,20})["']/;
const STYLE = /\ss\s*=\s*["'](\d{1,9})["']/;
/** A formula's result or a number, and a text within the cell. */
const VALUES = ['v', 'is'].map((name) => ({
  name,
  opening: new RegExp(`<${PREFIX}${name}[\\s>]`),
  closing: new RegExp(`</${PREFIX}${name}\\s*>`),
}));
/** Elements that the reader would take for more cells, or for one entry per column of the sheet. */
const REPEATING = new RegExp(`<${PREFIX}(?:cols?|c)[\\s/>]`);

/**
 * Returns a sheet's XML with nothing but its filled cells, each with its address. Formatted empty cells, formulas, and
 * column widths need many times their size to read. Cells beyond the limits of an import are moved next to them, and
 * after `maxCells` the rest is dropped, so that a larger sheet is still noticed.
 *
 * @throws {SyntaxError} when a cell is incomplete
 */
export function filledCellsXml(xml: string, maxCells: number): string {
  const cells: string[] = [];
  let position: Position = { row: 0, column: 0 };
  CELL_OR_ROW.lastIndex = 0;
  for (let found = CELL_OR_ROW.exec(xml); found !== null; found = CELL_OR_ROW.exec(xml)) {
    const from = CELL_OR_ROW.lastIndex;
    const end = xml.indexOf('>', from);
    if (end < 0) throw new SyntaxError('The sheet ends within an element.');
    const attributes = xml.slice(from, end);
    CELL_OR_ROW.lastIndex = end + 1;
    if (found[1] === 'row') {
      position = { row: Number(ROW_NUMBER.exec(attributes)?.[1]) || position.row + 1, column: 0 };
      continue;
    }
    position = positionOf(ADDRESS.exec(attributes)?.[1] ?? '', position);
    if (attributes.endsWith('/')) continue;
    CELL_END.lastIndex = end + 1;
    const close = CELL_END.exec(xml);
    if (close === null) throw new SyntaxError('The sheet ends within a cell.');
    CELL_OR_ROW.lastIndex = CELL_END.lastIndex;
    const value = valueXml(xml.slice(end + 1, close.index));
    if (value === '') continue;
    cells.push(cellXml(position, attributes, value));
    if (cells.length > maxCells) break;
  }
  return `<worksheet><sheetData><row>${cells.join('')}</row></sheetData></worksheet>`;
}

function cellXml({ row, column }: Position, attributes: string, value: string): string {
  const address = `${columnName(Math.min(column, MAX_CSV_COLUMNS + 1))}${Math.min(row, MAX_CSV_ROWS + 1)}`;
  const type = TYPE.exec(attributes)?.[1] ?? 'n';
  const style = STYLE.exec(attributes)?.[1] ?? '';
  return `<c r="${address}" t="${type}" s="${style}">${value}</c>`;
}

/** Returns the value of a cell that Excel saved, or the text in it; empty if it has neither. */
function valueXml(content: string): string {
  for (const { name, opening, closing } of VALUES) {
    const from = content.search(opening);
    if (from < 0) continue;
    const start = content.indexOf('>', from) + 1;
    const length = content.slice(start).search(closing);
    if (start === 0 || length < 1) continue;
    const inner = content.slice(start, start + length);
    if (REPEATING.test(inner)) throw new SyntaxError('A cell contains other cells.');
    return `<${name}>${inner}</${name}>`;
  }
  return '';
}

/** Returns the position of an address like 'B5'; without an address, the next one in the row. */
function positionOf(address: string, { row, column }: Position): Position {
  if (address === '') return { row, column: column + 1 };
  const letters = address.replace(/\d+$/, '').toUpperCase();
  let index = 0;
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(address.slice(letters.length)), column: index };
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + ((column - 1) % 26));
  return column <= 26 ? letter : `${columnName(Math.floor((column - 1) / 26))}${letter}`;
}
