import { LOGO_CID_URL } from '#app/lib/markup/logo-cid.ts';

/** Why MJML or HTML can't be an email. */
export const MARKUP_MESSAGES = {
  'mj-include': "mj-include can't be used. Put the content here.",
  'mj-font': "mj-font can't be used. Emails use fonts that recipients already have.",
  'mj-html-attributes': "mj-html-attributes can't be used.",
  tagNotAllowed: (name: string) => `<${name}> can't be used in an email.`,
  httpEquiv: "http-equiv can't be used in an email.",
  unquoted: (attribute: string) => `${attribute}: put quotation marks around the value.`,
  fieldNotAllowed: (attribute: string) => `${attribute}: merge fields can't be used here.`,
  unreadable: (tag: string) => `${tag} can't be read. Is it complete? To show a <, write &lt;.`,
  unreadableComment: (tag: string) =>
    `${tag} can't be read: a comment begins with <!--, ends with the next -->, and contains neither <!-- nor --!>.`,
  fieldInMarkup: (tag: string) =>
    `${tag}: a merge field can't replace a tag, an attribute, or the end of a comment.`,
  attributeTwice: (tag: string) => `${tag} has the same attribute twice.`,
  tooManyAttributes: (tag: string, most: number) => `${tag} has more than ${most} attributes.`,
  unknownField: (name: string, known: string) =>
    `{{${name}}} isn't a merge field. Use one of these: ${known}.`,
  fieldNotClosed: "A merge field begins with {{ here but doesn't end with }}.",
  resultRefused: (why: string) => `The resulting HTML can't be sent. ${why}`,
} as const;

/** Why an element of MJML is unknown or misplaced, or an email is too large. */
export const MJML_MESSAGES = {
  noBody: 'MJML must begin with <mjml>, end with </mjml>, and contain <mj-body>.',
  unknownElement: (name: string, suggestion: string | undefined) =>
    `<${name}> isn't an MJML element.${suggestion === undefined ? '' : ` Did you mean <${suggestion}>?`}`,
  notIn: (name: string, around: string) => `<${name}> can't be used in <${around}>.`,
  notDirectlyIn: (what: string, around: string) =>
    `${what} can't be used directly in <${around}>. Put it in <mj-text> or <mj-raw>.`,
  neverOpened: (name: string) => `</${name}> has no opening tag.`,
  neverClosed: (name: string) => `<${name}> is never closed.`,
  unreadable: "This MJML can't be read. Undo your last change, then try again.",
  tooMuch: 'This email takes too long to build or is too large. Simplify it.',
  tooMany: (most: string, what: 'MJML elements and comments' | 'HTML elements' | 'attributes') =>
    `An email can have at most ${most} ${what}. Simplify this email.`,
  tooDeep: (most: number) => `Elements can be nested at most ${most} levels deep. Simplify this email.`,
  tooManySelectors: (selectors: string) =>
    `There are too many style selectors (${selectors}) to inline into this many elements. Use fewer, or remove inline="inline".`,
} as const;

/** Why an email can't have a link, an image, or another URL. Each follows the attribute's name and a colon. */
export const URL_MESSAGES = {
  fieldInHost:
    'put merge fields after the domain name, as in https://example.org/{{year}}, or start with {{appUrl}}.',
  link: 'a link must begin with https://, http://, mailto:, tel:, or {{appUrl}}.',
  image: `only images from https:// URLs and the logo, ${LOGO_CID_URL}, can be shown.`,
  noUrl: "URLs can't be used here.",
  attributeNotAllowed: "this attribute can't be used in an email.",
} as const;

/** Why an email can't have a style. */
export const STYLE_MESSAGES = {
  imports: "Styles can't import other styles or fonts.",
  url: 'Styles can only load images from https:// URLs.',
  neverClosed: 'A quoted string, a URL, or a comment in the styles is never closed.',
  htmlComment: 'Comments in styles are written /* like this */.',
  notAllowed: (text: string) => `Styles can't use ${text}.`,
  field: "Merge fields can't be used in styles.",
} as const;
