import { marked } from 'marked'
import sanitizeHtml from 'sanitize-html'
import { allowedHtml } from '#lib/domain/allowed-html'

/** One released version of the service. `date` is its calendar date, `html` what changed. */
export type Release = { version: string; date: string; html: string }

const heading = /^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?(?: \[YANKED\])?\s*$/gm

/**
 * Returns the released versions of a change history in the form of Keep a Changelog 1.1.0, in its
 * order (newest first). Unreleased changes are left out.
 */
export function releasesOf(markdown: string): Release[] {
  const headings = [...markdown.matchAll(heading)]
  return headings.flatMap((match, index) => {
    const [line, version, date] = match
    if (version === undefined || date === undefined) return []
    const text = markdown.slice(match.index + line.length, headings[index + 1]?.index)
    const html = sanitizeHtml(marked.parse(text, { async: false, gfm: true }), allowedHtml)
    return [{ version, date, html: html.trim() }]
  })
}
