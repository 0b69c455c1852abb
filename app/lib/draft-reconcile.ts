import {
  type Draft,
  type DraftContent,
  draftOfDesignation,
  enteredOf,
  type StoredDesignation,
  withIdsByPlace,
  withoutTrailingEmpty,
} from '#app/lib/draft.ts';

/** Whether two contents say the same once stored: ids, blanks around texts and empty forms at the end do not count. */
export function isSameContent(one: DraftContent, other: DraftContent): boolean {
  return canonical(one) === canonical(other);
}

/** A short text that differs where contents differ once stored: 53 bits, enough to know one's own save again. */
export function contentDigest(content: DraftContent): string {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (const character of canonical(content)) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return (0x100000000 * (0x1fffff & low) + (high >>> 0)).toString(36);
}

function canonical({ classSize, criteria, criteriaComment, students }: DraftContent): string {
  const people = withoutTrailingEmpty(students).map(enteredOf);
  return JSON.stringify({ classSize, criteria, criteriaComment, people }, (_key, value: unknown) =>
    typeof value === 'string' ? value.trim().normalize().replaceAll('\r\n', '\n') : value,
  );
}

/** The draft loaded from a stored designation, knowing its contents again under a newer version. */
export function loadedDraft(userId: string, stored: StoredDesignation): Draft {
  const draft = draftOfDesignation(userId, stored);
  return { ...draft, sent: contentDigest(draft) };
}

/** What a step works on, and whether it may. */
export interface WorkingCopy {
  /** What the forms show; always bound to `version` of the stored designation when it is sent. */
  readonly draft: Draft;
  /** The stored designation was changed elsewhere after this draft was loaded, and the draft holds edits. */
  readonly isConflict: boolean;
}

/**
 * Brings the browser's draft and the stored designation together: edits made on the stored version win, a newer stored
 * version replaces a draft without edits, and where both have changed the edits stay and the person is asked, unless the
 * newer version is this draft's own save: the one that led here (`savedVersion`), or one whose answer never arrived; or unless it
 * says what this draft began with, as after a decision that changed nothing but the status. What was loaded before this draft
 * was saved again is out of date and changes nothing. Null where a PENDING designation was not taken up by confirming on the
 * agreement step (specification, section 4).
 */
export function reconcile(
  draft: Draft | null,
  userId: string,
  stored: StoredDesignation,
  savedVersion: number | null = null,
): WorkingCopy | null {
  const fresh = loadedDraft(userId, stored);
  if (draft === null || draft.id !== stored.id) {
    return stored.status === 'PENDING' ? null : { draft: fresh, isConflict: false };
  }
  if (draft.version !== null && draft.version > stored.version) return { draft, isConflict: false };
  const holdsMore = !isSameContent(draft, fresh);
  const wasSubmitted = stored.status === 'PENDING' && draft.status !== 'PENDING';
  if (!(holdsMore && draft.edited) && wasSubmitted) return null;
  if (!holdsMore) return { draft: fresh, isConflict: false };
  if (draft.version === stored.version) return { draft, isConflict: false };
  if (!draft.edited) return { draft: fresh, isConflict: false };
  return savedVersion === stored.version || (draft.sent === fresh.sent && !wasSubmitted)
    ? { draft: rebased(draft, stored), isConflict: false }
    : { draft, isConflict: true };
}

/** The edits as they stand, on the stored version. */
export function rebased(draft: Draft, stored: StoredDesignation): Draft {
  const { status, version, students, classSize, criteria, criteriaComment } = stored;
  return {
    ...draft,
    status,
    version,
    stored: { classSize, criteria, criteriaComment: criteriaComment ?? '' },
    students: withIdsByPlace(
      draft.students,
      students.map(({ id }) => id),
    ),
  };
}
