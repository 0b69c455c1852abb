import { TERMS_VERSION } from '#app/config/constants.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';

/** Returns the version of the terms: the handbook's, and how often the office has changed its own text. */
export function termsVersionOf(revision: number): string {
  return revision === 0 ? TERMS_VERSION : `${TERMS_VERSION}.${revision}`;
}

interface Acceptance {
  readonly status: DesignationStatus;
  readonly acceptedTermsAt?: Date | string | null;
  readonly acceptedTermsVersion?: string | null;
}

/** Returns whether the terms are accepted. Before the submission, only the current version counts. */
export function hasAcceptedTerms(
  { status, acceptedTermsAt, acceptedTermsVersion }: Acceptance,
  currentVersion: string,
): boolean {
  if (acceptedTermsAt == null) return false;
  const isOpen = status === 'STARTED' || status === 'RETURNED';
  return !isOpen || acceptedTermsVersion === currentVersion;
}
