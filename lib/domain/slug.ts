/** Slugs of workflows, templates and connections. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/
const maxLength = 64

/**
 * Makes a slug from a name: letters without their marks, in lower case, everything else as single
 * hyphens; `fallback` when nothing is left (empty where a form suggests the slug and a person
 * decides).
 */
export function slugOf(name: string, fallback = 'workflow'): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return trimmed(plain.slice(0, maxLength)) || fallback
}

const trimmed = (text: string): string => text.replace(/^-+|-+$/g, '')

/**
 * The slug, or the first of `slug-2`, `slug-3`, … that is not taken; never longer than 64
 * characters.
 */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : `-${number}`
    const candidate = `${trimmed(slug.slice(0, maxLength - ending.length))}${ending}`
    if (!taken.has(candidate)) return candidate
  }
}
