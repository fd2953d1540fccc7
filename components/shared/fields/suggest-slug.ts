/**
 * A slug made from a name: `Main EMR (north)` becomes `main-emr-north`. Empty when the name has no
 * usable letter.
 */
export const suggestSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '')
