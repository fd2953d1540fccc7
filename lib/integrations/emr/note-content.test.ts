import { describe, expect, it } from 'vitest'
import { noteContent } from './note-content.ts'

describe('the body of a note', () => {
  it.each([
    'plain',
    '',
    'a < b and c > d',
    'WBC <normal, plt >50',
    '<see chart>',
    'x <10 mg/dL>',
    'if a<b then c>d',
    'Dr. <jane@example.com>',
  ])('%j stays unchanged as plain text', async (body) => {
    expect(await noteContent(body)).toEqual({ contentType: 'text/plain', text: body })
  })
  it.each([
    ['<p>Hi</p>', '<p>Hi</p>'],
    ['a<br>b', 'a<br />b'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<p style="background:url(x)" onmouseover=alert(1)>x</p>', '<p>x</p>'],
    ['<script>alert(1)</script>x', 'x'],
    ['<iframe src="https://example.com"></iframe>x', 'x'],
    ['<b>5 < 6 & 7</b>', '<b>5 &lt; 6 &amp; 7</b>'],
  ])('%j is HTML and becomes %j', async (body, text) => {
    expect(await noteContent(body)).toEqual({ contentType: 'text/html', text })
  })
  it('is read in time with any content', async () => {
    const started = performance.now()
    for (const unit of ['<a ', '<a b=', '<p "', 'a<', '<a b c d e '])
      await noteContent(unit.repeat(100_000))
    expect(performance.now() - started).toBeLessThan(5000)
  })
})
