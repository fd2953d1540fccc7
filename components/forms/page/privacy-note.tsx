import { useFormTexts } from '../texts.ts'

/** How the organization uses what people send; the server has sanitized it. */
export function PrivacyNote({ html }: { html: string | null }) {
  const { text } = useFormTexts()
  if (html === null) return null
  return (
    <section className="border-t pt-4 text-sm text-muted-foreground" aria-label={text('privacy')}>
      <h2 className="font-semibold text-foreground">{text('privacy')}</h2>
      {/* oxlint-disable-next-line react/no-danger -- sanitized by the server (safe-markdown.ts) */}
      <div className="prose-rounds mt-1" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  )
}
