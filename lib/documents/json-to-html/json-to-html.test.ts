import { describe, expect, it } from 'vitest'
import { ApiError } from '#lib/domain/api-error'
import { jsonToHtml } from './json-to-html.ts'

type Node = {
  type: string
  attrs?: Record<string, unknown>
  content?: Node[]
  text?: string
  marks?: { type: string; attrs?: Record<string, unknown> }[]
}
const text = (
  value: string,
  ...marks: (string | { type: string; attrs?: Record<string, unknown> })[]
): Node => ({
  type: 'text',
  text: value,
  ...(marks.length > 0
    ? { marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark)) }
    : {}),
})
const node = (type: string, content: Node[], attrs?: Record<string, unknown>): Node => ({
  type,
  content,
  ...(attrs ? { attrs } : {}),
})
const doc = (...content: Node[]): Node => node('doc', content)
const p = (...content: Node[]): Node => node('paragraph', content)
const refusal = (document: unknown): unknown => {
  try {
    jsonToHtml(document)
  } catch (error) {
    if (error instanceof ApiError) return error.details
    throw error
  }
  return 'accepted'
}

describe('ProseMirror and TipTap', () => {
  it.each([
    ['heading', doc(node('heading', [text('Finding')], { level: 2 })), '<h2>Finding</h2>'],
    ['an unknown level', doc(node('heading', [text('F')], { level: 9 })), '<h1>F</h1>'],
    [
      'bold, by both names',
      doc(p(text('a', 'bold'), text('b', 'strong'))),
      '<p><strong>a</strong><strong>b</strong></p>',
    ],
    [
      'marks in any order give the same',
      doc(p(text('a', 'italic', 'bold'))),
      '<p><strong><em>a</em></strong></p>',
    ],
    [
      'nested lists',
      doc(
        node('bulletList', [
          node('listItem', [
            p(text('a')),
            node('orderedList', [node('listItem', [p(text('b'))])], { start: 3 }),
          ]),
        ]),
      ),
      '<ul><li><p>a</p><ol start="3"><li><p>b</p></li></ol></li></ul>',
    ],
    [
      'names with underscores',
      doc(node('bullet_list', [node('list_item', [p(text('a', 'em')), node('hard_break', [])])])),
      '<ul><li><p><em>a</em></p><br /></li></ul>',
    ],
    [
      'tables with spans',
      doc(
        node('table', [
          node('tableRow', [node('tableHeader', [p(text('H'))], { colspan: 2 })]),
          node('tableRow', [node('tableCell', [p(text('c'))], { rowspan: 2, colspan: 1 })]),
        ]),
      ),
      '<table><tbody><tr><th colspan="2"><p>H</p></th></tr>' +
        '<tr><td rowspan="2"><p>c</p></td></tr></tbody></table>',
    ],
    ['what is written stays text', doc(p(text('<b>&"\''))), '<p>&lt;b&gt;&amp;"\'</p>'],
    [
      'code keeps its signs',
      doc(node('codeBlock', [text('if (a < b) {}')])),
      '<pre><code>if (a &lt; b) {}</code></pre>',
    ],
    [
      'a link',
      doc(p(text('x', { type: 'link', attrs: { href: 'https://example.com/?a=1&b=2' } }))),
      '<p><a href="https://example.com/?a=1&amp;b=2">x</a></p>',
    ],
    [
      'a link that runs something',
      doc(p(text('x', { type: 'link', attrs: { href: 'javascript:alert(1)' } }))),
      '<p><a>x</a></p>',
    ],
    [
      'a custom node keeps its text',
      doc(node('callout', [p(text('Mind this'))])),
      '<p>Mind this</p>',
    ],
    ['an empty document', doc(), ''],
  ])('%s', (_title, document, html) => expect(jsonToHtml(document)).toBe(html))

  it('numbers citations in the order of the text and lists each source once', () => {
    const policy = {
      type: 'citation',
      attrs: { title: 'Imaging <policy>', page: 3, url: 'https://example.com/p' },
    }
    const html = jsonToHtml({
      document: doc(
        p(
          text('One'),
          policy,
          text(' two', { type: 'citation', attrs: { source: 'Letter', quote: 'as agreed' } }),
          policy,
        ),
      ),
    })
    expect(html).toBe(
      '<p>One<sup><a href="#cite-1" id="ref-1">[1]</a></sup> ' +
        'two<sup><a href="#cite-2" id="ref-2">[2]</a></sup>' +
        '<sup><a href="#cite-1">[1]</a></sup></p>' +
        '<section class="citations"><ol>' +
        '<li id="cite-1"><a href="https://example.com/p">Imaging &lt;policy&gt;</a>, page 3 ' +
        '<a href="#ref-1">↩</a></li>' +
        '<li id="cite-2">Letter: <q>as agreed</q> <a href="#ref-2">↩</a></li></ol></section>',
    )
  })

  it.each([
    ['no object', 'text', '', 'The document is an object'],
    ['no type', {}, 'type', 'A document has a "type"'],
    ['content that is no list', { type: 'doc', content: 'x' }, 'doc.content', 'a list of nodes'],
    [
      'a text without text',
      doc(p({ type: 'text' })),
      'doc.content.0.content.0.text',
      'has a "text"',
    ],
    [
      'an unknown node with nothing in it',
      doc({ type: 'widget' }),
      'doc.content.0.type',
      '"widget" is not a type of node',
    ],
  ])('refuses %s and names the place', (_title, document, path, message) => {
    expect(refusal(document)).toEqual({
      issues: [{ path, message: expect.stringContaining(message) as string }],
    })
  })

  const inherited = ['constructor', 'toString', '__proto__', 'hasOwnProperty']
  it.each(inherited)('refuses a node called %s', (type) => {
    expect(refusal({ type })).toMatchObject({ issues: [{ path: `${type}.type` }] })
    expect(refusal(doc({ type }))).toMatchObject({ issues: [{ path: 'doc.content.0.type' }] })
  })

  const slate: Node & { children: unknown } = { type: 'paragraph', children: [{ text: 'lost' }] }
  const image: Node & { src: string } = { type: 'image', src: 'https://example.com/a.png' }
  const span = { _type: 'span', value: 'lost' }
  it.each([
    ['Slate', { type: 'doc', children: [slate] }, 'doc.children'],
    ['Slate in a node', doc(slate), 'doc.content.0.children'],
    ['a text in a paragraph', doc({ type: 'paragraph', text: 'lost' }), 'doc.content.0.text'],
    ['an image without attrs', doc(image), 'doc.content.0.src'],
    ['Lexical', { root: { type: 'root', children: [{ type: 'paragraph' }] } }, 'type'],
    ['Editor.js', { blocks: [{ type: 'paragraph', data: { text: 'lost' } }] }, 'type'],
    ['Quill', { ops: [{ insert: 'lost' }] }, 'type'],
    ['a block without children', [{ _type: 'block', text: 'lost' }], '0.children'],
    ['a span without text', [{ _type: 'block', children: [span] }], '0.children.0.text'],
    ['a table without rows', [{ _type: 'table', cells: ['lost'] }], 'rows'],
    ['a row without cells', [{ _type: 'table', rows: [{ columns: ['lost'] }] }], 'rows'],
    ['a cell of fields', [{ _type: 'table', rows: [{ cells: [{ text: 'lost' }] }] }], 'cells'],
  ])('refuses %s instead of emptying it', (_title, document, path) => {
    expect(refusal(document)).toMatchObject({ issues: [{ path }] })
  })

  it('refuses a document that is nested far too deeply, at once', () => {
    let deep: Node = p(text('x'))
    for (let level = 0; level < 20_000; level++) deep = node('blockquote', [deep])
    expect(refusal(doc(deep))).toMatchObject({
      issues: [{ message: expect.stringContaining('100 levels') as string }],
    })
  })
})

