/**
 * The `handle` of a route whose page must stay as it was sent: it stands at an address that is not its own, where its scripts
 * would look for another page.
 */
export const WITHOUT_SCRIPTS = 'without scripts';
