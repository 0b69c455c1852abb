export const LOGO_CID = 'logo';

/** The address of the office's logo in an email's HTML. The image is attached to the email. */
export const LOGO_ADDRESS = `cid:${LOGO_CID}`;
