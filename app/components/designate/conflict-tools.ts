/** What is needed only where a draft and a newer stored version have to be brought together: fetched then. */
export { mergeDraft } from '#app/lib/draft-merge.ts';
export { LiveConflictNotice } from '#app/components/designate/live-conflict-notice.tsx';
