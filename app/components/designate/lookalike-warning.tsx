import { Banner } from '#app/components/ui/banner.tsx';
import type { LookalikePair } from '#app/lib/students/same-student.ts';

interface LookalikeWarningProps {
  pairs: readonly LookalikePair[];
  /** The student's position in the list, from 1. */
  position: number;
}

/** Warns of students on the list who resemble this one, without blocking. */
export function LookalikeWarning({ pairs, position }: LookalikeWarningProps) {
  const others = pairs.flatMap(({ first, second }) =>
    first === position ? [second] : second === position ? [first] : [],
  );
  return others.map((other) => (
    <div key={other} className="student-slot-warning">
      <Banner tone="warning" live={false}>
        This student and student {other} may be the same person.
      </Banner>
    </div>
  ));
}
