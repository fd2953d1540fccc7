import type { ReactNode } from 'react'
import type { NamedPerson } from '#lib/contracts/runs/comments'

/** Splits a text at the names that it mentions; the longest name wins. */
function partsOf(text: string, mentions: readonly NamedPerson[]): (string | NamedPerson)[] {
  const byLength = [...mentions].sort((one, other) => other.name.length - one.name.length)
  const parts: (string | NamedPerson)[] = []
  let plain = ''
  let at = 0
  while (at < text.length) {
    const person = byLength.find(({ name }) => text.startsWith(`@${name}`, at))
    if (!person) {
      plain += text.charAt(at)
      at += 1
      continue
    }
    if (plain) parts.push(plain)
    plain = ''
    parts.push(person)
    at += person.name.length + 1
  }
  if (plain) parts.push(plain)
  return parts
}

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
