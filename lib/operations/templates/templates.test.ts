import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { files } from '#db/schema/documents'
import { auditEntries } from '#db/schema/records'
import { runs } from '#db/schema/runs'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'
import { multipart, multipartHeaders, type Part } from '#test/samples/multipart'
import { withPassword } from '#test/samples/bad-files'
import { docxOf, pdfOf } from '#test/samples/sample-documents'
import { fillRunTemplate } from './fill-run-template.ts'

// They start a process, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const all = endpointsAt('/api/v2/templates')
const one = endpointsAt('/api/v2/templates/{template}')
const source = endpointsAt('/api/v2/templates/{template}/source')
const file = endpointsAt('/api/v2/templates/{template}/file')
const versions = endpointsAt('/api/v2/templates/{template}/versions')
const version = endpointsAt('/api/v2/templates/{template}/versions/{number}')
const versionFile = endpointsAt('/api/v2/templates/{template}/versions/{number}/file')
const restore = endpointsAt('/api/v2/templates/{template}/versions/{number}/restore')
const render = endpointsAt('/api/v2/templates/{template}/render')
const uploads = endpointsAt('/api/v2/files')
const workflows = endpointsAt('/api/v2/workflows')
const publish = endpointsAt('/api/v2/workflows/{id}/publish')
const readWorkflow = endpointsAt('/api/v2/workflows/{id}')
const draft = endpointsAt('/api/v2/workflows/{id}/draft')
const start = endpointsAt('/api/v2/workflows/{id}/runs')

const api = useApi()
afterAll(async () => {
  await stopProcessPools()
  rmSync(path.join(env().DATA_DIR, 'files'), { recursive: true, force: true })
})

type Handler = Parameters<typeof api.send>[0]
type More = Parameters<typeof api.send>[2]
const address = '/api/v2/templates'
const on = (handler: Handler, template: string, more: More & { number?: number } = {}) => {
  const { number, ...rest } = more
  const params = { template, ...(number === undefined ? {} : { number: String(number) }) }
  return api.send(handler, `${address}/${template}`, { params, ...rest })
}
const textOf = (text: string) => ({ format: 'text', text })
const create = (name: string, text: string, more: object = {}, sent: More = {}) =>
  api.send(all.POST, address, {
    body: { name, kind: 'text', source: textOf(text), ...more },
    ...sent,
  })
const save = (template: string, text: string, basedOn: number) =>
  on(source.PUT, template, { body: { source: textOf(text), basedOn } })
const upload = (template: string, parts: Part[], more: More = {}) =>
  on(file.PUT, template, { body: multipart(...parts), headers: multipartHeaders, ...more })
/** The beginning of a file of Word 97 (MS-CFB). */
const oldWord = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)])
const docx = (paragraphs: string[]): Part => ({
  name: 'file',
  fileName: 'Letter.docx',
  content: docxOf(paragraphs),
})

