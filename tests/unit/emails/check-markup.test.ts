import { describe, expect, it } from 'vitest';
import { markupProblems } from '#app/domain/emails/check-markup.ts';

function messages(markup: string): string[] {
  return markupProblems(markup).map(({ line, message }) => `${line}: ${message}`);
}

const IMAGES_ONLY = 'only images from https:// URLs and the logo, cid:logo, can be shown.';
const LINKS_ONLY = 'a link must begin with https://, http://, mailto:, tel:, or {{appUrl}}.';
const FIELD_PLACE =
  'put merge fields after the domain name, as in https://example.org/{{year}}, or start with {{appUrl}}.';
const FIELD_TAG = "a merge field can't replace a tag, an attribute, or the end of a comment.";
const COMMENT =
  "can't be read: a comment begins with <!--, ends with the next -->, and contains neither <!-- nor --!>.";
const UNREADABLE = "can't be read. Is it complete? To show a <, write &lt;.";
const STYLE_ADDRESS = 'Styles can only load images from https:// URLs.';

describe('the markup of an email', () => {
  it.each([
    ['<mj-include path="/etc/passwd" />', "1: mj-include can't be used. Put the content here."],
    ['\n<MJ-INCLUDE path="a.mjml" />', "2: mj-include can't be used. Put the content here."],
    [
      '<mj-font href="https://x.example/f.css" />',
      "1: mj-font can't be used. Emails use fonts that recipients already have.",
    ],
    ['<script>x</script>', "1: <script> can't be used in an email."],
    ['<link rel="stylesheet" href="https://x.example/a.css">', "1: <link> can't be used in an email."],
    ['<iframe src="https://x.example"></iframe>', "1: <iframe> can't be used in an email."],
    [
      '<meta http-equiv="refresh" content="0;url=https://x.example">',
      "1: http-equiv can't be used in an email.",
    ],
    ['<base href="https://x.example">', "1: <base> can't be used in an email."],
  ])("can't contain %s", (markup, message) => {
    expect(messages(markup)).toEqual([message]);
  });

  it.each([
    'file:///etc/passwd',
    '/etc/passwd',
    'logo.png',
    '//x.example/a.png',
    'http://x.example/a.png',
    'ftp://x.example/a.png',
    'data:text/html,x',
    'data:image/svg+xml;base64,eA==',
    'f&#105;le:///etc/passwd',
    ' file:///etc/passwd',
    'https:/x',
    'cid:other',
    'cid:logo.png',
  ])('shows no image from %s', (address) => {
    expect(messages(`<mj-image src="${address}" />`)).toEqual([`1: src: ${IMAGES_ONLY}`]);
    expect(messages(`<mj-section background-url="${address}">`)).toEqual([
      `1: background-url: ${IMAGES_ONLY}`,
    ]);
    expect(messages(`<!--[if mso]><v:fill src='${address}' /><![endif]-->`)).toEqual([
      `1: src: ${IMAGES_ONLY}`,
    ]);
    expect(messages(`<p style="background:url('${address}')">`)).toEqual([`1: style: ${STYLE_ADDRESS}`]);
    expect(messages(`<mj-style>a{background:url(${address})}</mj-style>`)).toEqual([`1: ${STYLE_ADDRESS}`]);
  });

  it("shows the office's logo as an image, but not as a background or through a merge field", () => {
    expect(messages('<mj-image src="cid:logo" /><img src="cid:logo" alt="" />')).toEqual([]);
    expect(messages('<mj-section background-url="cid:logo">')).toEqual([`1: background-url: ${IMAGES_ONLY}`]);
    expect(messages('<mj-image src="cid:{{year}}" />')).toEqual([`1: src: ${IMAGES_ONLY}`]);
  });

  it.each([
    'javascript:alert(1)',
    'java&#10;script:alert(1)',
    'file:///x',
    '/login',
    'data:text/html,x',
    'x.example',
  ])('has no link to %s', (address) => {
    expect(messages(`<a href="${address}">x</a>`)).toEqual([`1: href: ${LINKS_ONLY}`]);
  });

  it.each([
    'https://{{lastName}}/',
    'HTTPS://{{lastName}}.example.org/',
    'https://x.example{{lastName}}/',
    'https://x.example:{{year}}/',
    'https://{{firstName}}@x.example/',
    'https://{{appUrl}}/',
    'https:&#47;/{{lastName}}/',
    '{{appUrl}}.evil.example',
    '{{appUrl}}@evil.example',
    '{{appUrl}}{{lastName}}',
    '{{firstName}}:alert(1)',
    '{{email}}',
    'java{{firstName}}:x',
  ])('has no link whose host comes from a merge field: %s', (address) => {
    expect(messages(`<p>\n<a href="${address}">x</a>`)).toEqual([`2: href: ${FIELD_PLACE}`]);
  });

  it('has no image or text URL whose host comes from a merge field', () => {
    expect(messages('<img src="https://{{lastName}}/a.png">')).toEqual([`1: src: ${FIELD_PLACE}`]);
    expect(messages('<img src="{{appUrl}}.evil.example/a.png">')).toEqual([`1: src: ${IMAGES_ONLY}`]);
    expect(messages('<p>See https://{{lastName}}/a.</p>')).toEqual([
      `1: https://{{lastName}}/a: ${FIELD_PLACE}`,
    ]);
    expect(messages('<p>{{appUrl}}.evil.example</p>')).toEqual([
      `1: {{appUrl}}.evil.example: ${FIELD_PLACE}`,
    ]);
  });

  it.each([
    ['<div {{firstName}}="x">', FIELD_TAG],
    ['<div x{{firstName}}="x">', FIELD_TAG],
    ['<div title="x" {{ firstName }}>', FIELD_TAG],
    ['<{{firstName}}>', FIELD_TAG],
    ['</{{firstName}}>', FIELD_TAG],
    ['<b{{firstName}}>', FIELD_TAG],
    ['<!--{{firstName}}> x -->', FIELD_TAG],
    ['<!-- {{firstName}}-!> -->', FIELD_TAG],
    ['<!--[if {{year}}]>x<![endif]-->', FIELD_TAG],
    ['<![if {{year}}]>', FIELD_TAG],
  ])('has no merge field as markup: %s', (markup, message) => {
    expect(messages(`\n${markup}`)).toEqual([`2: “${markup.slice(0, 30)}”: ${message}`]);
  });

  it.each([
    '<!--><img src=x onerror=y>-->',
    '<!---><b>x</b>-->',
    '<!-- a --!><b>x</b>-->',
    '<!-- a <!-- b -->',
    '<!-- never ends',
  ])('has no comment that may end elsewhere: %s', (markup) => {
    expect(messages(markup)).toEqual([`1: “${markup.slice(0, 30)}” ${COMMENT}`]);
  });

  it.each([
    '<!x>',
    '<?x <b> ?>',
    '</ x>',
    '<![CDATA[<b>]]>',
    '<b\u00a0y="><img src=x>">',
    '<b/title="x">',
    '<b title="x"alt="y">',
    '<b title="<![endif]">',
    '<b ſtyle="x">',
    '<title/>',
    '<style/>',
  ])('has no tag with two readings: %s', (markup) => {
    expect(messages(markup)).toContain(`1: “${markup}” ${UNREADABLE}`);
  });

  it.each([
    '<title><!-- </title><script>x</script> --></title>',
    '<title><b title="</title><script>x</script>"></title>',
    '<style>a{}</style x><script>x</script>',
    '<noscript><b title="</noscript><script>x</script>"></noscript>',
    '<noscript><!-- </noscript><script>x</script> --></noscript>',
    '<noscript><style></noscript><script>x</script></style></noscript>',
    '<textarea><b title="</textarea><script>x</script>">',
    '<xmp><b title="</xmp><script>x</script>">',
    '<b title="x" title="y">',
    `<b ${Array.from({ length: 61 }, (_, index) => `a${index}`).join(' ')}>`,
  ])('is not read past the end of what a browser reads otherwise: %s', (markup) => {
    expect(messages(markup).length).toBeGreaterThan(0);
  });

  it.each([
    `a{content:"/*";background:url(http://x.example/a.png);content:"*/"}`,
    String.raw`a{background:\75rl(http://x.example/a.png)}`,
    String.raw`a{background:u\000072 l(http://x.example/a.png)}`,
    String.raw`a{background:url(\68ttp://x.example/a.png)}`,
    'a{background:URL( //x.example/a.png )}',
    'a{--x:url(http://x.example/a.png)}',
  ])('has no styles that fetch: %s', (css) => {
    expect(messages(`<mj-style>${css}</mj-style>`)).toEqual([`1: ${STYLE_ADDRESS}`]);
  });

  it.each([
    ['image("http://x.example/a.png")', 'image()'],
    ['image-set("http://x.example/a.png" 1x)', 'image-set()'],
    ['-webkit-image-set(url(https://x.example/a.png) 1x)', '-webkit-image-set()'],
    ['src("http://x.example/a.png")', 'src()'],
    ['cross-fade(red, blue)', 'cross-fade()'],
    [String.raw`im\61ge("http://x.example/a.png")`, 'image()'],
    ["progid:X.AlphaImageLoader(src='http://x.example/a.png')", 'alphaimageloader()'],
  ])('has no styles with functions that may fetch: %s', (value, name) => {
    expect(messages(`<mj-style>a{}\nb{background:${value}}</mj-style>`)).toEqual([
      `2: Styles can't use ${name}.`,
    ]);
    expect(messages(`<p style='background:${value.replaceAll("'", '&apos;')}'>`)).toEqual([
      `1: style: Styles can't use ${name}.`,
    ]);
  });

  it.each(['a{content:"x', 'a{} /* x', 'a{background:url(https://x.example/"a.png)}', "a{content:'x\n'}"])(
    'has no styles with unterminated parts: %s',
    (css) => {
      expect(messages(`<mj-style>${css}</mj-style>`)).toEqual([
        '1: A quoted string, a URL, or a comment in the styles is never closed.',
      ]);
    },
  );

  it.each([
    '@import "https://x.example/a.css"',
    '@\\69mport "a.css"',
    '@im/**/port "a.css"',
    '@font-face { src: url(https://x.example/f.woff) }',
  ])('has no styles that import: %s', (css) => {
    expect(messages(`<mj-style>\n${css};</mj-style>`)).toEqual([
      "2: Styles can't import other styles or fonts.",
    ]);
  });

  it.each([
    ['<p onclick="x">', "1: onclick: this attribute can't be used in an email."],
    [
      '<a ping="https://x.example" href="https://x.example">',
      "1: ping: this attribute can't be used in an email.",
    ],
    ['<p style="width:expression(1)">', "1: style: Styles can't use expression()."],
    ['<mj-carousel left-icon="http://x.example/a.png">', `1: left-icon: ${IMAGES_ONLY}`],
    ['<mj-foo anything="file:///etc/passwd">', "1: anything: URLs can't be used here."],
    ['<mj-text color="{{firstName}}">', "1: color: merge fields can't be used here."],
    ['<p style="color:{{firstName}}">', "1: style: merge fields can't be used here."],
    ['<img alt={{firstName}}>', '1: alt: put quotation marks around the value.'],
    ['<mj-style>a{color:{{firstName}}}</mj-style>', "1: Merge fields can't be used in styles."],
  ])('is refused for %s', (markup, message) => {
    expect(messages(markup)).toEqual([message]);
  });

  it.each([
    '<a href="https://x.example/?a=1&b={{email}}" title="{{firstName}}">x</a>',
    '<a href="mailto:{{contactEmail}}?subject=Hi">x</a>',
    '<a href="{{ appUrl }}/login">x</a> <a href="tel:+19075550100">x</a> <a href="#top">x</a>',
    '<img src="https://x.example/a.png" alt="1 < 2">',
    '<img src="{{appUrl}}/logo.png" alt="x">',
    '<mj-style inline="inline">.a:hover { color: red; background: url("https://x.example/a.png") }</mj-style>',
    '<meta name="color-scheme" content="light dark">',
    '<a href="{{appUrl}}">x</a> <a href="{{appUrl}}?a={{email}}#{{year}}">x</a> <a href="https://x.example?{{year}}">x</a>',
    '<p>{{appUrl}}. See https://x.example/{{year}}/{{ lastName }}, or {{appUrl}}/login!</p>',
    '<!-- Dear {{firstName}} - see you -->',
    '<title>{{appName}} &lt; x</title><noscript><p title="x">y</p></noscript>',
    '<style>@charset "utf-8"; @media (min-width:calc(1px + 1em)) { a[href^="x"]:not(.b)::before { content:"/* \\"url(x)"; color:rgb(0 0 0 / 50%) } }</style>',
    `<p style="font-family:'Open Sans',Arial;filter:alpha(opacity=50)" aria-label="it's image(x)">`,
    '<!--[if !mso]><!--><p>x</p><!--<![endif]-->',
    '<!--[if mso | IE]><table><tr><td><![endif]--> a < b & c',
    '<!-- <script> in a remark -->',
    '<!doctype html>',
  ])('may contain %s', (markup) => {
    expect(messages(markup)).toEqual([]);
  });
});
