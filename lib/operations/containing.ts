/** Makes a pattern for `like` that matches the text anywhere; its special signs are escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
