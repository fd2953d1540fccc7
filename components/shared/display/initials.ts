/** The first letters of the first and the last word of a name. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.slice(0, 1).toUpperCase())
    .filter((_letter, index, all) => index === 0 || index === all.length - 1)
    .join('')
