type Draw = (markdown: string) => string

// Next bundles pages apart from each other: the process holds one for all.
const key = Symbol.for('rounds.page-markdown')
const holder = globalThis as unknown as Record<symbol, Draw | undefined>

/** Sets how this server draws Markdown: as HTML that is safe on a page. */
export function drawMarkdownBy(draw: Draw): void {
  holder[key] = draw
}

/** Markdown as safe HTML; undefined where it is not drawn, and when it would cost too much. */
export function drawnMarkdown(markdown: string): string | undefined {
  try {
    return holder[key]?.(markdown)
  } catch {
    return undefined
  }
}
