/**
 * The `handle` of a route whose page stays as it was sent, because it is shown at another route's address, where its
 * scripts would load that route.
 */
export const WITHOUT_SCRIPTS = 'without scripts';