describe('templates', () => {
  it('are made, saved as versions, restored and deleted, each act audited', async () => {
    const created = await create('First letter', 'Dear {{ patient.name }}')
    expect(created).toMatchObject({
      status: 201,
      body: { slug: 'first-letter', version: 1, fields: [{ name: 'patient.name' }], users: 0 },
    })
    const saved = await save('first-letter', 'Hello {{ name }}', 1)
    expect(saved).toMatchObject({ status: 200, body: { version: 2, fields: [{ name: 'name' }] } })
    const stale = await save('first-letter', 'Mine', 1)
    expect(stale).toMatchObject({
      status: 409,
      body: { error: 'version_conflict', details: { currentVersion: 2 } },
    })
    const restored = await on(restore.POST, 'first-letter', { number: 1, body: { basedOn: 2 } })
    expect(restored).toMatchObject({
      body: { version: 3, source: { text: 'Dear {{ patient.name }}' } },
    })
    const list = await on(versions.GET, 'first-letter')
    expect(list.body['items']).toMatchObject([
      { number: 3, note: 'Version 1 again.' },
      { number: 2 },
      { number: 1 },
    ])
    expect((await on(version.GET, 'first-letter', { number: 2 })).body).toMatchObject({
      source: { text: 'Hello {{ name }}' },
    })
    expect((await on(version.GET, 'first-letter', { number: 4 })).status).toBe(404)
    expect((await on(one.DELETE, 'first-letter')).status).toBe(204)
    expect((await on(one.GET, 'first-letter')).status).toBe(404)
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx
        .select({ action: auditEntries.action })
        .from(auditEntries)
        .where(eq(auditEntries.objectId, String(created.body['id']))),
    )
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['template.created', 'template.saved', 'template.restored']),
    )
  })

  it('have a slug of their own; a clash names the template that has it', async () => {
    await create('Taken', 'x', { slug: 'taken' })
    const clash = await create('Second', 'y', { slug: 'taken' })
    expect(clash).toMatchObject({
      status: 409,
      body: {
        error: 'conflict',
        message: expect.stringContaining('“Taken”'),
        details: { field: 'slug', templateName: 'Taken' },
      },
    })
    expect((await create('Taken', 'z')).body).toMatchObject({ slug: 'taken-2' })
    for (const slug of ['Not A Slug', 'a--b', '-a', 'a'.repeat(65), newId()])
      expect((await create('x', 'x', { slug })).status).toBe(400)
    const renamed = await on(one.PATCH, 'taken-2', { body: { slug: 'taken' } })
    expect(renamed).toMatchObject({ status: 409, body: { details: { templateName: 'Taken' } } })
  })

  it('are found by former slugs, which no other template may take', async () => {
    await create('Moved', 'x', { slug: 'before' })
    const moved = await on(one.PATCH, 'before', { body: { slug: 'after', name: 'Moved twice' } })
    expect(moved.body).toMatchObject({ slug: 'after', formerSlugs: ['before'] })
    expect((await on(one.GET, 'before')).body).toMatchObject({ slug: 'after', name: 'Moved twice' })
    const other = await create('Other', 'x', { slug: 'before' })
    expect(other).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('“Moved twice” before') },
    })
    const back = await on(one.PATCH, 'after', { body: { slug: 'before' } })
    expect(back.body).toMatchObject({ slug: 'before', formerSlugs: ['after'] })
  })

  it('are refused with the places of what is wrong', async () => {
    const wrong = await create('Wrong', 'a\n{{ b | nosuch }}')
    expect(wrong).toMatchObject({
      status: 400,
      body: { details: { issues: [{ message: expect.stringContaining('line 2') }] } },
    })
    expect((await create('Mail', 'x', { kind: 'mail' })).status).toBe(400)
    expect((await create('Empty', ' ')).status).toBe(400)
  })

  it('are listed by slug, searched, and exist in their own organization only', async () => {
    const organization = await organizationWithKeys()
    for (const name of ['Beta', 'Alpha', 'Gamma']) await create(name, 'x', {}, { organization })
    const list = async (query: string) =>
      (await api.send(all.GET, `${address}${query}`, { organization })).body as {
        items: { slug: string }[]
        nextCursor: string | null
      }
    const first = await list('?limit=2')
    expect(first.items.map(({ slug }) => slug)).toEqual(['alpha', 'beta'])
    const next = await list(`?limit=2&cursor=${encodeURIComponent(first.nextCursor ?? '')}`)
    expect(next.items.map(({ slug }) => slug)).toEqual(['gamma'])
    expect((await list('?search=amm')).items).toMatchObject([{ slug: 'gamma' }])
    expect((await list('?kind=mail')).items).toEqual([])
    const sent = { body: { slug: 'theirs' } }
    expect((await on(one.PATCH, 'alpha', sent)).status).toBe(404)
    expect((await on(one.GET, 'alpha', { as: 'worker' })).status).toBe(404)
    expect((await create('x', 'x', {}, { as: 'worker' })).status).toBe(403)
  })
})

