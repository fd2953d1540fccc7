/**
 * The one list of HTML that may be stored when people or systems send it: text with its structure.
 * No scripts, styles, forms, frames or pictures. It has the form of `sanitize-html`, which reads it
 * on the server; the browser's sanitizer reads the same list
 * (components/shared/display/safe-html.tsx).
 */
export const allowedHtml = {
  allowedTags: (
    'h1 h2 h3 h4 h5 h6 p div span section article header footer main nav aside address blockquote ' +
    'pre code kbd samp hr br ul ol li dl dt dd figure figcaption details summary ' +
    'table caption colgroup col thead tbody tfoot tr th td ' +
    'a b strong i em u s del ins mark small sub sup q cite abbr time bdi bdo wbr'
  ).split(' '),
  allowedAttributes: {
    '*': ['dir', 'lang'],
    a: ['href', 'id', 'title'],
    abbr: ['title'],
    li: ['id'],
    ol: ['start'],
    td: ['colspan', 'rowspan', 'align'],
    th: ['colspan', 'rowspan', 'align', 'scope'],
    time: ['datetime'],
  } as Record<string, string[]>,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
}
