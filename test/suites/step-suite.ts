import { existsSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { unnamed } from '#lib/domain/run/case-name'
import { isExpression } from '#lib/domain/workflow/is-expression'
import type { DocumentPage } from '#lib/domain/document/page'
import type { ConnectionKind } from '#lib/domain/statuses'
import { branchNames } from '#lib/domain/workflow/branch-names'
import { stepTypeInfoSchema } from '#lib/domain/workflow/step-type-info'
import type { PortOf } from '#lib/integrations/ports'
import type { StepExecution, StepServices, StepType } from '#lib/steps/define-step'
import { exampleStart } from '../samples/example-start.ts'
import { sampleOf, type Schema } from './sample-of.ts'
import { samplesOfZodFormats } from './samples-of-formats.ts'

/** Everybody works all day. */
const allDay = { timeZone: 'UTC', shiftsOn: () => [{ from: 0, to: 1440 }] }

type Asked = { what: string; signal: AbortSignal | undefined }

const ajv = addFormats.default(new Ajv2020({ strict: true, strictTypes: false, allErrors: true }))
// Our keywords: what identifies a patient, what is secret, and the words for choices.
ajv.addVocabulary(['phi', 'secret', 'enumNames'])
// The step's own schema checks them.
for (const format of Object.keys(samplesOfZodFormats)) ajv.addFormat(format, true)

/** Every field of a form, also those inside lists, by its dotted name. */
function fields(schema: Schema, prefix = ''): [string, Schema][] {
  const named = Object.entries(schema.properties ?? {}).flatMap(
    ([name, field]): [string, Schema][] => [
      [prefix + name, field],
      ...fields(field, `${prefix}${name}.`),
    ],
  )
  return schema.items ? [...named, ...fields(schema.items, `${prefix}items.`)] : named
}

/** Fails with advice when an example has no config that the step's own schema accepts. */
function requireSamples(type: StepType, title: string, config: unknown): void {
  const { error } = type.config.safeParse(config)
  const issues = error?.issues.map(({ path, message }) => `"${path.join('.')}": ${message}`) ?? []
  const way =
    'Where the example has an expression, the suite puts in a value of its own. ' +
    'Give the field one that it takes: .meta({ examples: [value] }), see lib/steps/README.md.'
  expect(issues, `The example "${title}" does not fit the config. ${way}`).toEqual([])
}

function withoutExpressions(value: unknown, schema: Schema | undefined): unknown {
  if (isExpression(value)) return sampleOf(schema)
  if (Array.isArray(value)) return value.map((entry) => withoutExpressions(entry, schema?.items))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      withoutExpressions(entry, schema?.properties?.[name]),
    ]),
  )
}

/** Words of programs, which say nothing to who builds a workflow without code. */
const programmersWords = new RegExp(
  String.raw`\b(?:JSON Schema|uiSchema|rjsf|JSONata|booleans?|arrays?|null|regex|payload|schemas?` +
    String.raw`|objects?|slug|snake_case)\b`,
  'i',
)

const saidBy = new Set(['title', 'description', 'addLabel', 'enumNames'])

/** What people read of a step type: titles and descriptions, names of choices and of buttons. */
function wordsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    saidBy.has(key) && (typeof inner === 'string' || Array.isArray(inner))
      ? [inner].flat().map(String)
      : wordsIn(inner),
  )
}

const pageOf = (fileId: string): DocumentPage => ({
  fileId,
  page: 1,
  width: 612,
  height: 792,
  text: 'Text',
  words: [],
  how: 'text',
  confidence: 1,
})

const source = { fileId: 'f', fileName: 'people.csv', sheet: null, headerRow: 1 }
const columns = [
  { name: 'name', type: 'text' as const, letters: 'A' },
  { name: 'paid', type: 'boolean' as const, letters: 'B' },
]
const runs = [{ first: 2, count: 1 }]
/** What a step is answered that reads a table. */
const readTableSample = {
  file: { id: 'f', fileName: 'people.csv' },
  sheet: null,
  headerRow: 1,
  sheets: [],
  merged: [],
  columns,
  runs,
  rows: [['Ada', true]],
  rowCount: 1,
  problems: [],
  problemCount: 0,
  detected: { encoding: 'utf-8', delimiter: ',', quote: '"', lineEnd: '\n' },
  table: { tableFileId: 't', rowCount: 1, columns, source, runs },
}

