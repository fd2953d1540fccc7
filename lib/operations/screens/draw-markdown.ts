import { drawMarkdownBy } from '#lib/domain/page-markdown'

/** Lets the pages of this server draw Markdown. Its packages are loaded with the first such page. */
export async function drawMarkdown(): Promise<void> {
  const { pageMarkdown } = await import('#lib/documents/json-to-html/safe-markdown')
  drawMarkdownBy(pageMarkdown)
}
