import { allowedHtml } from '#lib/domain/allowed-html'

const tags =
  'a|abbr|article|b|blockquote|body|br|button|caption|code|dd|div|dl|dt|em|embed|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|li|link|main|meta|object|ol|p|pre|s|script|section|small|span|strong|style|sub|sup|svg|table|tbody|td|tfoot|th|thead|title|tr|u|ul|video'

/**
 * A tag of HTML: a known name, then only attributes. Clinical text often contains `<` ("WBC
 * <normal, platelets >50", "if a <b or c> d"); read as HTML, the text between the two signs would
 * be lost.
 */
const flags =
  'async|border|checked|controls|defer|disabled|hidden|nowrap|noshade|readonly|required|reversed|selected'
const attribute = `(?:[\\w:-]+\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'<>]+)|(?:${flags})(?=[\\s/>]))`
const tag = new RegExp(`<(?:/(?:${tags})\\s*|(?:${tags})(?:\\s+${attribute}){0,50}\\s*/?)>`, 'i')

/**
 * The body of a note for filing: plain text stays unchanged, HTML is sanitized (no scripts, styles,
 * frames or event handlers).
 */
export async function noteContent(
  body: string,
): Promise<{ contentType: 'text/html' | 'text/plain'; text: string }> {
  if (!tag.test(body)) return { contentType: 'text/plain', text: body }
  const { default: sanitizeHtml } = await import('sanitize-html')
  return { contentType: 'text/html', text: sanitizeHtml(body, allowedHtml) }
}
