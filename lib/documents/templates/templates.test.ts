import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { demoTemplates } from '#db/seed/templates'
import { partsOf } from '#lib/operations/templates/content'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { docxOf, zipOf } from '#test/samples/sample-documents'
import { pngOf } from '../reader/raster.ts'
import { openArchive } from '../reader/unzip.ts'
import { askTemplates } from './ask-templates.ts'
import type { LiquidPart, TemplateReply, TemplateRequest } from './messages.ts'

// They start a process, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })
afterAll(stopProcessPools)

const maxBytes = 5 * 1024 * 1024
const options = { organizationId: 'one' }
const clock = { at: '2026-03-14T23:30:00Z', timeZone: 'America/New_York' }
const html = (text: string): LiquidPart[] => [{ name: 'HTML', text, html: true }]
const plain = (text: string): LiquidPart[] => [{ name: 'text', text, html: false }]

type Ask = [did: Exclude<TemplateReply['did'], 'refused'>, request: TemplateRequest, bytes?: Buffer]
const refusalOf = async (...[did, request, bytes]: Ask): Promise<string[]> =>
  await askTemplates(did, request, { ...options, ...(bytes ? { bytes } : {}) }).then(
    () => ['no refusal'],
    (error: { details: { issues?: { message: string }[] } }) =>
      (error.details.issues ?? []).map(({ message }) => message),
  )

const liquidFields = async (parts: LiquidPart[]) =>
  (await askTemplates('inspect', { do: 'inspect liquid', parts }, options)).fields
const fillLiquid = async (parts: LiquidPart[], data: Record<string, unknown>) =>
  (await askTemplates('fill liquid', { do: 'fill liquid', parts, data, clock }, options)).parts
const docxFields = async (bytes: Buffer) =>
  (await askTemplates('inspect', { do: 'inspect docx', maxBytes }, { ...options, bytes })).fields
async function fillDocx(bytes: Buffer, data: Record<string, unknown>) {
  const request = { do: 'fill docx', maxBytes, data } as const
  const { content } = await askTemplates('fill docx', request, { ...options, bytes })
  const filled = Buffer.from(content, 'base64')
  const archive = openArchive(filled, maxBytes)
  const read = (name: string) => archive.read(name).toString()
  const texts = [...read('word/document.xml').matchAll(/<w:t(?: [^>]*)?>([^<]*)</g)]
  return { filled, archive, read, text: texts.map(([, text]) => text).join('|') }
}

describe('placeholders in Liquid', () => {
  it('become fields with their types and places', async () => {
    const text = `Dear {{ patient.name }},
{% if urgent %}now{% endif %}{% if note %}{{ note }}{% endif %}
{% for item in services %}{{ item.name }}: {{ item.units }}{% if item.last %}.{% endif %}{% endfor %}
{% for tag in tags %}{{ tag }}{% endfor %} {{ city | default: "here" }}
{% assign first = services | sort: "name" %}{% for one in first %}{{ one.code }}{% endfor %}
{% if status == "done" %}{{ 'now' | date: '%Y' }}{% endif %} {{ services.size }}`
    const column = { type: 'text', optional: false }
    expect(await liquidFields(plain(text))).toEqual([
      { name: 'patient.name', type: 'text', optional: false, where: 'in the text, line 1' },
      { name: 'urgent', type: 'yes-no', optional: false, where: 'in the text, line 2' },
      { name: 'note', type: 'text', optional: true, where: 'in the text, line 2' },
      {
        name: 'services',
        type: 'rows',
        optional: false,
        where: 'in the text, line 3',
        columns: [
          { name: 'name', ...column },
          { name: 'units', ...column },
          { name: 'last', type: 'yes-no', optional: false },
          { name: 'code', ...column },
        ],
      },
      {
        name: 'tags',
        type: 'rows',
        optional: false,
        where: 'in the text, line 4',
        columns: [{ name: '.', ...column }],
      },
      { name: 'city', type: 'text', optional: true, where: 'in the text, line 4' },
      { name: 'status', type: 'text', optional: false, where: 'in the text, line 6' },
    ])
  })

  it('are found in all parts, and pictures are known', async () => {
    const parts = [
      ...plain('{{ a }}'),
      ...html('{% if a %}<img src="{{ logo | picture }}">{% endif %}'),
    ]
    expect(await liquidFields(parts)).toMatchObject([
      { name: 'a', type: 'text' },
      { name: 'logo', type: 'picture', where: 'in the HTML, line 1' },
    ])
  })

  it('of all parts are refused together, with their lines', async () => {
    const parts = [...plain('\n{{ a | nosuch }}'), ...html('{% if a %}')]
    expect(await refusalOf('inspect', { do: 'inspect liquid', parts })).toEqual([
      'Undefined filter: nosuch. (in the text, line 2)',
      'Tag {% if a %} not closed. (in the HTML, line 1)',
    ])
  })
})

