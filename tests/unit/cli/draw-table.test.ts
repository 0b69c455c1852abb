import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { drawTable } from '#cli/terminal/draw-table.ts';

const COLUMNS = [
  { title: 'School', isNumber: false },
  { title: 'Status', isNumber: false },
  { title: 'Students', isNumber: true },
];
const linesOf = (rows: readonly (readonly string[])[], width: number | null) => {
  const { head, body } = drawTable(COLUMNS, rows, width);
  return [...head, ...body];
};

describe('a table', () => {
  it('fits each column to its cells, and right-aligns numbers', () => {
    expect(
      linesOf(
        [
          ['Aurora High', 'Pending', '12'],
          ['Fir', 'Approved', '7'],
        ],
        null,
      ),
    ).toEqual([
      'School       Status    Students',
      '───────────  ────────  ────────',
      'Aurora High  Pending         12',
      'Fir          Approved         7',
    ]);
  });

  it('wraps cells that are too wide without losing text', () => {
    const name = 'Saint Petersburg Regional Senior High School of the Northern Peninsula';
    const lines = linesOf([[name, 'Pending', '12']], 50);
    expect(lines).toEqual([
      'School                           Status   Students',
      '───────────────────────────────  ───────  ────────',
      'Saint Petersburg Regional        Pending        12',
      'Senior High School of the',
      'Northern Peninsula',
    ]);
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(50);
  });

  it('keeps the column widths of its first portion', () => {
    const { body } = drawTable(COLUMNS, [['Birch Senior High', 'Late', '1']], 40, [
      ['Fir', 'Approved', '12'],
    ]);
    expect(body).toEqual(['Birch   Late             1', 'Senior', 'High']);
  });

  it('breaks a word that is longer than its column', () => {
    const id = '3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11';
    const { body } = drawTable([{ title: 'ID', isNumber: false }], [[id]], 20);
    expect(body.join('')).toBe(id);
    expect(body).toHaveLength(2);
  });

  it("moves IDs below their rows if they don't fit", () => {
    const id = '3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11';
    const columns = [...COLUMNS, { title: 'ID', isNumber: false }];
    const { head, body } = drawTable(columns, [['Frederick Sound High School', 'Pending', '12', id]], 50);
    expect([...head, ...body]).toEqual([
      'School                       Status   Students',
      '  ID',
      '───────────────────────────  ───────  ────────',
      'Frederick Sound High School  Pending        12',
      `  ${id}`,
    ]);
  });

  it('breaks no word while another column has room to spare', () => {
    const columns = [
      { title: 'School', isNumber: false },
      { title: 'Class size', isNumber: true },
      { title: 'Email', isNumber: false },
    ];
    const { head, body } = drawTable(columns, [['Resurrection Bay High', '184', 'kim@bay.example.org']], 40);
    expect([...head, ...body]).toEqual([
      'School        Class  Email',
      '               size',
      '────────────  ─────  ───────────────────',
      'Resurrection    184  kim@bay.example.org',
      'Bay High',
    ]);
  });

  it('counts wide and composed characters as a terminal shows them', () => {
    expect(stringWidth('学校')).toBe(4);
    expect(stringWidth('Zoe\u0301')).toBe(3);
    expect(linesOf([['学校', 'x', '1']], null)[2]).toBe('学校    x              1');
  });

  it('removes control characters and text direction marks', () => {
    const [line = ''] = linesOf([['a\u001b[2Jb\u202ec\nd', '', '']], null).slice(2);
    expect(line).toBe('a [2Jb c d');
  });
});
