import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProcessPool } from '#lib/process-pool/pool'
import { buildFormPage } from './build.ts'
import { formDocument } from './document.ts'
import type { Manifest } from './files.ts'
import { drawKind, type DrawnForm } from './kind.ts'

const mostBytes = 130_000
const folder = `.cache/form-page-${process.pid}`
let manifest: Manifest
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
      manifest: { script: 'a.js', preload: [], style: '' },
      nonce: 'n',
    })
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('</script><img')
  })
})
