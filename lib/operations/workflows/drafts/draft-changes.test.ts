import { describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { draftChanges } from '#db/schema/drafts'
import type { DraftChanged, DraftReader, DraftStep } from '#lib/contracts/workflows/drafts'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import { emptyDefinition, type Step } from '#lib/domain/workflow/definition'
import type { DraftChange } from '#lib/domain/workflow/draft-changes/change'
import { newId } from '#lib/ids'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { framesOf } from '#test/harness/sse-frames'

const all = endpointsAt('/api/v2/workflows')
const one = endpointsAt('/api/v2/workflows/{id}')
const draft = endpointsAt('/api/v2/workflows/{id}/draft')
const changes = endpointsAt('/api/v2/workflows/{id}/draft/changes')
const events = endpointsAt('/api/v2/workflows/{id}/draft/events')
const reader = endpointsAt('/api/v2/workflows/{id}/draft/readers/{tab}')
const api = useApi()
const path = '/api/v2/workflows'

const step = (id: string): Step => ({
  id,
  type: 'transform',
  title: id,
  after: [],
  config: { value: 1 },
})
const first = { ...emptyDefinition, steps: [step('a'), { ...step('b'), after: [{ step: 'a' }] }] }

async function make(): Promise<Workflow> {
  const body = { name: `Together ${newId()}`, definition: first }
  return (await api.send(all.POST, path, { body })).body as unknown as Workflow
}
const send = (
  id: string,
  base: number,
  sent: DraftChange[],
  more: { messageId?: string; as?: 'builder' | 'worker' } = {},
) => {
  const { messageId = newId(), as = 'builder' } = more
  const body = { messageId, base, changes: sent }
  return api.send(changes.POST, `${path}/${id}/draft/changes`, { params: { id }, body, as })
}
const since = async (id: string, revision: number) => {
  const { status, body } = await api.send(
    changes.GET,
    `${path}/${id}/draft/changes?since=${revision}`,
    { params: { id } },
  )
  return { status, body: body as unknown as { draftRevision: number; items: DraftStep[] } }
}
const read = async (id: string) =>
  (await api.send(one.GET, `${path}/${id}`, { params: { id } })).body as unknown as Workflow
const rename = (id: string, to: string): DraftChange => ({
  kind: 'set',
  path: ['steps', id, 'title'],
  to,
})
const titlesOf = ({ draft: { steps } }: Workflow) => steps.map(({ title }) => title)

describe('changes of a draft', () => {
  it('merges what two people changed on the same revision', async () => {
    const { id } = await make()
    const ann = await send(id, 1, [rename('a', 'Ann’s')])
    expect(ann).toMatchObject({ status: 200, body: { draftRevision: 2, missed: [], problems: [] } })
    const ben = await send(id, 1, [rename('b', 'Ben’s')])
    const { draftRevision, missed } = ben.body as unknown as DraftChanged
    expect(draftRevision).toBe(3)
    expect(missed).toMatchObject([{ revision: 2, changes: [rename('a', 'Ann’s')] }])
    expect(titlesOf(await read(id))).toEqual(['Ann’s', 'Ben’s'])
  })

  it('refuses a change of a place that somebody else changed, and changes nothing', async () => {
    const { id } = await make()
    await send(id, 1, [rename('a', 'Ann’s')])
    const ben = await send(id, 1, [rename('b', 'Ben’s'), rename('a', 'Ben’s')])
    expect(ben).toMatchObject({
      status: 409,
      body: { error: 'draft_conflict', details: { currentRevision: 2, conflicts: [1] } },
    })
    expect(titlesOf(await read(id))).toEqual(['Ann’s', 'b'])
  })

  it('stores a message once, however often it is sent', async () => {
    const { id } = await make()
    const messageId = newId()
    const sent = () => send(id, 1, [rename('a', 'Once')], { messageId })
    const answers = await Promise.all([sent(), sent(), sent()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await send(id, 2, [rename('a', 'Later')])
    expect((await sent()).body).toMatchObject({ draftRevision: 2, missed: [] })
    const { draftRevision, draft: now } = await read(id)
    expect([draftRevision, now.steps[0]?.title]).toEqual([3, 'Later'])
  })

  it('lists what changed since a revision, also what was saved as a whole', async () => {
    const { id } = await make()
    const definition = {
      ...first,
      steps: first.steps.map((one) => (one.id === 'b' ? { ...one, title: 'Whole' } : one)),
    }
    const headers = { 'if-match': '"1"' }
    await api.send(draft.PUT, `${path}/${id}/draft`, {
      params: { id },
      body: { definition },
      headers,
    })
    expect((await since(id, 1)).body).toMatchObject({
      draftRevision: 2,
      items: [{ revision: 2, messageId: null, changes: [rename('b', 'Whole')] }],
    })
    expect((await since(id, 2)).body.items).toEqual([])
    // Revisions that are ahead, or whose changes are not kept any more.
    expect((await since(id, 3)).status).toBe(409)
    await inOrganization(api.organization.id, (tx) => tx.delete(draftChanges))
    expect((await since(id, 1)).status).toBe(409)
    expect(await send(id, 1, [rename('a', 'Late')])).toMatchObject({
      status: 409,
      body: { error: 'version_conflict' },
    })
  })

  it('refuses changes that make no workflow', async () => {
    const { id } = await make()
    const wrong = await send(id, 1, [{ kind: 'set', path: ['steps', 'a', 'after'], to: 'b' }])
    expect(wrong).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect((await read(id)).draftRevision).toBe(1)
    expect((await send(id, 1, [rename('a', 'x')], { as: 'worker' })).status).toBe(403)
  })
})

it('tells open editors of changes, and who else is there', async () => {
  const { id } = await make()
  const abort = new AbortController()
  const request = new Request(`http://localhost:3000${path}/${id}/draft/events`, {
    headers: { authorization: `Bearer ${api.organization.keys.builder}` },
    signal: abort.signal,
  })
  const tab = newId()
  const say = (leaves: boolean) =>
    api.send(reader.PUT, `${path}/${id}/draft/readers/${tab}`, {
      params: { id, tab },
      body: { stepIds: ['a'], leaves },
    })
  const revisions: number[] = []
  const names: string[][] = []
  for await (const { event, data } of framesOf(await events.GET(request, { id }))) {
    if (event === 'draft') {
      revisions.push((data as unknown as { revision: number }).revision)
      if (revisions.length === 2) expect((await say(false)).status).toBe(204)
    }
    if (event === 'readers') {
      names.push((data as unknown as DraftReader[]).flatMap(({ stepIds }) => stepIds))
      if (names.length === 1) await send(id, 1, [rename('a', 'New')])
      if (names.length === 2) await say(true)
      if (names.length === 3) abort.abort()
    }
  }
  expect(revisions).toEqual([1, 2])
  expect(names).toEqual([[], ['a'], []])
})
