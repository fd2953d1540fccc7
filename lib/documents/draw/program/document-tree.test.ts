import { describe, expect, it } from 'vitest'
import { DocumentTree } from './document-tree.ts'
import { htmlNodes } from './html-nodes.ts'
import { Pictures } from './pictures.ts'
import type { Block } from './tree.ts'

const treeOf = (html: string, isMargin = false): Block[] =>
  new DocumentTree({ pictures: new Pictures(), width: 468, isMargin }).blocksOf(htmlNodes(html))

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

describe('the tree of a document', () => {
  it('has paragraphs of runs with their marks, and white space as HTML has it', () =>
    expect(
      treeOf('<p> Dear  <b>Ada,\n<i>you</i></b> <u>may</u><br> go &lt;now&gt; </p>text'),
    ).toEqual([
      {
        k: 'p',
        runs: [
          { t: 'Dear ' },
          { t: 'Ada, ', b: true },
          { t: 'you', b: true, i: true },
          { t: ' ' },
          { t: 'may', u: true },
          { br: true },
          { t: 'go <now>' },
        ],
      },
      { k: 'p', runs: [{ t: 'text' }] },
    ]))

  it('keeps nothing of scripts, styles, forms and handlers', () =>
    expect(
      treeOf(
        '<style>p{}</style><script>alert(1)</script><p onclick="x()">a<input value="b">' +
          '<a href="javascript:x()">c</a><a href="https://e.com/?a=1&amp;b=2">d</a></p>',
      ),
    ).toEqual([{ k: 'p', runs: [{ t: 'ac' }, { t: 'd', href: 'https://e.com/?a=1&b=2' }] }]))

  it.each([
    ['<h2>a</h2><h2>b</h2><h4>c</h4><h3>d</h3><h1>e</h1>', [1, 1, 2, 2, 1]],
    ['<h1>a</h1><h3>b</h3><h6>c</h6><h2>d</h2>', [1, 2, 3, 2]],
  ])('has levels of headings without gaps: %s', (html, levels) =>
    expect(treeOf(html).map((block) => block.k === 'h' && block.level)).toEqual(levels),
  )

  it('takes direction, language and alignment from the element around', () =>
    expect(
      treeOf(
        '<div dir="rtl" lang="he-IL" align="center"><p>שלום</p></div><p dir="auto">محمد</p>' +
          '<p>Name: <bdi>דנה</bdi></p>',
      ),
    ).toEqual([
      { k: 'p', runs: [{ t: 'שלום' }], dir: 'rtl', lang: 'he', align: 'center' },
      { k: 'p', runs: [{ t: 'محمد' }], dir: 'rtl' },
      { k: 'p', runs: [{ t: 'Name: ' }, { t: 'דנה', dir: 'rtl' }] },
    ]))

  it('has lists in lists, quotes and breaks of pages', () => {
    const p = (t: string) => ({ k: 'p', runs: [{ t }] })
    expect(
      treeOf(
        '<ul><li>a<ol start="3"><li>b</li></ol></li></ul><blockquote>c</blockquote>' +
          '<hr class="page-break"><p style="page-break-after: always">d</p><hr>',
      ),
    ).toEqual([
      { k: 'list', items: [[p('a'), { k: 'list', start: 3, items: [[p('b')]] }]] },
      { k: 'quote', body: [p('c')] },
      { k: 'break' },
      p('d'),
      { k: 'break' },
      { k: 'rule' },
    ])
  })

  it('lets long words end a line', () => {
    const [block] = treeOf(`<p>${'x'.repeat(100)}</p>`)
    const [run] = block?.k === 'p' ? block.runs : []
    expect(run && 't' in run && run.t.split('\u200b').map((part) => part.length)).toEqual([
      12, 12, 12, 12, 12, 12, 12, 12, 4,
    ])
  })

  it('has page numbers in headers and footers only', () => {
    expect(treeOf('<p>{page}/{pages}</p>', true)).toEqual([
      { k: 'p', runs: [{ page: 'this' }, { t: '/' }, { page: 'all' }] },
    ])
    expect(treeOf('<p>{page}</p>')).toEqual([{ k: 'p', runs: [{ t: '{page}' }] }])
  })

  it('has pictures no wider than the page', () =>
    expect(treeOf(`<img src="${pixel}" alt="Logo" width="2000"><img src="${pixel}">`)).toEqual([
      {
        k: 'p',
        runs: [
          { picture: '/picture-0.png', width: 468, alt: 'Logo' },
          { picture: '/picture-0.png', width: 0.75, alt: '' },
        ],
      },
    ]))

  it.each([
    ['<img src="https://example.com/a.png">', 'A picture is given as data'],
    ['<img>', 'A picture is given as data'],
    ['<img src="data:image/svg+xml;base64,PHN2Zy8+">', 'A picture is given as data'],
    ['<img src="data:image/png;base64,iVBORw0KGgo=">', 'A picture is damaged'],
    [`<table><tr>${'<td>x</td>'.repeat(51)}</tr></table>`, 'at most 50 columns'],
    [`${'<ul><li>'.repeat(12)}x`, 'nested 10 deep at most'],
  ])('refuses %s', (html, message) => expect(() => treeOf(html)).toThrow(message))
})

describe('a table', () => {
  const tableOf = (html: string) => {
    const [table] = treeOf(html)
    if (table?.k !== 'table') throw new Error('no table')
    const cells = table.cells.map(({ colspan, rowspan, head, body: [p] }) => ({
      text: p?.k === 'p' ? p.runs.map((run) => ('t' in run ? run.t : '')).join('') : '',
      ...(colspan > 1 ? { colspan } : {}),
      ...(rowspan > 1 ? { rowspan } : {}),
      ...(head ? { head } : {}),
    }))
    return { columns: table.columns, head: table.head, cells }
  }

  it.each(['<thead><tr><th>A</th></tr></thead>', '<tr><th>A</th></tr>'])('has a head: %s', (head) =>
    expect(tableOf(`<table>${head}<tbody><tr><td>1</td></tr></tbody></table>`)).toEqual({
      columns: 1,
      head: 1,
      cells: [{ text: 'A', head: true }, { text: '1' }],
    }),
  )

  it('fills what is missing, and makes narrower what overlaps', () =>
    expect(
      tableOf(
        '<table><tr><td>a</td><td rowspan="9">b</td><td>c</td></tr>' +
          '<tr><td colspan="5">d</td></tr><tr></tr></table>',
      ),
    ).toEqual({
      columns: 3,
      head: 0,
      cells: [
        { text: 'a' },
        { text: 'b', rowspan: 3 },
        { text: 'c' },
        { text: 'd' },
        { text: '' },
        { text: '' },
        { text: '' },
      ],
    }))

  it('takes no numbers that are none', () =>
    expect(
      tableOf(
        '<table><tr><td colspan="-3" rowspan="1e9">a</td><td colspan="x">b</td></tr></table>',
      ),
    ).toEqual({ columns: 2, head: 0, cells: [{ text: 'a' }, { text: 'b' }] }))
})
