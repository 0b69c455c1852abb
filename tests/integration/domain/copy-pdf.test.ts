import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { z } from 'zod';
import { openCopyDocument, readFonts } from '#app/domain/exports/copy-document.server.ts';
import { isInPdfFont, pdfText } from '#app/domain/exports/pdf-text.ts';
import { copyPdf } from '#app/domain/exports/copy-pdf.server.ts';
import { EXPORTS_AT_ONCE } from '#app/domain/exports/export-file.server.ts';
import { Busy, NotFound } from '#app/lib/domain-errors.ts';
import type { CopyFact, DesignationCopy } from '#app/schemas/designation-copy.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const factsOf = (facts: Readonly<Record<string, string>>): CopyFact[] =>
  Object.entries(facts).map(([term, text]) => ({ term, text }));

const COPY: DesignationCopy = {
  id: '00000000-0000-4000-8000-000000000000',
  reference: '2026-7K3M-Q2XP',
  schoolName: 'Chilkat Válley High School',
  year: 2026,
  notice: null,
  notInPdf: [],
  facts: factsOf({ 'Class size': '20', Comment: 'By hand.\nTwice.', Note: '' }),
  students: ['Ŭñï Ωλ', 'Жанна Łukasz'].map((name, index) => ({
    id: String(index),
    heading: `${index + 1}. ${name}`,
    facts: factsOf({ 'First name': name, Address: '12 Main St\nHaines, AK 99827' }),
  })),
};

/** The part of pdfkit that its types leave out. */
const OpenedFont = z.object({
  _font: z.object({ font: z.custom<{ hasGlyphForCodePoint(code: number | undefined): boolean }>() }),
});

/** A copy with complete students, each with different values. */
const copyOfMany = (count: number): DesignationCopy => ({
  ...COPY,
  students: Array.from({ length: count }, (_, index) => ({
    id: String(index),
    heading: `${index + 1}. Ŭñï Ωλ${index}`,
    facts: factsOf({
      'First name': `Ŭñï${index}`,
      'Last name': `Ωλ${index}`,
      Email: `student.${index}@pupils.example.org`,
      Address: `${index} Main St\nHaines, AK 99827`,
    }),
  })),
});

const database = useDatabase();
let orm: Orm;
beforeAll(async () => {
  orm = await openOrm(database.url);
});
afterAll(() => orm.close(true));

const pdfOf = (copy: DesignationCopy) => copyPdf(makeCtx({ orm }), () => Promise.resolve(copy));

async function bytesOf({ stream }: { readonly stream: ReadableStream<Uint8Array> }): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function read(copy: DesignationCopy) {
  const bytes = await bytesOf(await pdfOf(copy));
  const raw = Buffer.from(bytes).toString('latin1');
  const pdf = await getDocumentProxy(bytes);
  const { text: pages } = await extractText(pdf, { mergePages: false });
  return { raw, pdf, pages };
}