/** The services of a step in tests; they record their calls, and an aborted signal ends a call. */
function outside(asked: Asked[]) {
  const ask = <T>(what: string, signal: AbortSignal | undefined, answer: T): T => {
    asked.push({ what, signal })
    signal?.throwIfAborted()
    return answer
  }
  const services: StepServices = {
    computeExpressions: async ({ signal, expressions }) =>
      ask(
        'computeExpressions',
        signal,
        expressions.map(() => null),
      ),
    runCode: async ({ signal }) => ask('runCode', signal, { value: {}, logs: [] }),
    standIns: async () => ask('standIns', undefined, []),
    workingTime: async () => ask('workingTime', undefined, allDay),
    childWorkflow: async (_organization, { startData, signal }) =>
      ask('childWorkflow', signal, {
        workflowId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c005',
        versionId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c006',
        startData,
        name: unnamed,
      }),
    sendMail: async () =>
      ask('sendMail', undefined, {
        mailId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
        status: 'queued' as const,
        suppressed: [],
        asyncResultId: null,
      }),
    mailStatus: async () => ask('mailStatus', undefined, { status: 'sent' as const, error: null }),
    fillTemplate: async (_organization, { signal }) =>
      ask('fillTemplate', signal, {
        version: 1,
        file: { id: '019a8b6e-0000-7000-8000-000000000001', fileName: 'Letter.docx' },
        subject: null,
        text: null,
        html: null,
      }),
    policyText: async (_organization, policyId) =>
      ask('policyText', undefined, { policyId, title: 'A policy', text: 'Text' }),
    asyncResult: async (_organization, id) =>
      ask('asyncResult', undefined, {
        id,
        kind: 'manual',
        status: 'completed' as const,
        result: {},
        error: null,
        description: null,
        createdAt: '2026-03-07T09:00:00.000Z',
        completedAt: null,
        dueAt: null,
        expiresAt: null,
      }),
    requestHie: async () =>
      ask('requestHie', undefined, { asyncResultId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001' }),
    documentToHtml: async () => ask('documentToHtml', undefined, '<p></p>'),
    storeFile: async (_organization, { fileName, mimeType, content }) =>
      ask('storeFile', undefined, {
        id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
        fileName,
        mimeType,
        size: 'length' in content ? content.length : 0,
        sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      }),
    fileContent: async () =>
      ask('fileContent', undefined, {
        fileName: 'scan.pdf',
        mimeType: 'application/pdf',
        size: 8,
        async *read() {
          yield Buffer.from('%PDF-1.7')
        },
      }),
    readDocument: async (_organization, { fileId, signal }) =>
      ask('readDocument', signal, { fileId, fileName: 'scan.pdf', pages: [pageOf(fileId)] }),
    searchDocuments: async (_organization, { fileIds, signal }) =>
      ask('searchDocuments', signal, [
        {
          fileName: 'scan.pdf',
          score: 1,
          how: 'text' as const,
          confidence: 1,
          matches: [],
          place: { fileId: fileIds[0] ?? '', page: 1, start: 0, end: 4, text: 'Text', boxes: [] },
        },
      ]),
    readTable: async (_organization, { signal }) => ask('readTable', signal, readTableSample),
    tableIndex: async () => ask('tableIndex', undefined, readTableSample.table),
    tableRows: async () => ask('tableRows', undefined, [['Ada', true]]),
    writeTable: async (_organization, { signal, fileName }) =>
      ask('writeTable', signal, {
        id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
        fileName,
        mimeType: 'text/csv',
        size: 20,
        sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      }),
    changePdfs: async (_organization, { signal }) =>
      ask('changePdfs', signal, [
        { file: { id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001', fileName: 'a.pdf' }, pages: 1 },
      ]),
    sendLetter: async (_organization, { signal }) =>
      ask('sendLetter', signal, {
        trackingId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
        status: 'created' as const,
        expectedDeliveryDate: '2026-03-14',
        trackingNumber: null,
        asyncResultId: null,
      }),
    sendSecureMessage: async (_organization, { signal }) =>
      ask('sendSecureMessage', signal, {
        messageId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
        asyncResultId: null,
      }),
    secureMessageAnswer: async () =>
      ask('secureMessageAnswer', undefined, {
        email: 'ada@example.com',
        readAt: '2026-03-07T09:00:00.000Z',
        reply: null,
      }),
    mailReplyAddress: async () =>
      ask('mailReplyAddress', undefined, {
        address: 'reply+a@in.example.com',
        asyncResultId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c002',
      }),
    receivedMail: async () =>
      ask('receivedMail', undefined, {
        content: {
          from: 'ada@example.com',
          fromName: 'Ada',
          to: [],
          cc: [],
          subject: 'Re: A document is missing',
          date: null,
          text: 'Here it is.',
          newText: 'Here it is.',
          autoSubmitted: false,
          checks: { spf: 'pass', dkim: 'pass', dmarc: 'pass', aligned: true },
        },
        files: [],
      }),
    sendFax: async (_organization, { signal }) =>
      ask('sendFax', signal, {
        faxId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
        asyncResultId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c002',
      }),
    sendTextMessage: async (_organization, { signal }) =>
      ask('sendTextMessage', signal, {
        messageId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
        status: 'accepted' as const,
      }),
    askDocuments: async (_organization, { signal }) =>
      ask('askDocuments', signal, {
        values: { memberId: 'EVG1001' },
        fields: [],
        note: null,
        files: [],
        model: null,
        prompt: 'rules/1',
        usage: { inputTokens: 0, outputTokens: 0 },
        dollars: 0,
        replaced: false,
      }),
    runSql: async (_organization, { signal }) =>
      ask('runSql', signal, { rows: [{ id: 1 }], rowCount: 1 }),
    async fetchPublic({ signal, method, receive }) {
      const answer = ask('fetchPublic', signal, {
        status: method === 'POST' ? 201 : 200,
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      await receive?.(answer)?.(
        (async function* () {
          yield Buffer.from(answer.body)
        })(),
      )
      return answer
    },
  }
  const unused = async (): Promise<never> =>
    await Promise.reject(
      new Error(
        'a step asks an exchange by services.requestHie, sends letters and text messages by ' +
          'services.sendLetter and services.sendTextMessage, and asks models by services.askDocuments',
      ),
    )
  const ports: { [Kind in ConnectionKind]: PortOf<Kind> } = {
    emr: {
      createTextNote: async (_note, { signal }) =>
        ask('createTextNote', signal, { documentHistoryId: '1/_history/1' }),
      test: async () => '',
    },
    hie: {
      start: unused,
      poll: unused,
      bundle: unused,
      documents: unused,
      download: unused,
      test: async () => '',
    },
    homecare: {
      searchPatients: async (_search, signal) => ask('searchPatients', signal, []),
      test: async () => '',
    },
    billing: {
      updatePatient: async ({ patient }, signal) =>
        ask('updatePatient', signal, { ...patient, id: 'PAT-1', version: 2 }),
      test: async () => '',
    },
    bank: {
      syncPage: async (_cursor, signal) =>
        ask('syncPage', signal, {
          transactions: [],
          modified: [],
          removed: [],
          hasMore: false,
          nextCursor: 'end',
        }),
      test: async () => '',
    },
    'payer-docs': {
      searchDocuments: async (_criteria, signal) => ask('searchDocuments', signal, []),
      fetchDocument: async (_id, signal) =>
        ask('fetchDocument', signal, {
          fileName: 'letter.pdf',
          mimeType: 'application/pdf',
          content: Buffer.from('%PDF-1.7'),
        }),
      test: async () => '',
    },
    warehouse: {
      query: async (_query, signal) => ask('query', signal, [{ claims: 1 }]),
      test: async () => '',
    },
    clearinghouse: {
      checkEligibility: async (_inquiry, signal) =>
        ask('checkEligibility', signal, {
          active: true,
          payerName: 'Payer',
          otherPayers: [],
          eligibility: {},
        }),
      test: async () => '',
    },
    letters: {
      idempotencyHours: 24,
      lookAfterSeconds: 0,
      rules: {
        issuesOf: () => [],
        maxSheetsOf: () => 60,
        templateOf: () => ({
          frontSheet: 'none',
          frontSheetCharged: false,
          margin: 0,
          recipientWindow: null,
          senderWindow: null,
          covered: null,
          published: true,
        }),
      },
      verifyAddress: unused,
      send: unused,
      read: unused,
      test: async () => '',
    },
    model: {
      about: {
        provider: 'test',
        model: undefined,
        patientData: { may: true, region: undefined },
        prices: undefined,
        maxInputTokens: 1000,
        maxOutputTokens: 1000,
      },
      ask: unused,
      test: async () => '',
    },
    fax: {
      lookAfterSeconds: 0,
      send: unused,
      read: unused,
      download: unused,
      test: async () => '',
    },
    web: {
      baseUrl: 'https://api.example.com',
      send: async ({ signal }) => ask('send', signal, { status: 200, headers: {}, body: '' }),
      test: async () => '',
    },
    sms: { lookAfterSeconds: 0, send: unused, read: unused, test: async () => '' },
    directory: {
      groupWithUsers: async (id, signal) =>
        ask('groupWithUsers', signal, { id, name: 'Group', users: [] }),
      test: async () => '',
    },
  }
  return { services, ports }
}

/** The input of a step for a config, with a signal that is aborted or not. */
export function executionOf(
  type: StepType,
  config: unknown,
  { aborted = false, asked = [] as Asked[] } = {},
): StepExecution<unknown, undefined> {
  const { services, ports } = outside(asked)
  const controller = new AbortController()
  if (aborted) controller.abort(new Error('cancelled'))
  return {
    config,
    context: {
      start: {},
      steps: {},
      run: {
        id: 'run',
        workflowId: 'workflow',
        workflowName: 'W',
        startedAt: '2026-03-07T03:00:00Z',
        trigger: 'api',
        timeZone: 'America/New_York',
      },
    },
    run: {
      id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c002',
      organizationId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c003',
      startedAt: new Date('2026-03-07T03:00:00Z'),
      depth: 0,
    },
    task: { id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c004', stepId: 'step', attempt: 1 },
    idempotencyKey: 'run:task',
    mayHaveHappened: false,
    signal: controller.signal,
    connection: (type.info.connection ? ports[type.info.connection] : undefined) as undefined,
    services,
    log: () => undefined,
  }
}

const drawnByProgram = new Set(['json', 'hidden', 'expression'])
/** Like GET: said by whoever uses it. */
const isWord = (value: unknown): boolean => typeof value === 'string' && /^[A-Z]{2,}$/.test(value)

/** The fields whose choices people would see as programs write them. */
function choicesWithoutWords(schema: Schema, hints: unknown, at: string): string[] {
  const ui = (hints ?? {}) as Record<string, unknown>
  if (drawnByProgram.has(String(ui['ui:widget']))) return []
  const { enum: values, enumNames } = schema as { enum?: unknown[]; enumNames?: unknown[] }
  const isRaw = values?.length !== enumNames?.length && values?.every(isWord) === false
  return [
    ...(isRaw ? [at] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      choicesWithoutWords(field as Schema, ui[name], `${at}.${name}`),
    ),
    ...(schema.items ? choicesWithoutWords(schema.items as Schema, ui['items'], `${at}[]`) : []),
  ]
}

/** The requirements for every step type; a new type is tested automatically. */
export function stepSuite(types: StepType[]): void {
  it('every type has a unique name', () =>
    expect(new Set(types.map(({ info }) => info.type)).size).toBe(types.length))

  describe.each(types.map((type) => ({ name: type.info.type, type })))('$name', ({ type }) => {
    const { info } = type
    const schema = info.configSchema as Schema
    const examples = info.examples.map(({ title, config }) => ({
      title,
      config: withoutExpressions(config, schema) as Record<string, unknown>,
    }))

    it('is described by plain data, with an icon that exists', () => {
      expect(stepTypeInfoSchema.parse(JSON.parse(JSON.stringify(info)))).toEqual(
        JSON.parse(JSON.stringify(info)),
      )
      expect(
        existsSync(`node_modules/lucide-react/dist/esm/icons/${info.icon}.mjs`),
        `lucide has no icon "${info.icon}": choose one of https://lucide.dev/icons`,
      ).toBe(true)
    })

    it('says everything in words of people who build workflows', () => {
      const said = wordsIn({ ...info, examples: [] })
      expect(said.filter((words) => programmersWords.test(words))).toEqual([])
    })

    it('has schemas that a validator accepts, and a config without unknown fields', () => {
      for (const each of [info.configSchema, info.outputSchema])
        expect(() => ajv.compile(each)).not.toThrow()
      expect(schema).toMatchObject({ type: 'object', additionalProperties: false })
    })

    it('describes every field', () => {
      const mute = fields(schema).filter(([, field]) => !field['title'] || !field['description'])
      expect(mute.map(([name]) => name)).toEqual([])
    })

    it('has words for every choice that is drawn', () => {
      const raw = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
        choicesWithoutWords(field as Schema, info.uiSchema[name], name),
      )
      expect(raw.map((name) => `give ${name} enumNames, one for each value`)).toEqual([])
    })

    it('has hints for fields that exist', () => {
      const names = Object.keys(schema.properties ?? {})
      expect(
        Object.keys(info.uiSchema).filter(
          (name) => !name.startsWith('ui:') && !names.includes(name),
        ),
      ).toEqual([])
      const order = info.uiSchema['ui:order']
      if (order) expect([...(order as string[])].sort()).toEqual([...names].sort())
    })

    it('names its connection by slug', () => {
      if (!info.connection) return expect(schema.properties).not.toHaveProperty('connection')
      expect(schema.properties?.['connection']).toMatchObject({ type: 'string' })
      if (!info.connectionOptional) expect(schema['required']).toContain('connection')
      expect(info.uiSchema).toMatchObject({ connection: { 'ui:widget': 'connection' } })
    })

    it('has examples that fit both schemas', () => {
      expect(examples.length).toBeGreaterThan(0)
      for (const { title, config } of examples) {
        requireSamples(type, title, config)
        const validate = ajv.compile(info.configSchema)
        expect(validate(config), `${title}: ${JSON.stringify(validate.errors)}`).toBe(true)
        const names = branchNames(info.branches, config)
        expect(new Set(names).size).toBe(names?.length ?? 0)
      }
    })

    it('has examples whose start data exists', () => {
      const read = [...JSON.stringify(info.examples).matchAll(/\bstart\.(\w+)/g)]
      const unknown = read.map(([, name]) => name ?? '').filter((name) => !(name in exampleStart))
      expect(unknown.map((name) => `add ${name} to test/samples/example-start.ts`)).toEqual([])
    })

    it.each(examples)('ends as it declares: $title', async ({ title, config }) => {
      requireSamples(type, title, config)
      const result = await type.execute(executionOf(type, type.config.parse(config)))
      if (result.kind === 'suspended') {
        expect(type.resume).toBeDefined()
        return expect(result.suspension.reason === 'screen').toBe(info.screen)
      }
      expect(type.output.safeParse(result.output)).toMatchObject({ success: true })
      const names = branchNames(info.branches, config)
      if (names) expect(names).toContain(result.via)
      else expect(result.via).toBeUndefined()
    })

    it.each(examples)(
      'makes no outside call once its signal is aborted: $title',
      async ({ title, config }) => {
        requireSamples(type, title, config)
        const asked: Asked[] = []
        const outcome = await type
          .execute(executionOf(type, type.config.parse(config), { aborted: true, asked }))
          .then(
            () => 'ended',
            () => 'stopped',
          )
        expect(asked.filter(({ signal }) => !signal?.aborted)).toEqual([])
        if (info.effect !== 'pure') expect(outcome).toBe('stopped')
      },
    )
  })
}
