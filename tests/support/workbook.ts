import { strToU8, type Zippable, zipSync } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Number formats by style: general, ZIP code, phone number, date, date with the month's name, date and time. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="00000"/>
<numFmt numFmtId="165" formatCode="[&lt;=9999999]###\\-####;\\(###\\)\\ ###\\-####"/>
<numFmt numFmtId="166" formatCode="[$-409]d\\-mmm\\-yy;@"/></numFmts>
<fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0"/><xf numFmtId="164"/>
<xf numFmtId="165"/><xf numFmtId="14"/><xf numFmtId="166"/><xf numFmtId="22"/></cellXfs></styleSheet>`;

export const STYLE = { zip: 1, phone: 2, date: 3, writtenDate: 4, dateTime: 5 } as const;

/** A text, a number with its style, or a cell's XML without its address. */
export type SheetCell = string | readonly [value: number, style?: number] | { readonly xml: string };

export interface NewSheet {
  readonly name: string;
  readonly isHidden?: boolean;
  readonly rows: readonly (readonly SheetCell[])[];
}

/** Returns an Excel workbook as Excel saves it, with `parts` added or replaced. */
export function workbook(sheets: readonly NewSheet[], parts: Zippable = {}): Uint8Array {
  const texts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/></Types>`,
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets
      .map(
        ({ name, isHidden }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}"${isHidden === true ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': STYLES,
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(rows)] as const),
    ),
  };
  const packed = Object.entries(texts).map(([name, xml]) => [name, strToU8(`<?xml version="1.0"?>${xml}`)]);
  return zipSync({ ...(Object.fromEntries(packed) as Zippable), ...parts });
}

/** Returns an archive that says that its part of a size has another size when unpacked. */
export function claimingSize(archive: Uint8Array, size: number, claimed: number): Uint8Array {
  const copy = Buffer.from(archive);
  const from = littleEndian(size);
  for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + 1))
    copy.set(littleEndian(claimed), at);
  return copy;
}

function littleEndian(size: number): Uint8Array {
  return new Uint8Array(new Uint32Array([size]).buffer);
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const list = targets.map(
    ([type, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
}

function sheetXml(rows: readonly (readonly SheetCell[])[]): string {
  const lines = rows.map((cells, at) => {
    const xml = cells.map((cell, column) => cellXml(cell, `${columnName(column)}${at + 1}`));
    return `<row r="${at + 1}">${xml.join('')}</row>`;
  });
  return `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function cellXml(cell: SheetCell, address: string): string {
  if (typeof cell === 'string') {
    const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return cell === '' ? '' : `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
  }
  if ('xml' in cell) return cell.xml.replace('<c', `<c r="${address}"`);
  const [value, style = 0] = cell;
  return `<c r="${address}" s="${style}"><v>${value}</v></c>`;
}

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`;
}
