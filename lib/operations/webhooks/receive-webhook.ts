import { inOrganization, type Tx } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { startDataOfBody } from '#lib/domain/webhook'
import type { Definition } from '#lib/domain/workflow/definition'
import { startRun } from '#lib/engine/commands/start-run'
import { newId } from '#lib/ids'
import { defineOperation, type CallInfo } from '../define-operation.ts'
import { requireFiles } from '../files/require-files.ts'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import { startDataCheckOf, readStartData } from '../runs/start-data.ts'
import { takeStart } from '../usage/take-start.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { challengeInBody } from './challenge.ts'
import {
  claimDelivery,
  deliveryIdOf,
  findRepeated,
  noteBodyFields,
  recordRefusedDelivery,
  type DeliveryId,
} from './deliveries.ts'
import { findWebhook, takeWebhookCall, unknownWebhook, type Webhook } from './find-webhook.ts'
import { readWebhookBody, typedForm, type PostedBody } from './read-webhook-body.ts'
import { requireWebhookSignature } from './require-webhook-signature.ts'
import { openOfWebhook } from './webhook-secrets.ts'
import type { WebhookTriggerRow } from './webhook-trigger.ts'

type Received = { runId: string; isRepeated: boolean }
/** What a sender is told back that only wants to know whether somebody receives here. */
export type Challenged = { challenge: string }
type Read = Awaited<ReturnType<typeof readWebhookBody>>
type Version = { id: string; definition: Definition }
type Start = {
  trigger: WebhookTriggerRow
  delivery: { size: number; id?: DeliveryId }
  read: Read
  prepared: { versionId: string; data: Record<string, unknown> }
}

function dataOf(read: Read, { fields }: WebhookTriggerRow, { startData }: Definition) {
  const data = startDataOfBody(read.value, fields, startData)
  return read.isForm ? typedForm(data, startData) : data
}

async function publishedVersion(tx: Tx, actor: Actor): Promise<Version> {
  return await publishedVersionOrThrow(tx, await getWorkflowFor(tx, actor, actor.id, 'run'))
}

/** Starts the published version with the body, or finds what the same delivery started. */
const start = defineOperation<Start, Received>({
  name: 'receiveWebhook',
  permission: 'runs:start',
  audit: ({ output: { runId, isRepeated } }) =>
    isRepeated ? undefined : { action: 'webhook.received', objectKind: 'run', objectId: runId },
  async run({ actor, input: { trigger, delivery, read, prepared }, tx, info }) {
    const runId = newId()
    const earlier = await claimDelivery(tx, { trigger, runId, ...delivery })
    if (earlier !== undefined) return { runId: earlier, isRepeated: true }
    const { organizationId } = actor
    const { id: versionId, definition } = await publishedVersion(tx, actor)
    const given =
      versionId === prepared.versionId ? prepared.data : dataOf(read, trigger, definition)
    await requireFiles(tx, actor, given, 'body')
    await startRun(tx, {
      runId,
      organizationId,
      workflowId: trigger.workflowId,
      versionId,
      definition,
      startData: await readStartData(tx, definition.startData, given, 'body', {
        organizationId,
        signal: info.signal,
      }),
      trigger: 'webhook',
      startedBy: trigger.name,
      startedByUserId: null,
    })
    return { runId, isRepeated: false }
  },
})

/** What the sender is told: of the workflow nothing but the fields that its start form wants. */
function asAnswer(error: ApiError): ApiError {
  const { code, message, details } = error
  if (code === 'invalid_request') return new ApiError('unprocessable', message, details)
  if (code === 'conflict')
    return new ApiError('conflict', 'Its workflow is not published yet. Nothing was started.')
  if (code === 'workflow_paused')
    return new ApiError('workflow_paused', 'Its workflow is paused. Nothing was started.')
  if (code === 'workflow_busy')
    return new ApiError(
      'workflow_busy',
      'As many runs as its workflow allows are active. Nothing was started.',
    )
  return error.statusCode === 404 ? unknownWebhook() : error
}

type Sent = { token: string; validationToken?: string | undefined }

/** The schema of the start form as far as it was read, so that a refusal names only its fields. */
type Seen = { schema?: Record<string, unknown> }

async function startWith(
  { trigger, actor }: Webhook,
  posted: PostedBody,
  { info, seen }: { info: CallInfo; seen: Seen },
): Promise<Received | Challenged> {
  const read = await readWebhookBody(posted)
  try {
    const challenge = challengeInBody(read.value)
    if (challenge !== undefined) return { challenge }
    await noteBodyFields(trigger, read.value)
    const { organizationId } = actor
    const id = deliveryIdOf(trigger, posted)
    const found = await inOrganization(organizationId, async (tx) => {
      const earlier = await findRepeated(tx, trigger.workflowId, id)
      return earlier ?? (await publishedVersion(tx, actor))
    })
    if (typeof found === 'string') return { runId: found, isRepeated: true }
    await takeStart(actor)
    const { startData } = found.definition
    seen.schema = startData
    const data = dataOf(read, trigger, found.definition)
    const checkFor = { organizationId, signal: info.signal }
    await startDataCheckOf(data, checkFor, async () => startData)
    const delivery = { size: posted.body.byteLength, ...(id ? { id } : {}) }
    const prepared = { versionId: found.id, data }
    return await start(actor, { trigger, delivery, read, prepared }, info)
  } catch (error) {
    throw error instanceof ApiError ? asAnswer(error) : error
  } finally {
    read.done()
  }
}

/**
 * Receives what another system posts to the address of a workflow, and starts it once for each
 * delivery. A challenge is told back and starts nothing: in a body it has to be signed like any
 * other; a `validationToken` of the address (Microsoft Graph) comes without a body, unsigned.
 * Throws 404 for an address that is none or is off, 401 for a wrong signature, 415 and 400
 * for what cannot be read, 422 for what the start form does not take, 409 for a workflow that starts
 * nothing now, 429 and 503 for what comes too often. Those who set it up see why.
 */
export async function receiveWebhook(
  _nobody: Actor,
  { token, validationToken, ...posted }: PostedBody & Sent,
  info: CallInfo = {},
): Promise<Received | Challenged> {
  const webhook = await findWebhook(token)
  await takeWebhookCall(webhook)
  if (validationToken !== undefined && posted.body.byteLength === 0)
    return { challenge: validationToken }
  const { trigger } = webhook
  const seen: Seen = {}
  try {
    const { signature, secret: sealed } = trigger
    const secret = sealed === null ? '' : openOfWebhook('webhook signing secrets', trigger, sealed)
    requireWebhookSignature({ signature, secret, ...posted })
    return await startWith(webhook, posted, { info, seen })
  } catch (error) {
    if (error instanceof ApiError)
      await recordRefusedDelivery(trigger, error, {
        size: posted.body.byteLength,
        schema: seen.schema,
      })
    throw error
  }
}

/**
 * Answers senders that look whether an address is one, and starts nothing; a `hub.challenge` (Meta,
 * WebSub) is told back. Throws 404.
 */
export async function checkWebhookAddress(
  _nobody: Actor,
  { token, challenge }: { token: string; challenge?: string | undefined },
): Promise<{ message: string } | Challenged> {
  await takeWebhookCall(await findWebhook(token))
  if (challenge !== undefined) return { challenge }
  return {
    message:
      'This is the address of a webhook. Send a POST request with JSON or form fields to it; ' +
      'a GET request starts nothing.',
  }
}
