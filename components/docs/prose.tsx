import { Fragment } from 'react'

const marks = /(\*\*[^*]+\*\*|`[^`]+`)/

/** Our own descriptions: paragraphs, `code` and **strong**, nothing else. */
export function Prose({ text, className }: { text: string; className?: string }) {
  return (
    <div className={className ?? 'space-y-2 text-sm'}>
      {text.split(/\n\n+/).map((paragraph, index) => (
        <p key={index} className="max-w-prose break-words">
          <Inline text={paragraph} />
        </p>
      ))}
    </div>
  )
}

export function Inline({ text }: { text: string }) {
  return text.split(marks).map((part, index) => {
    if (part.startsWith('**')) return <strong key={index}>{part.slice(2, -2)}</strong>
    if (part.startsWith('`')) return <code key={index} className="rounded bg-muted px-1 font-mono text-[0.9em] break-words">{part.slice(1, -1)}</code>
    return <Fragment key={index}>{part}</Fragment>
  })
}
