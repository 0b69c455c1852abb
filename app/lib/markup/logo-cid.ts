export const LOGO_CID = 'logo';

/** The URL of the office's logo in an email's HTML. The image is attached to the email. */
export const LOGO_CID_URL = `cid:${LOGO_CID}`;
