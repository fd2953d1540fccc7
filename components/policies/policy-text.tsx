'use client'

import { useState } from 'react'
import { Markdown } from '#components/shared/display/markdown'
import { cn } from '#components/ui/cn'
import { Segmented } from '#components/ui/input/segmented'

const views = { document: 'Document', text: 'Text' } as const
type View = keyof typeof views

const looksLikeMarkdown = (text: string) => /^#{1,6} \S/m.test(text)

const textClass = cn(
  'min-h-0 flex-1 overflow-y-auto rounded-lg border bg-card p-4 text-sm leading-relaxed',
  'break-words outline-none focus-visible:ring-2 focus-visible:ring-ring',
)

/** The text of a policy: as workflows read it, or, when it is Markdown, as a document. */
export function PolicyText({ text }: { text: string }) {
  const markdown = looksLikeMarkdown(text)
  const [view, setView] = useState<View>('document')
  return (
    <>
      {markdown ? (
        <Segmented<View>
          label="How the text is shown"
          value={view}
          options={views}
          onChange={setView}
        />
      ) : null}
      <div tabIndex={0} role="region" aria-label="Text of the policy" className={textClass}>
        {markdown && view === 'document' ? (
          <Markdown text={text} />
        ) : (
          <div className="whitespace-pre-wrap">{text}</div>
        )}
      </div>
    </>
  )
}
