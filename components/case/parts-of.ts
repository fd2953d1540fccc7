import type { NamedPerson } from '#lib/contracts/runs/comments'

const isLetter = (sign: string): boolean => /[\p{L}\p{N}]/u.test(sign)

/** Splits a text at the names that it mentions; the longest name wins. */
export function partsOf(text: string, mentions: readonly NamedPerson[]): (string | NamedPerson)[] {
  const byLength = [...mentions].sort((one, other) => other.name.length - one.name.length)
  const parts: (string | NamedPerson)[] = []
  let plain = ''
  let at = 0
  while (at < text.length) {
    const start = at
    const person = byLength.find(
      ({ name }) =>
        text.startsWith(`@${name}`, start) && !isLetter(text.charAt(start + name.length + 1)),
    )
    if (person) {
      if (plain) parts.push(plain)
      parts.push(person)
      plain = ''
      at += person.name.length + 1
    } else {
      plain += text.charAt(at)
      at += 1
    }
  }
  if (plain) parts.push(plain)
  return parts
}
