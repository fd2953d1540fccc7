import sanitizeHtml from 'sanitize-html'
import { expect, it } from 'vitest'
import { allowedHtml } from './allowed-html.ts'

it.each([
  ['<td colspan="2" onclick="x()">a</td>', '<td colspan="2">a</td>'],
  ['<a href="https://example.com" target="_blank">a</a>', '<a href="https://example.com">a</a>'],
  ['<a href="//example.com">a</a>', '<a>a</a>'],
  ['<a href="#cite-1">a</a>', '<a href="#cite-1">a</a>'],
  ['<a href="javascript:x()">a</a>', '<a>a</a>'],
  ['<p class="fixed" style="color:red" lang="es">a</p>', '<p lang="es">a</p>'],
  ['<form><input><img src="https://example.com/a.png">a</form>', 'a'],
  ['<svg><script>x()</script></svg><iframe></iframe>a', 'a'],
])('%s becomes %s', (html, kept) => expect(sanitizeHtml(html, allowedHtml)).toBe(kept))
