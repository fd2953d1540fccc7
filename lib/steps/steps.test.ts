import { describe, expect, it } from 'vitest'
import { ApiError } from '#lib/domain/api-error'
import { executionOf } from '#test/suites/step-suite'
import { PermanentStepError, StepError, type StepServices } from './define-step.ts'
import { stepTypes } from './registry.ts'

function typeNamed(name: string) {
  const type = stepTypes.get(name)
  if (!type) throw new Error(`no step type ${name}`)
  return type
}
type Execution = ReturnType<typeof executionOf>

/** Runs one attempt of a step, with some fields of its execution replaced. */
async function run(name: string, config: unknown, change: Partial<Execution> = {}) {
  const type = typeNamed(name)
  return await type.execute({ ...executionOf(type, type.config.parse(config)), ...change })
}
const refusals = (name: string, config: unknown) =>
  typeNamed(name)
    .config.safeParse(config)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('condition', () => {
  it.each([
    [true, 'true'],
    [false, 'false'],
    [null, 'false'],
  ])('%j leaves by %s', async (when, via) =>
    expect(await run('condition', { when })).toEqual({
      kind: 'done',
      output: { result: via === 'true' },
      via,
    }),
  )
  it.each(['yes', 'true', 1, 0, [], {}])('%j is neither true nor false', (when) =>
    expect(refusals('condition', { when })?.[0]).toContain('Write a comparison'),
  )
})

describe('filter-list', () => {
  const items = [{ status: 'open', days: 3 }, { status: 'closed' }, { status: 'open', days: 30 }]
  const keep = async (text: string) => await run('filter-list', { items, keep: { $: text } })

  it('keeps the entries for which the condition holds, in their order', async () => {
    expect(await keep('item.status = "open"')).toMatchObject({
      kind: 'done',
      output: { kept: [items[0], items[2]], count: 2, leftOut: 1 },
    })
    expect(await keep('item.days != null and item.days > 7')).toMatchObject({
      output: { kept: [items[2]], count: 1, leftOut: 2 },
    })
  })

  it('asks once for all entries when they cannot be decided at once', async () => {
    const asked: Parameters<StepServices['computeExpressions']>[0][] = []
    const config = { items, keep: { $: '$contains(item.status, "op")' } }
    const base = executionOf(typeNamed('filter-list'), config)
    const services: StepServices = {
      ...base.services,
      async computeExpressions(call) {
        asked.push(call)
        return [true, false, true]
      },
    }
    const result = await run('filter-list', config, { services })
    expect(result).toMatchObject({ output: { kept: [items[0], items[2]], leftOut: 1 } })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ forEachItem: true, context: { item: items } })
  })

  it('says so when the condition is neither true nor false', async () => {
    await expect(keep('item.status')).rejects.toMatchObject({
      code: 'config_invalid',
      details: { path: 'keep' },
    })
  })

  it('keeps all or none by a fixed condition, also of nothing', async () => {
    expect(await run('filter-list', { items, keep: true })).toMatchObject({ output: { count: 3 } })
    expect(await run('filter-list', { items: [], keep: false })).toMatchObject({
      output: { kept: [], count: 0, leftOut: 0 },
    })
  })

  it('refuses a list whose entries would take too long', () => {
    const listOf = (length: number) => ({ items: Array.from({ length }, () => 1), keep: true })
    expect(refusals('filter-list', listOf(50_000))).toBeUndefined()
    expect(refusals('filter-list', listOf(50_001))?.[0]).toContain('At most 50,000 entries')
  })
})

describe('switch', () => {
  const cases = (...when: unknown[]) => ({
    cases: when.map((each, index) => ({ name: `case${index}`, when: each })),
  })
  it.each([
    [[true, true], 'case0'],
    [[false, true], 'case1'],
    [[null, false], 'default'],
  ])('%j leaves by %s', async (when, via) =>
    expect(await run('switch', cases(...when))).toEqual({
      kind: 'done',
      output: { case: via },
      via,
    }),
  )
  it('refuses a name used twice and the name default', () => {
    expect(
      refusals('switch', {
        cases: [
          { name: 'a', when: true },
          { name: 'a', when: true },
        ],
      }),
    ).toEqual(['cases: Two cases have the same name.'])
    expect(refusals('switch', { cases: [{ name: 'default', when: true }] })).toHaveLength(1)
    expect(refusals('switch', { cases: [] })).toHaveLength(1)
  })
})