describe('templates as files', () => {
  it('are uploaded, replaced, and downloaded as they came', async () => {
    const made = await upload('letter', [docx(['Dear {name}'])])
    expect(made).toMatchObject({
      status: 200,
      body: {
        name: 'Letter',
        kind: 'document',
        source: { format: 'docx', fileName: 'Letter.docx' },
        fields: [{ name: 'name', type: 'text' }],
      },
    })
    expect(await upload('letter', [docx(['{other}'])])).toMatchObject({
      status: 409,
      body: { details: { templateName: 'Letter' } },
    })
    const next = await upload('letter', [docx(['{other}']), { name: 'basedOn', content: '1' }])
    expect(next.body).toMatchObject({ version: 2, fields: [{ name: 'other' }] })
    const stored = await inOrganization(api.organization.id, (tx) => tx.select().from(files))
    expect(stored).toEqual([])
    const headers = { authorization: `Bearer ${api.organization.keys.worker}` }
    const request = new Request('http://localhost:3000/x', { headers })
    const given = await versionFile.GET(request, { template: 'letter', number: '1' })
    expect(given.headers.get('content-disposition')).toContain('Letter.docx')
    expect(Buffer.from(await given.arrayBuffer())).toEqual(docxOf(['Dear {name}']))
  })

  it.each([
    ['mistakes', docx(['{a {b}', '{#c}']), 'no closing bracket'],
    ['a password', { ...docx([]), content: withPassword() }, 'has a password. Save it without one'],
    [
      'an old file',
      { ...docx([]), fileName: 'a.doc', content: oldWord },
      'Save it as “Word document',
    ],
    ['a damaged document', { ...docx([]), content: Buffer.from('PK\u0003\u0004x') }, 'readable'],
    ['another kind', { ...docx([]), fileName: 'a.txt', content: pdfOf('x') }, 'Word document'],
  ] as [string, Part, string][])('with %s are refused', async (_what, part, sentence) => {
    const answer = await upload('refused', [part])
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(sentence)
    expect((await on(one.GET, 'refused')).status).toBe(404)
  })
})

describe('rendering', () => {
  beforeAll(async () => void (await create('Shown', 'Dear {{ name }}, {{ count }} visits')))

  it('shows made-up data, given data and unsaved text, or what is missing', async () => {
    const shown = (await on(render.POST, 'shown', { body: {} })).body
    expect(shown).toMatchObject({ issues: [], result: { text: 'Dear Ada Example, 3 visits' } })
    const data = { name: 'Bo', count: 2 }
    const given = (await on(render.POST, 'shown', { body: { data }, as: 'worker' })).body
    expect(given).toMatchObject({ result: { text: 'Dear Bo, 2 visits' } })
    const unsaved = { source: textOf('{{ name }}!'), data: { name: 'Bo' } }
    expect((await on(render.POST, 'shown', { body: unsaved })).body).toMatchObject({
      result: { text: 'Bo!' },
    })
    const wrong = { data: { name: ['Bo'], nmae: 'x' } }
    expect((await on(render.POST, 'shown', { body: wrong })).body).toMatchObject({
      result: null,
      issues: [
        { path: 'name', message: expect.stringContaining('is a list') },
        { path: 'count', message: expect.stringContaining('line 1') },
        { path: 'nmae', message: expect.stringContaining('Did you mean "name"') },
      ],
    })
  })

  it('shows a Word document and its bytes', async () => {
    await upload('shown-letter', [docx(['Dear {name}'])])
    const { body } = await on(render.POST, 'shown-letter', { body: { data: { name: 'Bo' } } })
    expect(body).toMatchObject({ result: { html: '<p>Dear Bo</p>', fileName: 'Letter.docx' } })
  })

  it('shows pictures of files that the caller sees only', async () => {
    const picture = { format: 'html', html: '<img src="{{ logo | picture }}">' }
    await create('Logo', '', { kind: 'document', source: picture, slug: 'logo' })
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const part: Part = { name: 'file', fileName: 'logo.png', type: 'image/png', content: png }
    const sent = { body: multipart(part), headers: multipartHeaders }
    const { id } = (await api.send(uploads.POST, '/api/v2/files', sent)).body
    const body = { data: { logo: { id } } }
    const shown = await on(render.POST, 'logo', { body })
    expect(JSON.stringify(shown.body)).toContain('<img src=\\"data:image/png;base64,')
    expect(await on(render.POST, 'logo', { body, as: 'worker' })).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'data' }] } },
    })
  })

  it('takes the data of runs that the caller sees only', async () => {
    const answer = await on(render.POST, 'shown', { body: { runId: newId() } })
    expect(answer.status).toBe(404)
  })
})

