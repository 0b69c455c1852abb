/** Limits, rate limits, and durations fixed by the specification (section 9) or the decisions. Units are in the names. */

export const LOGIN_CODE_DIGITS = 6;
/** How long after it is sent a sign-in code expires. */
export const LOGIN_CODE_MINUTES = 10;
export const LOGIN_CODE_ATTEMPTS = 5;
export const LOGIN_WINDOW_MINUTES = 15;
/** Attempts per address per hour without the link from the email. */
export const LOGIN_ATTEMPTS_PER_HOUR = 20;
/** An address is sent at most one code email per interval; requests within it share the next email. */
export const LOGIN_EMAIL_SECONDS = 60;
export const LOGIN_CODES_PER_CLIENT = 20;
export const LOGIN_RETRY_ADVICE_MINUTES = 5;

/** How long after signing in people can export students and change flags and addresses without signing in again. */
export const RECENT_SIGN_IN_MINUTES = 30;

/** How long a browser has to respond to a passkey challenge. */
export const PASSKEY_CHALLENGE_MINUTES = 5;
/** Passkey challenges per client network and `LOGIN_WINDOW_MINUTES`. */
export const PASSKEY_CHALLENGES_PER_CLIENT = 60;
export const PASSKEYS_MAX = 10;

/** How long a browser has to return from the OpenID Connect provider. */
export const OIDC_REQUEST_MINUTES = 10;
/** Sign-ins at the provider that a client network may start in `LOGIN_WINDOW_MINUTES`. */
export const OIDC_REQUESTS_PER_CLIENT = 60;
/** Longest wait for each response of the provider. */
export const OIDC_RESPONSE_SECONDS = 5;
/** How far the provider's clock may be ahead of ours or behind it. */
export const OIDC_CLOCK_SECONDS = 30;
/** How long the provider's endpoints and keys are remembered before its configuration is read again. */
export const OIDC_CONFIGURATION_MINUTES = 60;

/** Staff invites that a user who isn't an administrator may send in 24 hours. */
export const STAFF_INVITES_A_DAY = 50;
/** An invite can be accepted for this long after it was last sent. */
export const INVITE_DAYS = 14;
/** Minimum interval between two emails for the same invite. */
export const INVITE_RESEND_MINUTES = 1;

/** Results of each kind that a search lists. */
export const SEARCH_RESULTS = 10;
/** In characters. */
export const SEARCH_TEXT_MAX = 100;
/** Searches per person and window; typing a name takes a few. */
export const SEARCHES_MAX = 100;
export const SEARCH_MINUTES = 5;
/** Characters in a note of the office. */
export const NOTE_MAX = 2000;
/** The anchor of the office's notes on a page. */
export const NOTES_ID = 'internal-notes';
/** Query parameter with the page of the internal notes, from 1. */
export const NOTES_PAGE = 'notes';
/** Internal notes on a page. */
export const NOTES_PAGE_SIZE = 20;

/** Characters in a message about a designation. */
export const MESSAGE_MAX = 2000;
/** Messages about designations that a user may send in an hour. */
export const MESSAGES_AN_HOUR = 30;
/** The same text sent again within this time, before anyone else has written, is the same message. */
export const MESSAGE_REPEAT_MINUTES = 10;
/** Until the other side replies, it is emailed about a designation's new messages at most once in this time. */
export const MESSAGE_EMAIL_MINUTES = 60;

/** Open access requests per account, their lifetime, and how many an account or a client network may send. */
export const ACCESS_REQUESTS_OPEN = 3;
export const ACCESS_REQUEST_DAYS = 30;
export const ACCESS_REQUESTS_A_DAY = 10;
export const ACCESS_REQUESTS_PER_CLIENT = 20;
export const ACCESS_REQUEST_WINDOW_MINUTES = 15;

/** Requests for the same typed name that send emails in 24 hours. Others are only on the pages. */
export const ACCESS_REQUEST_EMAILS_A_DAY = 5;

/** How long requests are kept after they expired. */
export const ACCESS_REQUEST_RETENTION_DAYS = 365;

export const DAY_MINUTES = 24 * 60;

export const SESSION_IDLE_HOURS = 12;
export const SESSION_LIFETIME_DAYS = 7;

export const MAX_BODY_BYTES = 1024 * 1024;
/** For the students form with an attached CSV file. */
export const MAX_IMPORT_BODY_BYTES = 6 * MAX_BODY_BYTES;
/** For a school list: confirming posts it back as text, and UTF-8 may be larger than the original file. */
export const MAX_SCHOOL_IMPORT_BODY_BYTES = 12 * MAX_BODY_BYTES;
export const MAX_LIST_LIMIT = 500;
export const SCREEN_PAGE_SIZE = 50;
/** Years on a page of the statistics. Each has up to 3,500 designations, and all of them are counted for it. */
export const STATISTICS_YEARS = 5;
/** A shorter list of a school's staff has its filters and sort order closed, unless one is active. */
export const SHORT_LIST_ROWS = 10;
/** The undo window of a decision about a designation. Its emails wait in the outbox until then. */
export const DECISION_UNDO_SECONDS = 60;
/** Designations that one bulk decision may include. */
export const BULK_DECISIONS_MAX = 2000;

/** Items listed by name per group; the rest are counted or collapsed. */
export const NAMED_MAX = 20;
/** Bulk requests stop after this time and leave the rest to the next one: proxies cut off requests after a minute. */
export const BULK_REQUEST_SECONDS = 15;

export const SCHEDULE_DAYS_MAX = 365;

/** When a reminder is due, in the program's time zone, and how late workers that were down may still send it. */
export const REMINDER_HOUR = 8;
export const REMINDER_LATE_HOURS = 24;
/** When administrators get their daily emails, in the program's time zone. */
export const DIGEST_TIME = '07:00';

export const PHONE_DEBOUNCE_MS = 20;
export const FILTER_DEBOUNCE_MS = 1000;
export const PAST_DESIGNATION_YEARS = 5;
/** Schools listed under each year in the menu; a link shows the rest. */
export const PAST_DESIGNATIONS_A_YEAR = 10;
/** Rows in each of the dashboard's school lists and in its table; links show the rest. */
export const DASHBOARD_SCHOOLS = 10;
/** Banners about returned designations; a link shows the rest. */
export const DASHBOARD_RETURNED = 50;
export const DASHBOARD_DESIGNATIONS = 25;

/** Version of the handbook terms that schools accept; change it when the wording changes. */
export const TERMS_VERSION = '2026-1';

/** Name of the button with which conform triggers the validation of its own form. */
export const CONFORM_INTENT = '__intent__';