describe('transform', () => {
  it.each([[{ a: [1] }], ['text'], [0], [false], [null]])(
    '%j goes through as it is',
    async (value) =>
      expect(await run('transform', { value })).toEqual({ kind: 'done', output: value }),
  )
})

describe('code', () => {
  it('sees the run, its steps and its task; what it prints is logged', async () => {
    const printed: unknown[] = []
    let given: Parameters<StepServices['runCode']>[0] | undefined
    const base = executionOf(typeNamed('code'), {})
    const services: StepServices = {
      ...base.services,
      async runCode(call) {
        given = call
        return { value: undefined, logs: [{ level: 'log', message: 'hello' }] }
      },
    }
    expect(
      await run(
        'code',
        { source: 'x', timeoutSeconds: 3 },
        { services, log: (line) => void printed.push(line) },
      ),
    ).toEqual({ kind: 'done', output: null })
    expect(printed).toEqual([{ level: 'log', message: 'hello' }])
    expect(given).toMatchObject({
      source: 'x',
      timeoutMs: 3000,
      input: { start: {}, steps: {}, run: { id: 'run' }, task: base.task },
      seed: base.task.id,
      now: base.run.startedAt,
    })
  })
  it.each([0, 61, 1.5])(
    'takes a time limit of whole seconds up to a minute: not %d',
    (timeoutSeconds) => expect(refusals('code', { source: 'x', timeoutSeconds })).toHaveLength(1),
  )
})

describe('screen', () => {
  it('may also be done by who stands in for the chosen people', async () => {
    const type = typeNamed('screen')
    const config = type.config.parse({
      title: 'Look',
      assignees: ['Ana@example.com'],
      groups: ['g'],
    })
    const execution = executionOf(type, config)
    const standIns = async (_organization: string, chosen: readonly string[]) =>
      chosen.includes('mail:ana@example.com') ? ['person:ben'] : []
    const services = { ...execution.services, standIns }
    expect(await type.execute({ ...execution, services })).toMatchObject({
      suspension: { screen: { candidates: ['mail:ana@example.com', 'group:g', 'person:ben'] } },
    })
  })
})

describe('wait', () => {
  /** Everybody works all day. */
  const allDay = { timeZone: 'UTC', shiftsOn: () => [{ from: 0, to: 1440 }] }
  const hourMs = 3_600_000
  const dayMs = 24 * hourMs
  const toTheMinute = (ms: number) => Math.floor(ms / 60_000) * 60_000

  it.each<[object, string | undefined, (now: number) => number]>([
    [{ workingDays: 2 }, undefined, (now) => toTheMinute(now) + 2 * dayMs],
    [{ workingHours: 2.5 }, undefined, (now) => toTheMinute(now) + 2.5 * hourMs],
    [
      { workingDays: 1, at: '08:00', calendar: 'office' },
      'office',
      (now) => Math.floor(now / dayMs) * dayMs + dayMs + 8 * hourMs,
    ],
  ])('counts working time by the calendar: %j', async (config, calendar, endOf) => {
    const type = typeNamed('wait')
    const execution = executionOf(type, type.config.parse(config))
    const asked: (string | undefined)[] = []
    const workingTime = async (_organization: string, slug: string | undefined) => {
      asked.push(slug)
      return allDay
    }
    const before = Date.now()
    const services = { ...execution.services, workingTime }
    const result = await type.execute({ ...execution, services })
    // The minute may change meanwhile.
    const ends = [before, Date.now()].map((now) => new Date(endOf(now)))
    expect(asked).toEqual([calendar])
    expect(ends).toContainEqual(
      result.kind === 'suspended' && result.suspension.reason === 'until'
        ? result.suspension.until
        : undefined,
    )
  })
  it.each([{}, { seconds: 1, workingDays: 1 }, { seconds: 1, at: '08:00' }])(
    'takes one length: %j',
    (config) => expect(typeNamed('wait').config.safeParse(config).success).toBe(false),
  )

  it('sleeps, and ends at the instant it was to wait for', async () => {
    const before = Date.now()
    const result = await run('wait', { seconds: 60 })
    if (result.kind !== 'suspended' || result.suspension.reason !== 'until')
      throw new Error('it did not sleep')
    const { until, state = {} } = result.suspension
    expect(until.getTime() - before).toBeGreaterThanOrEqual(60_000)
    const type = typeNamed('wait')
    const execution = executionOf(type, { seconds: 60 })
    expect(await type.resume?.({ ...execution, answer: undefined, state })).toEqual({
      kind: 'done',
      output: { until: until.toISOString() },
    })
  })
  it.each([
    { seconds: 0 },
    { until: '2020-01-01T00:00:00Z' },
    { until: '2020-01-01T00:00:00+05:00' },
  ])('%j is over at once', async (config) =>
    expect(await run('wait', config)).toMatchObject({ kind: 'done' }),
  )
  it.each([
    {},
    { seconds: 1, until: '2030-01-01T00:00:00Z' },
    { until: 'tomorrow' },
    { until: '2030-02-30T00:00:00Z' },
    { seconds: -1 },
    { seconds: 40_000_000 },
  ])('%j is refused', (config) => expect(refusals('wait', config)).toBeDefined())
})