describe('Portable Text', () => {
  const block = (children: string, more: Record<string, unknown> = {}) => ({
    _type: 'block',
    style: 'normal',
    markDefs: [],
    children: [{ _type: 'span', text: children, marks: [] }],
    ...more,
  })

  it('keeps headings, nested lists, marks and tables', () => {
    const html = jsonToHtml([
      block('Title', { style: 'h2' }),
      block('one', { listItem: 'bullet', level: 1 }),
      block('two', { listItem: 'number', level: 2 }),
      { ...block(''), children: [{ _type: 'span', text: 'strong & sure', marks: ['strong'] }] },
      { _type: 'table', rows: [{ cells: ['a', '<b>'] }] },
    ])
    expect(html).toBe(
      '<h2>Title</h2><ul><li>one<ol><li>two</li></ol></li></ul>' +
        '<p><strong>strong &amp; sure</strong></p>' +
        '<table><tbody><tr><td>a</td><td>&lt;b&gt;</td></tr></tbody></table>',
    )
  })

  it('turns annotations that cite into references', () => {
    const cited = {
      ...block(''),
      markDefs: [{ _key: 'k', _type: 'citation', title: 'Letter' }],
      children: [{ _type: 'span', text: 'said', marks: ['k'] }],
    }
    expect(jsonToHtml({ document: [cited] })).toContain(
      '<p>said<sup><a href="#cite-1" id="ref-1">[1]</a></sup></p><section class="citations">',
    )
  })

  it('refuses a block that it cannot show', () => {
    expect(refusal([{ _type: 'chart' }])).toMatchObject({
      issues: [{ message: '"chart" is not a type of block that can be shown.' }],
    })
    expect(refusal([block('a'), 'b'])).toMatchObject({ issues: [{ path: '1' }] })
  })
})