describe('filling Liquid', () => {
  it('prints data as text, in the zone and at the time of the run', async () => {
    const text =
      '{{ "now" | date: "%Y-%m-%d %H:%M" }} {{ a }} {% for x in xs %}[{{ x.n }}]{% endfor %}'
    const data = { a: '<b>', xs: [{ n: 1 }, { n: 2 }] }
    expect(await fillLiquid(plain(text), data)).toEqual({ text: '2026-03-14 19:30 <b> [1][2]' })
  })

  it('leaves HTML of data and scripts out of HTML', async () => {
    const text =
      '<p onclick="x()">{{ a }}</p>{{ a | raw }}<script>x()</script>' +
      '<img src="https://example.com/t.png"><a href="javascript:x()">y</a>'
    expect(await fillLiquid(html(text), { a: '<i>i</i><iframe src="x"></iframe>' })).toEqual({
      HTML: '<p>&lt;i&gt;i&lt;/i&gt;&lt;iframe src="x"&gt;&lt;/iframe&gt;</p><i>i</i><img /><a>y</a>',
    })
  })

  it('reaches own properties only', async () => {
    const text = '[{{ a.constructor }}{{ a.toString }}{{ a.__proto__ }}{{ constructor }}]'
    expect(await fillLiquid(plain(text), { a: {} })).toEqual({ text: '[]' })
  })

  it.each(['include', 'render', 'layout', 'block'])('refuses the tag %s', async (tag) => {
    const parts = plain(`{% ${tag} "/etc/passwd" %}`)
    expect(await refusalOf('inspect', { do: 'inspect liquid', parts })).toEqual([
      `The tag “${tag}” reads other templates, which is not possible here. (in the text, line 1)`,
    ])
  })

  it.each([
    ['much work', '{% for a in (1..9000000) %}{% for b in (1..9000) %}x{% endfor %}{% endfor %}'],
    [
      'much memory',
      '{% assign a = "0123456789" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}{{ a }}',
    ],
  ])('ends %s at its limit', async (_what, text) => {
    const request = { do: 'fill liquid', parts: plain(text), data: {}, clock } as const
    const ask = askTemplates('fill liquid', request, { ...options, timeoutMs: 500 })
    await expect(ask).rejects.toMatchObject({
      details: {
        issues: [{ message: expect.stringMatching(/limit exceeded|too much|2 million/) }],
      },
    })
  })
})

const letter = readFileSync('db/seed/templates/approval-letter.docx')

describe('placeholders in Word', () => {
  it('become fields with their types and places', async () => {
    const paragraphs = [
      'Dear {patient.name}, {%logo}',
      '{#if urgent}Now {patient.name}{/}',
      '{#approved}Yes, {patient.name}{/approved}{^approved}No{/approved}',
      '{#items}{service}: {#parts}{.}{/parts}{/items}',
    ]
    expect(await docxFields(docxOf(paragraphs))).toEqual([
      { name: 'patient.name', type: 'text', optional: false, where: 'in the text' },
      { name: 'logo', type: 'picture', optional: false, where: 'in the text' },
      { name: 'urgent', type: 'yes-no', optional: false, where: 'in the text' },
      { name: 'approved', type: 'yes-no', optional: false, where: 'in the text' },
      {
        name: 'items',
        type: 'rows',
        optional: false,
        where: 'in the text',
        columns: [
          { name: 'service', type: 'text', optional: false },
          { name: 'parts', type: 'rows', optional: false },
        ],
      },
    ])
  })

  it.each(demoTemplates())('of the demo’s $slug are those that are stored', async (seeded) => {
    const { source, content, fields } = seeded
    const found =
      'fileName' in source ? docxFields(content ?? Buffer.alloc(0)) : liquidFields(partsOf(source))
    expect(await found).toEqual(fields)
  })

  it('are refused with all mistakes at once, in words', async () => {
    const bytes = docxOf(['{a {b}', 'c}', '{#rows}{x}'])
    const said = await refusalOf('inspect', { do: 'inspect docx', maxBytes }, bytes)
    expect(said).toEqual([
      '“{a” has no closing bracket “}”. (in the text)',
      '“}c}” has no opening bracket “{”. (in the text)',
      '“{#rows}” begins a section that does not end. Write “{/rows}”. (in the text)',
    ])
    const raw = await refusalOf('inspect', { do: 'inspect docx', maxBytes }, docxOf(['{@raw}']))
    expect(raw[0]).toContain('would insert XML')
  })
})