describe('screen', () => {
  it('shows and asks, and its output is what was filled in', async () => {
    const config = { title: 'T', schema: { type: 'object', properties: { a: { type: 'string' } } } }
    expect(await run('screen', config)).toEqual({
      kind: 'suspended',
      suspension: {
        reason: 'screen',
        screen: {
          ...config,
          instructions: '',
          show: [],
          uiSchema: { 'ui:order': ['a', '*'] },
          data: {},
        },
      },
    })
    const type = typeNamed('screen')
    expect(
      await type.resume?.({ ...executionOf(type, config), answer: { a: 'x' }, state: {} }),
    ).toEqual({ kind: 'done', output: { a: 'x' } })
  })
  it('asks for an object', () =>
    expect(refusals('screen', { title: 'T', schema: { type: 'string' } })).toHaveLength(1))
})

describe('create-text-note', () => {
  const note = { connection: 'main', patientId: 'EMR-1', title: 'T', body: 'B' }
  const filed = async (config: object) => {
    let given: unknown
    const connection = {
      createTextNote: async (...call: unknown[]) => {
        given = call
        return { documentHistoryId: '1/_history/1' }
      },
    } as unknown as undefined
    const result = await run('create-text-note', config, { connection })
    return { result, given: given as [Record<string, unknown>, Record<string, unknown>] }
  }
  it(
    'is dated by the run’s start in the organization’s time zone, and ' +
      'filed under the run’s key',
    async () => {
      const { result, given } = await filed(note)
      // 03:00 UTC on the 7th is still the 6th in New York.
      expect(given).toMatchObject([
        {
          patientId: 'EMR-1',
          title: 'T',
          body: 'B',
          category: 'CPS Authorizations',
          date: '2026-03-06',
        },
        { idempotencyKey: 'run:task' },
      ])
      expect(result).toEqual({
        kind: 'done',
        output: { documentHistoryId: '1/_history/1', date: '2026-03-06' },
      })
    },
  )
  it('takes a date as the specification writes it', async () =>
    expect((await filed({ ...note, date: '2/29/2028' })).given[0]).toMatchObject({
      date: '2028-02-29',
    }))
  it.each([
    '02/03/2026',
    '2/29/2026',
    '4/31/2026',
    '13/1/2026',
    '2026-03-07',
    '3/7/26',
    ' 3/7/2026',
    '3/7/2026\n',
    '',
  ])('refuses the date %j', (date) =>
    expect(refusals('create-text-note', { ...note, date })).toHaveLength(1),
  )
  it.each(['patientId', 'title', 'body'])('needs %s', (field) =>
    expect(refusals('create-text-note', { ...note, [field]: ' ' })).toHaveLength(1),
  )
})

describe('send-email', () => {
  it.each([
    { to: [], subject: 's' },
    { to: ['nobody'], subject: 's' },
    { to: ['a@example.com\r\nBcc: b@example.com'], subject: 's' },
    { to: [{ path: '/etc/passwd' }], subject: 's' },
    { to: ['a@example.com'], subject: 'a\r\nBcc: b@example.com' },
    { to: ['a@example.com'], subject: 's', text: { path: '/etc/passwd' } },
  ])('refuses %j', (config) => expect(refusals('send-email', config)).toBeDefined())
})