describe('the PDF of a copy', () => {
  it('has every text in order, in Latin, Greek, and Cyrillic, with a footer on its page', async () => {
    const { pages } = await read(COPY);
    expect(pages).toHaveLength(1);
    expect(pages[0]?.split('\n').map((line) => line.trim())).toEqual([
      'Designation for Chilkat Válley High School',
      '2026 academic year',
      'Class size 20',
      'Comment By hand.',
      'Twice.',
      'Note –',
      'Students (2)',
      '1. Ŭñï Ωλ',
      'First name Ŭñï Ωλ',
      'Address 12 Main St',
      'Haines, AK 99827',
      '2. Жанна Łukasz',
      'First name Жанна Łukasz',
      'Address 12 Main St',
      'Haines, AK 99827',
      '2026-7K3M-Q2XP · Chilkat Válley High School Page 1',
    ]);
  });

  it('embeds subsets of both fonts, and no other font', async () => {
    const { raw } = await read(COPY);
    const fonts = [...raw.matchAll(/\/FontName \/(\S+)/g)].map(([, name]) => name);
    expect(fonts.map((name) => name?.replace(/^[A-Z]{6}\+/, 'subset of ')).toSorted()).toEqual([
      'subset of DejaVuSans',
      'subset of DejaVuSans-Bold',
    ]);
    expect(raw.match(/\/FontFile2 /g)).toHaveLength(2);
    expect(raw).not.toContain('/Helvetica');
    expect(raw.length).toBeLessThan(100_000);
  });

  it('has a title, a language, and tagged headings for screen readers', async () => {
    const { raw, pdf } = await read(COPY);
    expect((await getMeta(pdf)).info).toMatchObject({
      Title: 'Designation for Chilkat Válley High School, 2026',
      Author: 'Scholars',
      Language: 'en-US',
    });
    expect(raw).toContain('/DisplayDocTitle true');
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    const tree = (await (await pdf.getPage(1)).getStructTree()) as { children: { role: string }[] };
    const headings = tree.children.map(({ role }) => role).filter((role) => role.startsWith('H'));
    expect(headings).toEqual(['H1', 'H2', 'H3', 'H3']);
  });

  it('is named after school and year, without the students', async () => {
    const file = await pdfOf(COPY);
    expect([file.fileName, file.contentType]).toEqual([
      'chilkat-valley-high-school-2026-designation.pdf',
      'application/pdf',
    ]);
    await file.stream.cancel();
  });

  it("isn't loaded while too many files are being downloaded, and frees its slot at the end", async () => {
    const pdfs = [];
    for (let nth = 1; nth <= EXPORTS_AT_ONCE; nth += 1) pdfs.push(await pdfOf(copyOfMany(100)));
    let isLoaded = false;
    const load = () => Promise.resolve(((isLoaded = true), COPY));
    await expect(copyPdf(makeCtx({ orm }), load)).rejects.toBeInstanceOf(Busy);
    expect(isLoaded).toBe(false);

    const [read, ...others] = pdfs;
    await read?.stream.pipeTo(new WritableStream());
    const failed = copyPdf(makeCtx({ orm }), () => Promise.reject(new NotFound()));
    await expect(failed).rejects.toBeInstanceOf(NotFound);
    others.push(await pdfOf(COPY));
    await expect(pdfOf(COPY)).rejects.toBeInstanceOf(Busy);
    for (const { stream } of others) await stream.cancel();
    await (await pdfOf(COPY)).stream.cancel();
  });

  it('reads the font files only once', async () => {
    expect(await readFonts()).toBe(await readFonts());
  });

  it('composes letters with separate accents', async () => {
    const { pages } = await read({ ...COPY, facts: factsOf({ Comment: 'Zoe\u0308' }) });
    expect(pages[0]).toContain('Comment Zo\u00eb');
  });

  it("draws question marks for characters that the font doesn't have, and says whose they are", async () => {
    const facts = factsOf({ Comment: '李 🎓、 ok' });
    const { pages } = await read({ ...COPY, facts, notInPdf: ['“Comment”', 'student 2 (田中)'] });
    const text = pages[0]?.replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      "This PDF can't show some characters in “Comment” and student 2 (??). Use the printable copy instead.",
    );
    expect(text).toContain('Comment ? ?? ok');
    expect((await read(COPY)).pages[0]).not.toContain("can't show");
  });

  it('has a glyph in both fonts for every character that counts as printable', async () => {
    const { default: PDFDocument } = await import('pdfkit');
    const [regular, bold] = await readFonts();
    for (const file of [regular, bold]) {
      const { _font } = OpenedFont.parse(new PDFDocument({ font: '' }).font(file));
      const missing = Array.from({ length: 0x30000 }, (_, code) => code)
        .filter((code) => /\p{Assigned}/u.test(String.fromCodePoint(code)) && code >= 0x20)
        .filter((code) => isInPdfFont(String.fromCodePoint(code)))
        .filter(
          (code) => !_font.font.hasGlyphForCodePoint(pdfText(String.fromCodePoint(code)).codePointAt(0)),
        );
      expect(missing).toEqual([]);
    }
  });

  it('measures and draws a long text in short steps, with long words broken', async () => {
    const pdf = await openCopyDocument({ title: 'Title', author: 'Author', footer: 'Footer' });
    const texts = ['abcdefghij'.repeat(200), 'x\u0301'.repeat(1000), 'word '.repeat(400), '\n'.repeat(1999)];
    const steps = texts.map((Comment) => [...pdf.facts(factsOf({ Comment }))].length);
    expect(steps).toEqual([2, 2, 2, 41]);
    const words = texts.slice(0, 2).flatMap((text) => pdfText(text).split('\u200B'));
    expect(words.filter((word) => word.length > 100)).toEqual([]);
    const { pages } = await read({ ...COPY, facts: factsOf({ Comment: texts[0] ?? '' }) });
    expect(pages.join('').replaceAll(/[\s\u200B]/g, '')).toContain(texts[0]);
  });

  it('keeps a student on one page, numbers the pages, and continues a text longer than a page', async () => {
    const many = copyOfMany(40);
    const comment = Array.from({ length: 200 }, (_, line) => `Line ${line}`).join('\n');
    const { pages } = await read({ ...many, facts: factsOf({ Comment: comment }) });
    for (const [index, page] of pages.entries()) {
      expect(page.trim()).toMatch(new RegExp(`Chilkat Válley High School\\s+Page ${index + 1}$`));
    }
    const all = pages.join('\n');
    expect(comment.split('\n').filter((line) => !all.split(/\n|Comment /).includes(line))).toEqual([]);
    for (const { heading, facts } of many.students) {
      const page = pages.find((text) => text.includes(`${heading}\n`)) ?? '';
      const texts = facts.flatMap(({ text }) => text.split('\n'));
      expect([heading, texts.filter((text) => !page.includes(text))]).toEqual([heading, []]);
    }
  });

  it('lets other requests run between students, and sends pages before it is complete', async () => {
    const { stream } = await pdfOf(copyOfMany(500));
    const reader = stream.getReader();
    let chunks = 0;
    const reading = (async () => {
      while (!(await reader.read()).done) chunks += 1;
      return 'complete';
    })();
    let turns = 0;
    while ((await Promise.race([reading, setImmediate('pending')])) === 'pending') turns += 1;
    expect(turns).toBeGreaterThan(400);
    expect(chunks).toBeGreaterThan(50);
  });
});
