/** Who is at the other end of a sign-in request, as far as HTTP tells. */
export interface Caller {
  readonly clientAddress: string;
  readonly userAgent: string | null;
  /** The secret in the cookie of a browser that requested a code; null without the cookie. */
  readonly browserSecret?: string | null;
}
