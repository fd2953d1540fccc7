import sanitizeHtml from 'sanitize-html'
import { allowedHtml } from '#lib/domain/allowed-html'
import { loweredHeadings } from '#lib/domain/lowered-headings'
import { markdownToHtml } from './markdown.ts'

/** Markdown as HTML for people of the organization, by the list that their browsers use, too. */
export const pageMarkdown = (markdown: string): string =>
  sanitizeHtml(loweredHeadings(markdownToHtml(markdown)), allowedHtml)

/** Markdown of an author as HTML for visitors: its links open apart from what they fill in. */
export const safeMarkdown = (markdown: string): string =>
  sanitizeHtml(loweredHeadings(markdownToHtml(markdown)), {
    ...allowedHtml,
    transformTags: {
      a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer' }),
    },
    allowedAttributes: { ...allowedHtml.allowedAttributes, a: ['href', 'target', 'rel'] },
  })