describe('filling Word', () => {
  const data = {
    date: '2026-03-14',
    patient: { name: 'Żaneta & <Söhne> אבג' },
    payer: 'Evergreen',
    services: [
      { name: 'MRI', units: 1, until: '2026-12-31' },
      { name: 'Physio', units: 12, until: '2027-01-31' },
    ],
  }

  it('fills rows, headers stay, signs are text, the same input gives the same bytes', async () => {
    const { text, filled } = await fillDocx(letter, data)
    expect(text).toContain('Dear Żaneta &amp; &lt;Söhne&gt; אבג,')
    expect(text).toContain('MRI|1|2026-12-31|Physio|12|2027-01-31')
    expect(text).not.toContain('Authorization number')
    const again = await fillDocx(letter, data)
    expect(again.filled.equals(filled)).toBe(true)
    const numbered = await fillDocx(letter, { ...data, authorizationNumber: 'A-1' })
    expect(numbered.text).toContain('Authorization number: A-1')
  })

  it('reaches own properties only', async () => {
    const { text } = await fillDocx(docxOf(['[{a.constructor}{constructor}{a.__proto__}]']), {
      a: {},
    })
    expect(text).toBe('[]')
  })

  it('puts pictures into the document', async () => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const { read, archive } = await fillDocx(docxOf(['Logo {%logo} end']), {
      logo: `data:image/png;base64,${png}`,
    })
    const [, relation] = /r:embed="(\w+)"/.exec(read('word/document.xml')) ?? []
    const [, target] =
      new RegExp(`Id="${relation}" Target="([^"]+)"`).exec(read('word/_rels/document.xml.rels')) ??
      []
    expect(archive.has(`word/${target}`)).toBe(true)
    expect(read('[Content_Types].xml')).toContain('Extension="png"')
    const shown = await askTemplates(
      'show docx',
      { do: 'show docx', maxBytes },
      {
        ...options,
        bytes: (await fillDocx(docxOf(['{%logo}']), { logo: `data:image/png;base64,${png}` }))
          .filled,
      },
    )
    expect(shown.html).toContain('src="data:image/png;base64,')
  })

  it('fills the rows of a table with pictures and names from the right', async () => {
    const cell = (text: string) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`
    const row = (...texts: string[]) => `<w:tr>${texts.map(cell).join('')}</w:tr>`
    const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
    const table = `<w:tbl>${row('Name', 'Photo')}${row('{#people}{name}', '{%photo}{/people}')}</w:tbl>`
    const document = `<w:document xmlns:w="${main}"><w:body>${table}</w:body></w:document>`
    const bytes = docxOf([], { replaced: { 'word/document.xml': Buffer.from(document) } })
    expect(await docxFields(bytes)).toMatchObject([
      { name: 'people', type: 'rows', columns: [{ name: 'name' }, { type: 'picture' }] },
    ])
    const photo = (base64: string) => `data:image/png;base64,${base64}`
    const black = pngOf({ width: 1, height: 1, channels: 1, pixels: Buffer.alloc(1) })
    const white = pngOf({ width: 2, height: 1, channels: 1, pixels: Buffer.alloc(2, 255) })
    const people = [
      { name: 'דנה כהן', photo: photo(black.toString('base64')) },
      { name: 'محمد', photo: photo(white.toString('base64')) },
    ]
    const { read, archive, text } = await fillDocx(bytes, { people })
    expect(text.split('|').filter(Boolean)).toEqual(['Name', 'Photo', 'דנה כהן', 'محمد'])
    const rows = read('word/document.xml').split('<w:tr>').slice(2)
    const relations = read('word/_rels/document.xml.rels')
    const pictures = rows.map((filled) => {
      const [, relation] = /<\/w:tc><w:tc>.*r:embed="(\w+)"/s.exec(filled) ?? []
      const [, target] = new RegExp(`Id="${relation}" Target="([^"]+)"`).exec(relations) ?? []
      return archive.read(`word/${target}`)
    })
    expect(pictures).toEqual([black, white])
  })

  it.each([
    ['no archive', Buffer.from('PK\u0003\u0004 nothing'), 'not a readable Word document'],
    ['another archive', zipOf({ 'a.txt': 'x' }), 'not a readable Word document'],
    ['too large when unpacked', docxOf(['x'], { padding: maxBytes + 1 }), 'too large when it is'],
    [
      'a wrong size',
      docxOf(['x'], { replaced: { 'word/x.xml': Buffer.alloc(maxBytes * 2) }, declared: 5 }),
      'not a readable Word document',
    ],
  ])('refuses %s', async (_what, bytes, sentence) => {
    const [said] = await refusalOf('inspect', { do: 'inspect docx', maxBytes }, bytes)
    expect(said).toContain(sentence)
  })

  it('ends a bomb within its limit', async () => {
    const bomb = docxOf(['{a}'.padEnd(2_000_000, '{b}')])
    const request = { do: 'inspect docx', maxBytes: 50 * 1024 * 1024 } as const
    const said = await askTemplates('inspect', request, {
      ...options,
      bytes: bomb,
      timeoutMs: 500,
    }).then(
      () => 'no refusal',
      (error: { message: string; details: { issues?: { message: string }[] } }) =>
        error.details.issues?.[0]?.message,
    )
    expect(said).toMatch(/too much time|too much memory|more than 500 placeholders/)
  })
})
