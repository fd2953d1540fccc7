/** A pattern for `like` that matches the text anywhere, with its own signs taken literally. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
