/**
 * Keeps what a person collapsed in a workflow. It is sent with the page of that workflow alone, so
 * that the server draws it as the person left it.
 */
export const collapsedCookie = 'rounds.collapsed'

const separator = '.'
/** Browsers keep 4,096 bytes of a cookie. */
const most = 3500

/** What is collapsed by a decoded cookie, which may be missing, or be one of another version. */
export const collapsedOf = (cookie: string | undefined): string[] =>
  (cookie ?? '').split(separator).filter(Boolean)

/** As much of it as a cookie can hold, as the text of one. */
export function textOfCollapsed(collapsed: Iterable<string>): string {
  let text = ''
  for (const id of collapsed) {
    const next = text === '' ? id : `${text}${separator}${id}`
    if (encodeURIComponent(next).length > most) break
    text = next
  }
  return encodeURIComponent(text)
}
