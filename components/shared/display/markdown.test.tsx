import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { pageMarkdown } from '#lib/documents/json-to-html/safe-markdown'
import { drawMarkdownBy } from '#lib/domain/page-markdown'
import { MarkdownOnServer } from './markdown-on-server.tsx'

const drawn = (text: string): string => renderToStaticMarkup(<MarkdownOnServer text={text} />)

it('draws Markdown on a server without what a page may not have', () => {
  drawMarkdownBy(pageMarkdown)
  expect(drawn('**Call** [them](tel:123)')).toContain(
    '<p><strong>Call</strong> <a href="tel:123">them</a></p>',
  )
  const bad = drawn(
    '[x](javascript:a())\n\n<script>a()</script>\n\n<img src=x onerror=a()><b id=x>kept</b>',
  )
  expect(bad).toContain('<b>kept</b>')
  expect(bad).not.toMatch(/script|img|onerror|id=/)
})

it('leaves the first two levels of headings to the page', () => {
  drawMarkdownBy(pageMarkdown)
  const html = drawn('# Policy\n\n## Criteria\n\n###### Small\n\n`<h1>`')
  expect(html).toContain('<h3>Policy</h3>')
  expect(html).toContain('<h4>Criteria</h4>')
  expect(html).toContain('<h6>Small</h6>')
  expect(html).toContain('<code>&lt;h1&gt;</code>')
})

it('shows the text itself where its drawing would cost too much', () => {
  drawMarkdownBy(pageMarkdown)
  const text = `${'>'.repeat(200)} <b>deep</b>`
  expect(drawn(text)).toContain('&lt;b&gt;deep&lt;/b&gt;')
})