const fillOf = (template: string, data: object) =>
  graph('fill -> after', {
    fill: { type: 'fill-template', title: 'Fill', config: { template, data } },
    after: { type: 'transform', config: { value: 1 } },
  })

async function workflow(name: string, definition: object) {
  const made = await api.send(workflows.POST, '/x', { body: { name, definition } })
  const id = String(made.body['id'])
  const answer = await api.send(publish.POST, '/x', { params: { id }, body: { revision: 1 } })
  return { id, answer }
}

describe('workflows that fill a template', () => {
  it('are published only with a template that is there and all its placeholders', async () => {
    await create('Checked', '{{ a.b }} {{ c | default: "x" }}', { slug: 'checked' })
    const problems = async (template: string, data: object) => {
      const { answer } = await workflow('Checked', fillOf(template, data))
      const details = answer.body['details'] as { problems?: { code: string; path: string }[] }
      return (details?.problems ?? []).map(({ code, path: at }) => `${code} ${at}`)
    }
    expect(await problems('nosuch', {})).toEqual(['unknown_template config.template'])
    expect(await problems('checked', {})).toEqual(['missing_placeholder config.data.a.b'])
    expect(await problems('checked', { 'a.b': 1, d: 2 })).toEqual([
      'unknown_placeholder config.data.d',
    ])
    expect(await problems('checked', { 'a.b': ['x'] })).toEqual([
      'wrong_placeholder_value config.data.a.b',
    ])
    for (const data of [{ 'a.b': 1 }, { a: { b: { $: 'start.x' } } }, { a: { $: 'start' } }])
      expect(await problems('checked', data)).toEqual([])
  })

  it('keep it from being deleted, follow a rename, and take a replacement', async () => {
    for (const slug of ['used', 'instead']) await create(slug, '{{ a }}', { slug })
    const { id } = await workflow('User', fillOf('used', { a: 1 }))
    expect((await on(one.GET, 'used')).body).toMatchObject({ users: 1, usedBy: [{ name: 'User' }] })
    const list = await api.send(all.GET, `${address}?search=used`, {})
    expect(list.body['items']).toMatchObject([{ slug: 'used', users: 1 }])
    await on(one.PATCH, 'used', { body: { slug: 'renamed' } })
    const refused = await on(one.DELETE, 'renamed')
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'in_use', message: expect.stringContaining('“User”') },
    })
    const templateOf = async () => {
      const { body } = await api.send(readWorkflow.GET, '/x', { params: { id } })
      const { draft } = body as { draft: { steps: { config: { template: string } }[] } }
      return draft.steps[0]?.config.template
    }
    expect(await templateOf()).toBe('used')
    await on(one.PATCH, 'renamed', { body: { slug: 'final', replace: true } })
    const { status } = await api.send(one.DELETE, `${address}/final?replaceWith=instead`, {
      params: { template: 'final' },
    })
    expect([status, await templateOf()]).toEqual([204, 'instead'])
  })
})