describe('http-request', () => {
  type Call = Parameters<StepServices['fetchPublic']>[0]
  type Answer = Awaited<ReturnType<StepServices['fetchPublic']>>
  async function call(config: object, answer: Partial<Answer> | Error = {}) {
    let given: Call | undefined
    const services: StepServices = {
      ...executionOf(typeNamed('http-request'), {}).services,
      async fetchPublic(request) {
        given = request
        if (answer instanceof Error) throw answer
        return { status: 200, headers: {}, body: '', ...answer }
      },
    }
    const outcome = await run(
      'http-request',
      { url: 'https://example.com/a?b=c', ...config },
      { services },
    ).catch((error: unknown) => error)
    return { given, outcome }
  }
  const json = { 'content-type': 'application/json; charset=utf-8' }

  it('goes through its connection, to a path below the address', async () => {
    const asked: Call[] = []
    const connection = {
      baseUrl: 'https://clinic.example.com/v1',
      send: async (request: Call) => {
        asked.push(request)
        return await Promise.resolve({ status: 200, headers: {}, body: 'ok' })
      },
      test: async () => await Promise.resolve(''),
    }
    const through = async (url: string) =>
      await run(
        'http-request',
        { connection: 'clinic', url, query: { q: 'a b' } },
        { connection: connection as never },
      ).catch((error: unknown) => error)
    expect(await through('/patients')).toMatchObject({ output: { body: 'ok' } })
    expect(asked).toMatchObject([{ url: 'https://clinic.example.com/v1/patients?q=a+b' }])
    for (const url of ['https://example.com/', '//example.com', '/../v2'])
      expect(await through(url)).toMatchObject({ code: 'invalid_url' })
    expect(asked).toHaveLength(1)
  })

  it('sends its config with the idempotency key of the task', async () => {
    const { given } = await call({
      method: 'PUT',
      query: { d: 'e f', b: '2' },
      headers: { 'X-One': '1', 'Content-Type': 'application/vnd.x+json' },
      body: { a: 1 },
    })
    expect(given).toMatchObject({
      url: 'https://example.com/a?b=c&d=e+f&b=2',
      method: 'PUT',
      headers: {
        'x-one': '1',
        'content-type': 'application/vnd.x+json',
        'idempotency-key': 'run:task',
      },
      body: '{"a":1}',
    })
    expect((await call({ method: 'POST', body: 'text' })).given).toMatchObject({
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: 'text',
    })
    expect((await call({})).given).not.toHaveProperty('body')
  })

  it.each([
    [{}, { headers: json, body: '{"a":1}' }, { a: 1 }],
    [{}, { headers: { 'content-type': 'application/fhir+json' }, body: '[]' }, []],
    [{}, { headers: { 'content-type': 'text/html' }, body: '{"a":1}' }, '{"a":1}'],
    [{}, { headers: json, body: '' }, null],
    [{ parse: 'text' }, { headers: json, body: '{"a":1}' }, '{"a":1}'],
    [{ parse: 'json' }, { body: '{"a":1}' }, { a: 1 }],
    [{ parse: 'json' }, { body: '{"a":12345678901234567890}' }, { a: '12345678901234567890' }],
  ])('%j reads %j as %j', async (config, answer, body) =>
    expect((await call(config, answer)).outcome).toMatchObject({
      kind: 'done',
      output: { status: 200, body },
    }),
  )

  it('fails permanently on lasting errors, and temporarily on passing ones', async () => {
    for (const status of [301, 400, 401, 404, 422])
      expect((await call({}, { status })).outcome).toBeInstanceOf(PermanentStepError)
    for (const status of [408, 429, 500, 503]) {
      const { outcome } = await call({}, { status, headers: { 'retry-after': '7' } })
      expect(outcome).toBeInstanceOf(StepError)
      expect(outcome).not.toBeInstanceOf(PermanentStepError)
      expect(outcome).toMatchObject({
        code: 'http_status',
        details: { status },
        retryAfterSeconds: 7,
      })
    }
    expect((await call({ expectedStatuses: [404] }, { status: 404 })).outcome).toMatchObject({
      kind: 'done',
    })
    expect((await call({ expectedStatuses: [201] })).outcome).toBeInstanceOf(PermanentStepError)
    expect((await call({ parse: 'json' }, { body: 'x' })).outcome).toMatchObject({
      code: 'invalid_answer',
    })
    expect((await call({ url: 'no address' })).outcome).toMatchObject({ code: 'invalid_url' })
  })

  it(
    'says that the outcome of a write is unknown when its answer was lost, and not when it ' +
      'was never sent',
    async () => {
      const lost = (sent: boolean) =>
        new ApiError('provider_error', 'broke', { provider: 'http', sent })
      expect((await call({ method: 'POST' }, lost(true))).outcome).toMatchObject({
        code: 'outcome_unknown',
      })
      expect((await call({ method: 'POST' }, lost(false))).outcome).toMatchObject({
        code: 'provider_error',
      })
      expect((await call({ method: 'GET' }, lost(true))).outcome).toMatchObject({
        code: 'provider_error',
      })
    },
  )

  it('sends a file alone or in a form, and refuses what is no file', async () => {
    const id = '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001'
    for (const file of [id, { id, fileName: 'scan.pdf' }, [{ id }]])
      expect((await call({ method: 'PUT', file })).given).toMatchObject({
        body: { fileName: 'scan.pdf', mimeType: 'application/pdf', size: 8 },
      })
    expect(
      (
        await call({
          method: 'POST',
          file: id,
          fileField: 'scan',
          body: { kind: 'letter', pages: 2, none: null },
        })
      ).given,
    ).toMatchObject({
      body: { field: 'scan', fields: { kind: 'letter', pages: '2' }, file: { size: 8 } },
    })
    for (const config of [
      { file: 'no id' },
      { file: [] },
      { file: id, body: 'text' },
      { file: id, body: { a: 1 } },
      { file: id, fileField: 'scan', body: [1] },
    ])
      expect((await call({ method: 'POST', ...config })).outcome).toMatchObject({
        code: 'invalid_file',
      })
  })

  it(
    'stores an answer as a file only when its status is expected, named by the author, ' +
      'the server or the address',
    async () => {
      const stored: { fileName: string; mimeType: string }[] = []
      const services = (status: number, headers: Record<string, string>): StepServices => ({
        ...executionOf(typeNamed('http-request'), {}).services,
        storeFile: async (_organization, { fileName, mimeType }) => (
          stored.push({ fileName, mimeType }),
          { id: 'id', fileName, mimeType, size: 1, sha256: 'hash' }
        ),
        async fetchPublic({ receive }) {
          const take = receive?.({ status, headers })
          await take?.((async function* () {})())
          return { status, headers, body: take ? '' : 'an error page' }
        },
      })
      const fetched = async (config: object, status = 200, headers: Record<string, string> = {}) =>
        await run(
          'http-request',
          { url: 'https://example.com/a%20b.pdf?x=1', parse: 'file', ...config },
          { services: services(status, headers) },
        ).catch((error: unknown) => error)
      expect(await fetched({}, 200, { 'content-type': 'application/pdf' })).toMatchObject({
        kind: 'done',
        output: {
          body: { id: 'id', fileName: 'a b.pdf', mimeType: 'application/pdf', sha256: 'hash' },
        },
      })
      await fetched({ url: 'https://example.com/' }, 200, {
        'content-disposition': `attachment; filename*=UTF-8''%C3%9C.pdf`,
      })
      await fetched({ fileName: 'mine.pdf', url: 'https://example.com/' })
      await fetched({ url: 'https://example.com/' })
      expect(stored.map(({ fileName }) => fileName)).toEqual([
        'a b.pdf',
        'Ü.pdf',
        'mine.pdf',
        'download',
      ])
      expect(await fetched({}, 404)).toMatchObject({ code: 'http_status' })
      expect(stored).toHaveLength(4)
    },
  )

  it('has the effect read when its method only reads', () => {
    const type = typeNamed('http-request')
    const effect = (method: string) =>
      type.effectOf?.(type.config.parse({ url: 'https://example.com', method }))
    expect(['GET', 'HEAD'].map(effect)).toEqual(['read', 'read'])
  })

  it.each([
    [undefined, ['unsafe', 'unsafe', 'idempotent', 'idempotent']],
    ['yes', ['idempotent', 'idempotent', 'idempotent', 'idempotent']],
    ['no', ['unsafe', 'unsafe', 'unsafe', 'unsafe']],
  ])('may be repeated by its method, or as the author says (%s)', (idempotent, effects) => {
    const type = typeNamed('http-request')
    const effect = (method: string) =>
      type.effectOf?.(type.config.parse({ url: 'https://example.com', method, idempotent }))
    expect(['POST', 'PATCH', 'PUT', 'DELETE'].map(effect)).toEqual(effects)
  })

  it.each([
    { Host: 'x' },
    { 'Content-Length': '1' },
    { 'transfer-encoding': 'chunked' },
    { 'Idempotency-Key': 'x' },
    { 'a b': 'x' },
    { a: 'x\r\ny: z' },
    { 'a\r\nb': 'x' },
  ])('refuses the header %j', (headers) =>
    expect(refusals('http-request', { url: 'https://example.com', headers })).toBeDefined(),
  )
})

