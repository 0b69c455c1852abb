import { print } from '#cli/command-output.ts';
import { type Figure, isMet, lineOf } from '#tests/bench/support/figures.ts';

export class Report {
  #missed = 0;

  get isMet(): boolean {
    return this.#missed === 0;
  }

  add(figure: Figure): void {
    if (!isMet(figure)) this.#missed += 1;
    print(lineOf(figure));
  }
}