describe('a version that takes other data', () => {
  const publishAgain = (id: string, revision: number) =>
    api.send(publish.POST, '/x', { params: { id }, body: { revision } })
  const kept = async (template: string) => (await on(one.GET, template)).body['keptBy']
  const started = async (id: string) =>
    String((await api.send(start.POST, '/x', { params: { id }, body: {} })).body['id'])
  const filledIn = async (id: string, template: string, data: Record<string, unknown>) =>
    await fill({ run: { id, startedAt: new Date() }, template, data })
  const ofRun = async (workflowId: string, template: string, data: Record<string, unknown>) =>
    await filledIn(await started(workflowId), template, data)

  it('waits until its workflows are published again; one that takes the same does not', async () => {
    await create('Kept', 'one {{ a }}', { slug: 'kept' })
    const { id } = await workflow('Keeper', fillOf('kept', { a: 1 }))
    const added = await save('kept', 'two {{ a }} {{ b }}', 1)
    const step = { id: 'fill', title: 'Fill', lacks: ['b'] }
    expect(added).toMatchObject({
      status: 200,
      body: {
        keptByOthers: 0,
        keptBy: [{ id, version: 1, changes: ['“b” is new and needed.'], steps: [step] }],
      },
    })
    expect(await ofRun(id, 'kept', { a: 1 })).toMatchObject({ version: 1, text: 'one 1' })

    // A correction reaches them at once, and what is gone from the letter is no mistake.
    await save('kept', 'three', 2)
    expect(await kept('kept')).toEqual([])
    expect(await ofRun(id, 'kept', { a: 1 })).toMatchObject({ version: 3, text: 'three' })
    await save('kept', 'four {{ a }} {{ b }}', 3)
    expect(await kept('kept')).toMatchObject([{ version: 3 }])

    // The draft shows the place, and after its mending the next run uses the newest.
    const refused = await publishAgain(id, 1)
    expect(refused).toMatchObject({
      status: 422,
      body: {
        details: {
          problems: [
            {
              code: 'missing_placeholder',
              stepId: 'fill',
              path: 'config.data.b',
              severity: 'error',
            },
          ],
        },
      },
    })
    const body = { definition: fillOf('kept', { a: 1, b: 2 }) }
    await api.send(draft.PUT, '/x', { params: { id }, body, headers: { 'if-match': '"1"' } })
    expect(await kept('kept')).toMatchObject([{ steps: [{ lacks: [] }] }])
    expect((await publishAgain(id, 2)).status).toBe(201)
    expect(await kept('kept')).toEqual([])
    expect(await ofRun(id, 'kept', { a: 1, b: 2 })).toMatchObject({ version: 4, text: 'four 1 2' })
  })

  it('is said before it is saved, and warns in the draft about a placeholder of another type', async () => {
    await create('Typed', '{{ a }}', { slug: 'typed' })
    const { id } = await workflow('Typist', fillOf('typed', { a: { $: 'start.a' } }))
    const retyped = '{% for x in a %}{{ x }}{% endfor %}'
    const unsaved = await on(render.POST, 'typed', { body: { source: textOf(retyped) } })
    const changes = ['“a” was a text and is a list of rows now.']
    expect(unsaved.body['keeping']).toMatchObject({ keptBy: [{ id, version: 1, changes }] })
    await save('typed', retyped, 1)
    const { body } = await api.send(readWorkflow.GET, '/x', { params: { id } })
    expect(body['problems']).toMatchObject([
      { code: 'template_changed', severity: 'warning', stepId: 'fill', path: 'config.data.a' },
    ])
    // A person has looked at it: publishing is allowed, and uses it.
    expect((await publishAgain(id, 1)).status).toBe(201)
    expect(await kept('typed')).toEqual([])
  })

  it('is no version for the parts of a loop whose run began before it', async () => {
    await create('Looped', 'one {{ a }}', { slug: 'looped' })
    const { id } = await workflow('Looper', fillOf('looped', { a: 1 }))
    const around = await started(id)
    await save('looped', 'two {{ a }}', 1)
    const part = await started(id)
    expect(await filledIn(part, 'looped', { a: 1 })).toMatchObject({ version: 2 })
    await engineDb().update(runs).set({ scopeRunId: around }).where(eq(runs.id, part))
    expect(await filledIn(part, 'looped', { a: 1 })).toMatchObject({ version: 1 })
  })

  it('stays where it is when the template is renamed, and replaces none that it does not fit', async () => {
    await create('Moving', '{{ a }}', { slug: 'moving' })
    await create('Needy', '{{ a }} {{ c }}', { slug: 'needy' })
    const { id } = await workflow('Mover', fillOf('moving', { a: 1 }))
    await save('moving', '{{ a }} {{ b }}', 1)
    await on(one.PATCH, 'moving', { body: { slug: 'moved', replace: true } })
    expect(await kept('moved')).toMatchObject([{ name: 'Mover', version: 1 }])
    expect(await ofRun(id, 'moved', { a: 1 })).toMatchObject({ version: 1, text: '1' })
    const answer = await api.send(one.DELETE, `${address}/moved?replaceWith=needy`, {
      params: { template: 'moved' },
    })
    expect(answer).toMatchObject({
      status: 409,
      body: { details: { workflow: 'Mover', stepId: 'fill', placeholder: 'c' } },
    })
  })
})