describe('failures of providers', () => {
  const failing = (error: Error) =>
    run(
      'search-patients',
      { connection: 'main' },
      {
        connection: {
          searchPatients: async () => await Promise.reject(error),
        } as unknown as undefined,
      },
    ).catch((thrown: unknown) => thrown)
  it.each([
    [new ApiError('provider_timeout', 'late'), false],
    [new ApiError('provider_error', 'broke', {}), false],
    [new ApiError('provider_error', 'busy', { status: 429 }), false],
    [new ApiError('provider_error', 'down', { status: 503 }), false],
    [new ApiError('provider_error', 'refused', { status: 422 }), true],
    [new ApiError('not_found', 'nobody'), true],
    [new ApiError('invalid_request', 'wrong'), true],
  ])('%s: permanent %s', async (error, permanent) => {
    const thrown = await failing(error)
    expect(thrown).toBeInstanceOf(StepError)
    expect(thrown instanceof PermanentStepError).toBe(permanent)
  })
  it('Retry-After is passed on', async () =>
    expect(
      await failing(
        new ApiError(
          'provider_error',
          'busy',
          { status: 429 },
          { headers: { 'retry-after': '30' } },
        ),
      ),
    ).toMatchObject({ retryAfterSeconds: 30 }))
  it('unforeseen errors are left unchanged', async () =>
    expect(await failing(new TypeError('bug'))).toBeInstanceOf(TypeError))
})

