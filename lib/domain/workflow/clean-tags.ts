/** Tags as they are stored and compared: in small letters, each once, in order. */
export const cleanTags = (tags: readonly string[]): string[] =>
  [...new Set(tags.map((tag) => tag.normalize('NFC').trim().toLowerCase()))].toSorted()
