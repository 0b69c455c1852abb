import { Invalid } from '#app/lib/domain-errors.ts';
import { IMPORT_MESSAGES } from '#app/messages/import-messages.ts';
import { counted } from '#app/lib/text/counted.ts';

/** What is wrong with a row, and what to do. Without values, because they may be students' data. */
export interface ImportProblem {
  /** Row number in a spreadsheet, from 1. */
  readonly row: number;
  /** The column's header; null if it's about the whole row. */
  readonly column: string | null;
  readonly message: string;
}

/** More problems than this aren't listed. */
export const PROBLEMS_MAX = 10_000;

/** Collects the problems of a list, in the order of its rows. */
export class ImportProblems {
  readonly #found: ImportProblem[] = [];
  #count = 0;

  /** How many there are, also those that aren't listed. */
  get count(): number {
    return this.#count;
  }

  add(row: number, column: string | null, message: string): void {
    this.#count += 1;
    if (this.#found.length < PROBLEMS_MAX) this.#found.push({ row, column, message });
  }

  /** Returns the problems of both. */
  with(others: ImportProblems): ImportProblems {
    const both = new ImportProblems();
    for (const { row, column, message } of [...this.#found, ...others.#found]) both.add(row, column, message);
    both.#count = this.#count + others.#count;
    return both;
  }

  listed(): ImportProblem[] {
    return this.#found.toSorted((one, other) => one.row - other.row);
  }

  /** @throws {UnimportableList} if there are any */
  assertNone(): void {
    if (this.#count > 0) throw new UnimportableList(this);
  }
}

/** A list of which nothing is imported, because some of its rows have problems. */
export class UnimportableList extends Invalid {
  readonly problems: ImportProblems;

  constructor(problems: ImportProblems) {
    const issues = problems.listed().map(({ row, message }) => ({ path: ['rows', row], message }));
    super(issues, IMPORT_MESSAGES.unimportable(counted(problems.count, 'problem')));
    this.problems = problems;
  }
}