describe('answers of language models', () => {
  it('reads parts with citations, in Markdown', () => {
    const html = jsonToHtml([
      { type: 'text', text: '## Decision\n\nThe scan is ' },
      {
        type: 'text',
        text: '**covered**',
        citations: [
          {
            type: 'page_location',
            document_title: 'Policy',
            cited_text: 'CT chest …',
            start_page_number: 2,
          },
        ],
      },
      { type: 'text', text: '.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n' },
    ])
    expect(html).toContain('<h2>Decision</h2>')
    expect(html).toContain(
      '<p>The scan is <strong>covered</strong><sup><a href="#cite-1" id="ref-1">[1]</a></sup>.</p>',
    )
    expect(html).toContain('<td>1</td>')
    expect(html).toContain(
      '<li id="cite-1">Policy, page 2: <q>CT chest …</q> <a href="#ref-1">↩</a></li>',
    )
  })

  it('puts annotations at their offsets', () => {
    const html = jsonToHtml({
      type: 'output_text',
      text: 'First. Second.',
      annotations: [
        {
          type: 'url_citation',
          start_index: 0,
          end_index: 6,
          url: 'https://example.com/a',
          title: 'A',
        },
      ],
    })
    expect(html).toContain('<p>First.<sup><a href="#cite-1" id="ref-1">[1]</a></sup> Second.</p>')
  })

  it('removes everything executable that a model wrote', () => {
    const html = jsonToHtml([
      {
        type: 'text',
        text:
          'x <script>alert(1)</script> <img src=x onerror=alert(1)> ' +
          '[y](javascript:alert(1)) \uE0000\uE001',
      },
    ])
    expect(html).not.toMatch(/script|onerror|javascript/)
    expect(html).toContain('0')
  })
})

describe('Markdown has a bounded cost', () => {
  const markdown = (text: string) => [{ type: 'text', text }]

  it.each([
    ['quotes', '>'.repeat(20_000)],
    ['quotes with spaces', '> '.repeat(10_000)],
    ['list items', '- '.repeat(10_000)],
    ['numbers', '1. '.repeat(10_000)],
    ['all of them', '> - 1. '.repeat(5000)],
  ])('20 KB of nested %s are refused', (_title, text) => {
    expect(refusal(markdown(text))).toMatchObject({
      issues: [{ path: 'text', message: expect.stringContaining('100 levels') as string }],
    })
  })

  it.each([
    ['in one paragraph', '*a_'.repeat(7000)],
    ['in many', `${'*a_'.repeat(200)}\n\n`.repeat(300)],
    ['in a cell', `| a |\n|---|\n| ${'**a'.repeat(20_000)} |`],
  ])('emphasis without end %s is refused', (_title, text) => {
    expect(refusal(markdown(text))).toMatchObject({
      issues: [{ message: expect.stringContaining('emphasis') as string }],
    })
  })

  it('refuses text that is too long', () => {
    expect(refusal(markdown('a'.repeat(200_001)))).toMatchObject({
      issues: [{ message: expect.stringContaining('at most 200000 characters') as string }],
    })
  })

  it('accepts what people write', () => {
    const text = `${'> '.repeat(20)}deep\n\n${'**bold** and _more_. '.repeat(300)}`
    const html = jsonToHtml(markdown(text))
    expect(html.split('<blockquote>')).toHaveLength(21)
    expect(html.split('<strong>bold</strong>')).toHaveLength(301)
  })
})

it('numbers many sources without comparing each with all others', () => {
  const source = (index: number) => ({ type: 'citation', attrs: { title: `T${index}` } })
  const sources = Array.from({ length: 20_000 }, (_, index) => source(index))
  expect(jsonToHtml(doc(p(...sources, ...sources)))).toContain('[20000]')
})

it('is idempotent: the same document gives the same HTML', () => {
  const document = doc(p(text('a', 'bold'), { type: 'citation', attrs: { title: 'T' } }))
  expect(jsonToHtml(structuredClone(document))).toBe(jsonToHtml(document))
})
