import type { Question } from '#app/components/ui/confirm.tsx';
import { fullName } from '#app/lib/text/person-name.ts';
import type { UserAnswer } from '#app/schemas/user.ts';

/** Returns the question before deleting an account by button or by flag (specification, section 8). */
export function deletionQuestion(user: UserAnswer): Question {
  return {
    title: 'Delete this user?',
    confirmLabel: 'Delete user',
    message: `Are you sure you want to delete ${fullName(user)}?\n\nThe user will also be removed from all school staff positions.`,
    tone: 'danger',
  };
}
