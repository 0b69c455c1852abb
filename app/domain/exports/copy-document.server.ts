import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { CopyFact } from '#app/schemas/designation-copy.ts';
import { pdfText } from './pdf-text.ts';

const require = createRequire(import.meta.url);

/** Points, 72 per inch, on US Letter. */
const PAGE = { width: 612, height: 792 } as const;
const MARGINS = { top: 54, right: 54, bottom: 72, left: 54 };
const WIDTH = PAGE.width - MARGINS.left - MARGINS.right;
const BOTTOM = PAGE.height - MARGINS.bottom;
const FOOTER_TOP = PAGE.height - 48;
const NUMBER_WIDTH = 70;
const TERM_WIDTH = 130;
const FACT_WIDTH = WIDTH - TERM_WIDTH;
const GAP = { row: 2, block: 10 } as const;
const SIZE = { h1: 16, h2: 12, h3: 10, text: 9 } as const;
/** Space that a text needs to begin on a page and continue on the next one. */
const SPACE_FOR_LONG_TEXT = 60;
/** Space for the heading of the students with the first of them. */
const SPACE_FOR_SECTION = 200;

/** A text with more characters takes long to measure and draw. */
const LONG_TEXT = 200;
/** Lines of a text that are drawn in one step. */
const LINES_AT_ONCE = 50;

const REGULAR = 'regular';
const BOLD = 'bold';
const NO_TEXT = '–';

interface CopyDocumentParts {
  readonly title: string;
  readonly author: string;
  readonly footer: string;
}

/** A PDF that is drawn from top to bottom, tagged with headings and paragraphs for screen readers. */
export interface CopyDocument {
  heading(level: 1 | 2, text: string): void;
  paragraph(text: string): void;
  /**
   * Draws labeled values below a heading, on one page if they fit on a page. Each step of the generator is short, so that
   * other work can run between them.
   */
  facts(facts: readonly CopyFact[], heading?: string): Generator<void, void>;
  /** Returns the bytes of what was drawn on completed pages since the last call; null if there are none. */
  take(): Uint8Array | null;
  /** Completes the last page and returns the rest of the file. */
  end(): AsyncIterable<Uint8Array>;
}

let fonts: readonly [regular: Buffer, bold: Buffer] | undefined;

/** Reads the font files once per process, because they are large. */
export async function readFonts(): Promise<readonly [regular: Buffer, bold: Buffer]> {
  fonts ??= await Promise.all([
    readFile(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
    readFile(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
  ]);
  return fonts;
}

/** Loads the PDF library and its fonts, which no other request needs, and opens an empty document. */
export async function openCopyDocument({ title, author, footer }: CopyDocumentParts): Promise<CopyDocument> {
  const { default: PDFDocument } = await import('pdfkit');
  const [regular, bold] = await readFonts();
  let pageNumber = 0;

  class Document extends PDFDocument {
    /** Draws the footer last, so that readers come to it after the page's content. */
    override addPage(options?: PDFKit.PDFDocumentOptions): this {
      this.drawFooter();
      pageNumber += 1;
      super.addPage(options);
      return this;
    }

    /** In the text's font and size, because a page may end within a text. */
    drawFooter(): void {
      if (pageNumber === 0) return;
      const { x, y } = this;
      const line = { height: SIZE.text, ellipsis: true };
      this.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
      this.text(pdfText(footer), MARGINS.left, FOOTER_TOP, { ...line, width: WIDTH - NUMBER_WIDTH });
      const right = { width: NUMBER_WIDTH, align: 'right' } as const;
      this.text(`Page ${pageNumber}`, PAGE.width - MARGINS.right - NUMBER_WIDTH, FOOTER_TOP, {
        ...line,
        ...right,
      });
      this.endMarkedContent();
      Object.assign(this, { x, y });
    }
  }

  const pdf = new Document({
    ...{ size: 'LETTER', margins: MARGINS, autoFirstPage: false, font: '' },
    ...{ pdfVersion: '1.7', tagged: true, lang: 'en-US', displayTitle: true },
    info: { Title: title, Author: author },
  });
  pdf.registerFont(REGULAR, regular).registerFont(BOLD, bold);
  pdf.font(REGULAR).fontSize(SIZE.text);
  pdf.addPage();

  const write = (text: string, x: number, y: number, width: number) => pdf.text(text, x, y, { width });
  const tagged = (tag: string, draw: () => void) => {
    const element = pdf.struct(tag, {}, draw);
    pdf.addStructure(element);
    element.end();
  };
  const makeSpace = (height: number) => {
    if (pdf.y + height > BOTTOM) pdf.addPage();
  };
  const heading = (level: 1 | 2 | 3, text: string) => {
    if (level === 2) makeSpace(SPACE_FOR_SECTION);
    pdf.font(BOLD).fontSize(SIZE[`h${level}`]);
    tagged(`H${level}`, () => write(pdfText(text), MARGINS.left, pdf.y, WIDTH));
    pdf.font(REGULAR).fontSize(SIZE.text);
    pdf.y += level === 2 ? GAP.block : GAP.row;
  };
  const heightOf = ({ term, text }: CopyFact) =>
    GAP.row +
    Math.max(
      pdf.heightOfString(term, { width: TERM_WIDTH }),
      pdf.heightOfString(text, { width: FACT_WIDTH }),
    );
  const drawFact = (term: string, text: string) => {
    const { page, y } = pdf;
    write(term, MARGINS.left, y, TERM_WIDTH);
    const termBottom = pdf.y;
    write(text, MARGINS.left + TERM_WIDTH, y, FACT_WIDTH);
    if (pdf.page === page) pdf.y = Math.max(pdf.y, termBottom);
  };
  function* drawFacts(given: readonly CopyFact[], title?: string): Generator<void, void> {
    const facts = given.map(({ term, text }) => ({ term, text: pdfText(text || NO_TEXT) }));
    const heights: number[] = [];
    for (const fact of facts) {
      heights.push(heightOf(fact));
      if (fact.text.length > LONG_TEXT) yield;
    }
    const total = heights.reduce((sum, height) => sum + height, title === undefined ? 0 : 2 * SIZE.h3);
    if (total <= BOTTOM - MARGINS.top) makeSpace(total);
    if (title !== undefined) heading(3, title);
    for (const [index, { term, text }] of facts.entries()) {
      makeSpace(Math.min(heights[index] ?? 0, SPACE_FOR_LONG_TEXT));
      for (const [part, lines] of linesInParts(text).entries()) {
        tagged('P', () => drawFact(part === 0 ? term : '', lines));
        if (text.length > LONG_TEXT) yield;
      }
      pdf.y += GAP.row;
    }
    pdf.y += GAP.block;
  }

  return {
    heading,
    paragraph: (text) => {
      tagged('P', () => write(pdfText(text), MARGINS.left, pdf.y, WIDTH));
      pdf.y += GAP.block;
    },
    facts: drawFacts,
    take: () => pdf.read() as Buffer | null,
    end: () => {
      pdf.drawFooter();
      pdf.end();
      return pdf;
    },
  };
}

/** Splits a text with many lines. */
function linesInParts(text: string): string[] {
  const lines = text.split('\n');
  return Array.from({ length: Math.ceil(lines.length / LINES_AT_ONCE) }, (_, part) =>
    lines.slice(part * LINES_AT_ONCE, (part + 1) * LINES_AT_ONCE).join('\n'),
  );
}
