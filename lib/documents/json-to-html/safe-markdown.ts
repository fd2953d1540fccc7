import sanitizeHtml from 'sanitize-html'
import { allowedHtml } from '#lib/domain/allowed-html'
import { markdownToHtml } from './markdown.ts'

/** Markdown of an author as HTML for visitors: its links open apart from what they fill in. */
export const safeMarkdown = (markdown: string): string =>
  sanitizeHtml(markdownToHtml(markdown), {
    ...allowedHtml,
    transformTags: {
      a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer' }),
    },
    allowedAttributes: { ...allowedHtml.allowedAttributes, a: ['href', 'target', 'rel'] },
  })
