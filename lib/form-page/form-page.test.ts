import { readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyField, everyFieldOnPages } from '#test/samples/every-field'
import { ProcessPool } from '#lib/process-pool/pool'
import { buildFormPage } from './build.ts'
import { formDocument } from './document.ts'
import { drawKind, type DrawnForm } from './kind.ts'

const mostBytes = 130_000
const folder = `.cache/form-page-${process.pid}`
let manifest: Awaited<ReturnType<typeof buildFormPage>>
let pool: ProcessPool<object, DrawnForm>

beforeAll(async () => {
  manifest = await buildFormPage(folder)
  pool = new ProcessPool<object, DrawnForm>(drawKind(folder))
})
afterAll(async () => {
  await pool.stop()
  rmSync(folder, { recursive: true, force: true })
})

const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', title: 'Your name', description: 'As on your card' },
    plan: { type: 'string', title: 'Plan', enum: ['gold', 'silver'] },
  },
}
const organization = { name: 'Riverside Clinic', logo: null }
const form = {
  title: 'Referral',
  description: '',
  schema,
  uiSchema: {},
  organization,
  language: 'es',
  languages: ['en', 'es'],
  closed: false,
  texts: {},
  privacyNote: '<p>We keep it <strong>safe</strong>.</p>',
}

async function draw(props: object): Promise<string> {
  const answer = await pool.ask({
    request: {},
    bytes: Buffer.from(JSON.stringify(props)),
    organizationId: 'o',
    timeoutMs: 30_000,
  })
  return answer.type === 'reply' ? answer.reply.html : answer.type
}

it('has a worker of its own for challenges, which is tiny', () => {
  expect(statSync(path.join(folder, `${manifest.worker}.gz`)).size).toBeLessThan(3000)
  expect(manifest.preload).not.toContain(manifest.worker)
})

describe('the page of a shared form', () => {
  it('loads at most 130 kB of compressed programs before its first field', () => {
    const files = [manifest.script, ...manifest.preload]
    const sizes = files.map((file) => statSync(path.join(folder, `${file}.gz`)).size)
    expect(sizes.reduce((all, each) => all + each, 0)).toBeLessThan(mostBytes)
  })

  it('is drawn on the server, and cannot be sent before its program is there', async () => {
    const html = await draw({ token: 'a'.repeat(22), form, language: 'es' })
    for (const words of [
      'Riverside Clinic',
      'Referral',
      'Your name',
      'As on your card',
      'silver',
      'Enviar',
      '<strong>safe</strong>',
    ])
      expect(html).toContain(words)
    expect(html).toMatch(/<button type="submit" disabled/)
  })

  it('is drawn with each kind of field, also those that load a part at first use', async () => {
    const token = 'a'.repeat(22)
    const drawn = await draw({ token, form: { ...form, schema: everyField }, language: 'en' })
    const missing = Object.keys(everyField.properties).filter(
      (name) => !drawn.includes(`id="root_${name}`),
    )
    // It is asked of smokers only.
    expect(missing).toEqual(['since_when'])
    expect(drawn).toContain('Draw it')
    const paged = { ...form, schema: everyFieldOnPages }
    expect(await draw({ token, form: paged, language: 'es' })).toContain('Full name')
  })

  it('says why a link opens no form', async () => {
    const html = await draw({ token: 'a', form: null, language: 'en' })
    expect(html).toContain('Ask the person who sent it for a new one.')
    expect(html).not.toContain('<form')
  })

  it('says that a form is closed, and whose it was', async () => {
    const closed = { ...form, closed: true, schema: {} }
    const html = await draw({ token: 'a', form: closed, language: 'es' })
    expect(html).toContain('Este formulario está cerrado')
    expect(html).toContain('diríjase a Riverside Clinic')
    expect(html).not.toContain('<form')
  })

  it('ends no script and no tag by the words of an author', () => {
    const html = formDocument({
      title: '</title><script>alert(1)</script>',
      language: 'en',
      direction: 'ltr',
      withoutProgram: '',
      html: '',
      props: { text: '</script><img src=x>' },
      manifest: { script: 'a.js', preload: [], worker: 'b.js', style: '' },
      nonce: 'n',
    })
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('</script><img')
  })
})

/** What members and builders see only: an address is checked, code is written. */
const notForVisitors = [
  /\/components\/letters\/address-check\.tsx$/,
  // The editor of code, and the dialog that shows it larger.
  /\/components\/code\//,
  /\/overlay\/use-typed-guard\.tsx$/,
  /\/components\/ui\/overlay\/(?:dialog|cross)\.tsx$/,
  /\/components\/shared\/fields\/duration-input\.tsx$/,
]
const spoken = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label'])

type Node = { type: string; value?: unknown; name?: { name?: string }; quasis?: Quasi[] }
type Quasi = { value: { raw: string } }

/** The texts of an attribute's value; of a template what stands around its values. */
function textsOf(value: unknown): string[] {
  const node = (value ?? {}) as Node & { expression?: Node }
  const { quasis, value: text } = node.expression ?? node
  return quasis ? quasis.map(({ value: { raw } }) => raw) : [String(text ?? '')]
}

/** The words of a component that stand in the file itself, and so in one language. */
function wordsIn(file: string): string[] {
  const found: string[] = []
  const seen = new Set<unknown>()
  const look = (node: unknown): void => {
    if (seen.has(node)) return
    seen.add(node)
    if (Array.isArray(node)) for (const one of node) look(one)
    if (typeof node !== 'object' || node === null) return
    const { type, value, name } = node as Node
    if (type === 'JSXText') found.push(String(value))
    if (type === 'JSXAttribute' && spoken.has(name?.name ?? '')) found.push(...textsOf(value))
    for (const part of Object.values(node)) look(part)
  }
  look(parseAst(readFileSync(file, 'utf8'), { lang: 'tsx' }).body)
  return found.filter((text) => /\p{L}{2}/u.test(text))
}

it('says nothing that is not in the table of words', () => {
  const files = manifest.sources.filter(
    (file) => file.includes('/components/') && !notForVisitors.some((one) => one.test(file)),
  )
  expect(files.length).toBeGreaterThan(60)
  expect(
    files.flatMap((file) => wordsIn(file).map((text) => `${path.basename(file)}: ${text}`)),
  ).toEqual([])
})
