import { shortText } from '../text.ts'

/** The place of a value; converted to text only for a message. */
export type Place = { up: Place; key: string | number } | undefined

const longestPath = 500

/** `documents.3.id`; a very long one is cut. */
export function dotted(place: Place): string {
  const parts: string[] = []
  for (let at = place; at; at = at.up) parts.push(String(at.key))
  return shortText(parts.reverse().join('.'), longestPath)
}
