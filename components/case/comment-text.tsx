import type { ReactNode } from 'react'
import type { NamedPerson } from '#lib/contracts/runs/comments'
import { partsOf } from './parts-of.ts'

/** A comment as it was typed, with the mentioned names marked. */
export function CommentText({ text, mentions }: { text: string; mentions: NamedPerson[] }) {
  const drawn: ReactNode[] = partsOf(text, mentions).map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
      <span key={index} className="rounded bg-accent px-0.5 font-medium text-accent-foreground">
        @{part.name}
      </span>
    ),
  )
  return <p className="text-sm wrap-anywhere whitespace-pre-wrap">{drawn}</p>
}