const fill = (more: Partial<Parameters<typeof fillRunTemplate>[1]>) =>
  fillRunTemplate(api.organization.id, {
    key: newId(),
    run: { id: newId(), startedAt: new Date() },
    workflowId: newId(),
    timeZone: 'UTC',
    template: 'pinned',
    data: { a: 1 },
    fileName: undefined,
    signal: AbortSignal.timeout(170_000),
    ...more,
  })

describe('a step', () => {
  it('uses the version that was the newest when its run began', async () => {
    await create('Pinned', 'old {{ a }}', { slug: 'pinned' })
    const before = { id: newId(), startedAt: new Date() }
    await save('pinned', 'new {{ a }}', 1)
    const after = { id: newId(), startedAt: new Date(Date.now() + 1000) }
    expect(await fill({ run: before })).toMatchObject({ version: 1, text: 'old 1' })
    expect(await fill({ run: after })).toMatchObject({ version: 2, text: 'new 1' })
    const earlier = { id: newId(), startedAt: new Date(0) }
    expect(await fill({ run: earlier })).toMatchObject({ version: 1 })
  })

  it('makes one file however often it is repeated', async () => {
    await upload('repeated', [{ ...docx([]), content: readFileSync(letterPath) }])
    const data = {
      date: '2026-03-14',
      'patient.name': 'Ada',
      payer: 'Evergreen',
      services: [{ name: 'MRI', units: 1, until: '2026-12-31' }],
    }
    const again = { key: 'same', template: 'repeated', data, fileName: 'For Ada' }
    const first = await fill(again)
    const second = await fill(again)
    expect(first.file).toMatchObject({ fileName: 'For Ada.docx' })
    expect(second).toEqual(first)
    const stored = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(files).where(eq(files.fileName, 'For Ada.docx')),
    )
    expect(stored).toHaveLength(1)
  })

  it('fails with all that the data lacks', async () => {
    const failing = fill({ template: 'repeated', data: { payer: [] } })
    const error = await failing.catch((thrown: unknown) => thrown)
    const { details } = error as { details: { issues: { path: string }[] } }
    expect(details.issues.map(({ path: at }) => at)).toEqual([
      'date',
      'patient.name',
      'payer',
      'services',
    ])
    await expect(fill({ template: 'nosuch' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

const letterPath = 'db/seed/templates/approval-letter.docx'
