/** Who is at the other end of a sign-in request, as far as HTTP tells. */
export interface Caller {
  readonly clientAddress: string;
  readonly userAgent: string | null;
  /** What this browser keeps of the addresses that signed in with it before; see known-devices.server.ts. */
  readonly deviceMarks?: readonly string[];
}
