const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const CONTENT_TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Styles of cells in `STYLES_XML`, by index. Both are text, so that Excel keeps zeros when a cell is edited. */
export const TEXT_STYLE = 1;
export const HEADER_STYLE = 2;

/** Number format 49 is text. */
const STYLES_XML = `${DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

type Part = readonly [name: string, xml: string];

/** The parts that come first. The first one tells programs that the archive is a workbook. */
export const FIRST_PARTS: readonly Part[] = [
  [
    '_rels/.rels',
    `${DECLARATION}<Relationships xmlns="${PACKAGE_RELATIONS}"><Relationship Id="rId1" Type="${OFFICE_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  ['xl/styles.xml', STYLES_XML],
];

export function sheetPart(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

/** Returns a sheet's beginning: the first row stays in view, and each column has its width in characters. */
export function sheetBeginning(widths: readonly number[]): string {
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${TEXT_STYLE}" customWidth="1"/>`,
  );
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}

/** Returns a sheet's end, which turns off Excel's warning about numbers stored as text in `range`. */
export function sheetEnd(range: string): string {
  return `</sheetData><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

/** Returns the parts that come last, because they list the sheets. `names` are the names of the sheets, in order. */
export function lastParts(names: readonly string[]): Part[] {
  const sheets = names.map((name, index) => ({ name, number: index + 1 }));
  const styles = sheets.length + 1;
  return [
    [
      'xl/workbook.xml',
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE_RELATIONS}"><sheets>${sheets
        .map(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${DECLARATION}<Relationships xmlns="${PACKAGE_RELATIONS}">${sheets
        .map(
          ({ number }) =>
            `<Relationship Id="rId${number}" Type="${OFFICE_RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="rId${styles}" Type="${OFFICE_RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${DECLARATION}<Types xmlns="${CONTENT_TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>${sheets
        .map(
          ({ number }) =>
            `<Override PartName="/${sheetPart(number)}" ContentType="${SHEET_TYPE}.worksheet+xml"/>`,
        )
        .join('')}</Types>`,
    ],
  ];
}