describe('patient cost', () => {
  const line = { id: 'a', serviceTypeCode: '98', chargeAmount: 200, allowedAmount: 150 }
  const answer = (end: string, ...benefits: object[]) => ({
    planDateInformation: { eligibilityEnd: end },
    benefitsInformation: [{ code: '1', serviceTypeCodes: ['30'] }, ...benefits],
  })
  const config = (eligibility: object, more: object = {}) => ({
    lineItems: [{ ...line, network: 'in' }],
    payers: [{ id: 'p', eligibility }],
    ...more,
  })
  const copay = { code: 'B', serviceTypeCodes: ['98'], benefitAmount: '25' }

  it('answers null for unknown amounts, which its schema allows', async () => {
    const result = await run('patient-cost', config(answer('20991231')))
    const output = 'output' in result ? result.output : undefined
    expect(output).toMatchObject({ totalPatientCost: null, confidence: 'none' })
    expect(typeNamed('patient-cost').output?.safeParse(output).error).toBeUndefined()
  })

  it('takes the day on which the run started, in the organization’s time zone', async () => {
    const context = executionOf(typeNamed('patient-cost'), {}).context
    const runThen = { ...context.run, startedAt: '2027-01-01T03:00:00Z' }
    const at = (timeZone: string) => ({ context: { ...context, run: { ...runThen, timeZone } } })
    const old = config(answer('20261231', copay))
    const east = await run('patient-cost', old, at('America/New_York'))
    expect(east).toMatchObject({ output: { dateOfService: '2026-12-31', totalPatientCost: 25 } })
    const utc = await run('patient-cost', old, at('UTC'))
    expect(utc).toMatchObject({ output: { dateOfService: '2027-01-01', totalPatientCost: 200 } })
    const named = config(answer('20261231', copay), { dateOfService: '2026-06-01' })
    expect(await run('patient-cost', named, at('UTC'))).toMatchObject({
      output: { totalPatientCost: 25 },
    })
  })

  it('refuses a date that does not exist', () => {
    const written = config(answer('20261231', copay), { dateOfService: '6/1/2026' })
    expect(refusals('patient-cost', written)).toEqual([
      'dateOfService: Write the date as YYYY-MM-DD.',
    ])
  })
})
