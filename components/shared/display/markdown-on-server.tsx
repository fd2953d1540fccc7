import { drawnMarkdown } from '#lib/domain/page-markdown'
import { markdownClass } from './markdown-class.ts'

/** Markdown as the server draws it; `MarkdownText` takes it over. */
export function MarkdownOnServer({ text }: { text: string }) {
  const html = drawnMarkdown(text)
  if (html === undefined)
    return (
      <div className={markdownClass}>
        <p className="whitespace-pre-wrap">{text}</p>
      </div>
    )
  // oxlint-disable-next-line react/no-danger -- sanitized (lib/domain/page-markdown.ts)
  return <div className={markdownClass} dangerouslySetInnerHTML={{ __html: html }} />
}
