/** The demo users to sign in as. All others only appear in lists. */
export const DEMO_PEOPLE = {
  administrator: {
    email: 'admin@scholars.example.org',
    firstName: 'Marian',
    lastName: 'Whitfield',
    phone: '(907) 555-0100',
  },
  counselor: {
    email: 'counselor@scholars.example.org',
    firstName: 'Daniel',
    lastName: 'Katzeek',
    phone: '(907) 555-0142, extension 12',
  },
  /** Has an invite but no account yet. */
  invited: { email: 'invited@scholars.example.org' },
} as const;
