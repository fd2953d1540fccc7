/** The page has the first level, and what stands on it the second. */
const levels = 2

/**
 * HTML made from Markdown with its headings two levels lower, so that a page keeps the only heading
 * of the first level. In text a `<` is written as an entity, so only tags are found.
 */
export const loweredHeadings = (html: string): string =>
  html.replace(
    /<(\/?)h([1-6])(?=[\s>])/gi,
    (_tag, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) + levels)}`,
  )
