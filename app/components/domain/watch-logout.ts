import { logoutLinkOf } from '#app/components/domain/designate/logout-link.ts';
import type { Question } from '#app/components/ui/confirm.tsx';
import { browserStorage, tabsWithDrafts } from '#app/lib/draft-keys.ts';

/**
 * Asks before the menu's logout removes unsaved fields from this browser, on every page but the steps of a designation,
 * which save first. The answered function ends it.
 */
export function watchLogout(userId: string, confirm: (question: Question) => Promise<boolean>): () => void {
  const onClick = (event: MouseEvent) => {
    const link = logoutLinkOf(event);
    if (link === null || window.location.pathname.startsWith('/designate/')) return;
    if (tabsWithDrafts(browserStorage(), userId).length === 0) return;
    event.preventDefault();
    void ask().then((isAgreed) => isAgreed && window.location.assign(link.href));
  };
  const ask = async () => {
    const { logoutQuestion } = await import('#app/components/domain/designate/logout-question.ts');
    const question = logoutQuestion(userId);
    return question === null || confirm(question);
  };
  document.addEventListener('click', onClick, { capture: true });
  return () => document.removeEventListener('click', onClick, { capture: true });
}
