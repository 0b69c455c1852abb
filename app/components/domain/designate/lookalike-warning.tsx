import { Banner } from '#app/components/ui/banner.tsx';
import type { LookalikePair } from '#app/lib/same-student.ts';

interface LookalikeWarningProps {
  /** Who stands on the list twice. */
  pairs: readonly LookalikePair[];
  /** The student's place in it, from 1. */
  place: number;
}

/** Warns beside each of two students who look like the same person; announced once, at the second of them. It blocks nothing. */
export function LookalikeWarning({ pairs, place }: LookalikeWarningProps) {
  return (
    <>
      <div role="status">
        {warningsOf(pairs.filter(({ second }) => second === place).map(({ first }) => first))}
      </div>
      {warningsOf(pairs.filter(({ first }) => first === place).map(({ second }) => second))}
    </>
  );
}

function warningsOf(others: readonly number[]) {
  return others.map((other) => (
    <div key={other} className="mt-3">
      <Banner tone="warning" live={false}>
        This student and student {other} look like the same person.
      </Banner>
    </div>
  ));
}
