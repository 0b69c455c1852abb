import { stepPath, type StepTarget } from './step-path.ts';

/** Reasons of a return that are about the method step. */
const METHOD_REASONS: readonly string[] = ['CLASS_SIZE', 'CRITERIA'];

/** Returns the URL of the step to correct for the reasons of a return: the method, unless one is about students. */
export function correctionsPath(reasons: readonly string[], target: StepTarget): string {
  const isMethod = reasons.length > 0 && reasons.every((reason) => METHOD_REASONS.includes(reason));
  return stepPath(isMethod ? 'method' : 'students', target);
}
