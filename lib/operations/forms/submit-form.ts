import { inOrganization } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import { ApiError } from '#lib/domain/api-error'
import { withReadOnly } from '#lib/domain/form/read-only'
import { withSigned } from '#lib/domain/form/signature'
import { formTexts } from '#lib/domain/form/texts/form-texts'
import { chooseLanguage } from '#lib/domain/form/texts/languages'
import { translatedForm } from '#lib/domain/form/texts/translate-form'
import type { Definition } from '#lib/domain/workflow/definition'
import type { RunStatus } from '#lib/domain/statuses'
import { startRun } from '#lib/engine/commands/start-run'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { claimFiles } from '../files/claim-files.ts'
import { requireFiles } from '../files/require-files.ts'
import { calculated } from '../runs/calculated.ts'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import { startDataCheckOf, readStartData } from '../runs/start-data.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { endSavedForm } from './saved/save-form.ts'
import { countAnswer } from './shared-answers.ts'

type Data = Record<string, unknown>
type Submission = {
  slug: string
  data?: unknown
  /** The language in which the form was read. */
  language?: string | undefined
  /** The secret of a saved form, which ends with this. */
  saved?: string | undefined
}
const name = 'submitForm'
const permission = 'forms:submit'

/** The schema with the sentences that the person read, and what the form said by itself. */
function asRead({ startData: schema, settings }: Definition, wanted: string | undefined) {
  const { language: own = 'en', translations = {} } = settings.form ?? {}
  const language = chooseLanguage([own, ...Object.keys(translations)], wanted ?? null, '')
  const written = { title: '', description: '', schema }
  const { schema: read } = translatedForm(written, translations[language] ?? {}, language)
  return { read, texts: formTexts(language) }
}

/** What the server decides of checked data: read-only and calculated values, times of signatures. */
function ownData(definition: Definition, data: Data, language: string | undefined): Data {
  const { startData: schema } = definition
  const { read, texts } = asRead(definition, language)
  const whole = calculated(schema, withReadOnly(schema, data, {}))
  return withSigned(read, whole, { now: new Date(), texts })
}

const handIn = defineOperation<Submission, { runId: string; status: RunStatus }>({
  name,
  permission,
  audit: ({ input, output }) => ({
    action: 'form.submitted',
    objectKind: 'run',
    objectId: output.runId,
    details: { form: input.slug },
  }),
  async run({ actor, input, tx, info }) {
    const workflow = await getWorkflowFor(tx, actor, input.slug, 'run')
    if (!workflow.publishedVersionId) throw ApiError.notFound('form', input.slug)
    const version = await publishedVersionOrThrow(tx, workflow)
    if (actor.kind === 'public') await countAnswer(tx, workflow.id)
    await requireFiles(tx, actor, input.data, 'data')
    await claimFiles(tx, input.data)
    if (input.saved && actor.kind === 'public') await endSavedForm(tx, actor, input.saved)
    const { startData: schema } = version.definition
    const data = await readStartData(tx, schema, input.data, 'data', {
      organizationId: actor.organizationId,
      signal: info.signal,
    })
    const { runId } = await startRun(tx, {
      organizationId: actor.organizationId,
      workflowId: workflow.id,
      versionId: version.id,
      definition: version.definition,
      startData: ownData(version.definition, data, input.language),
      trigger: 'form',
      startedBy: actor.name,
      startedByUserId: actor.kind === 'user' ? actor.id : null,
      sandbox: actor.sandbox === true,
    })
    return { runId, status: 'running' }
  },
})

/** Starts a run with the submitted data; large data is checked before the transaction. */
export const submitForm = asOperation(
  { name, permission },
  async (actor: Actor, input: Submission, info: CallInfo = {}) => {
    requirePermission(actor, permission)
    const { organizationId } = actor
    await startDataCheckOf(input.data, { organizationId, signal: info.signal }, () =>
      inOrganization(organizationId, async (tx) => {
        const workflow = await getWorkflowFor(tx, actor, input.slug, 'run')
        if (!workflow.publishedVersionId) throw ApiError.notFound('form', input.slug)
        return (await publishedVersionOrThrow(tx, workflow)).definition.startData
      }),
    )
    return await handIn(actor, input, info)
  },
)
