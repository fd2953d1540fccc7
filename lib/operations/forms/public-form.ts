import { and, eq } from 'drizzle-orm'
import { authDb, inOrganization } from '#db/client'
import { workflows } from '#db/schema/workflows'
import { newActor, type Actor } from '#lib/auth/actor'
import type { UploadView } from '#lib/contracts/data/files'
import type { PublicFormView } from '#lib/contracts/workflows/forms'
import type { Upload } from '#lib/documents/receive-upload'
import { ApiError } from '#lib/domain/api-error'
import { referenceOf } from '#lib/domain/run/reference'
import type { CallInfo } from '../define-operation.ts'
import { beginUpload } from '../files/begin-upload.ts'
import { getUpload } from '../files/get-upload.ts'
import { receivePart, type Part } from '../files/receive-part.ts'
import { uploadFile } from '../files/upload-file.ts'
import { getForm } from './get-form.ts'
import { publicFormView, type WantedLanguage } from './public-form-view.ts'
import { refusalInLanguage } from './refusal-in-language.ts'
import { submitForm } from './submit-form.ts'
import { countUse } from './form-limit.ts'
import { requireProof, type GivenProof } from './protection/require-proof.ts'
import { openSavedForm, saveForm, type Saved, type SaveInput } from './saved/save-form.ts'

/**
 * The same error for a link that never existed, is no longer shared, or has no published version,
 * so that the public learns nothing from it.
 */
const unknownLink = () =>
  new ApiError(
    'not_found',
    'This link does not open a form. Ask the person who sent it for a new one.',
  )

/**
 * How much one request counts towards the limit of its link: costly requests count more.
 */
const weights = { read: 1, part: 1, submit: 2, upload: 4 }

/**
 * The actor of a shared link: may do what the form allows, in the organization of its workflow.
 */
async function publicFormActor(token: string, use: keyof typeof weights): Promise<Actor> {
  await countUse(token, weights[use])
  const [form] = await authDb()
    .select({ id: workflows.id, organizationId: workflows.organizationId })
    .from(workflows)
    .where(and(eq(workflows.formToken, token), eq(workflows.formPublic, true)))
  if (!form) throw unknownLink()
  return newActor({
    kind: 'public',
    id: form.id,
    name: 'Shared form',
    email: null,
    organizationId: form.organizationId,
    role: 'public',
    sessionId: null,
  })
}

const hideReason = (error: unknown): never => {
  const isHidden = error instanceof ApiError && error.statusCode === 404
  throw isHidden && error.details['reason'] !== 'saved_form_ended' ? unknownLink() : error
}

/** Drops the idempotency key, which is meant for the submission and not for reading the form. */
const formOf = async (actor: Actor, { idempotency: _key, ...look }: CallInfo) =>
  await getForm(actor, { slug: actor.id }, look).catch(hideReason)

/** The form of a shared link, and whose it is; for the page that the server draws. */
export async function readPublicForm(
  token: string,
  wanted: WantedLanguage,
): Promise<{ organizationId: string; form: PublicFormView }> {
  const actor = await publicFormActor(token, 'read')
  const { organizationId } = actor
  const form = await inOrganization(
    organizationId,
    async (tx) => await publicFormView(tx, actor, wanted),
  ).catch(hideReason)
  return { organizationId, form }
}

export async function getPublicForm(
  _nobody: Actor,
  { token, language }: { token: string; language?: string | undefined },
): Promise<PublicFormView> {
  const { form } = await readPublicForm(token, { language })
  return form
}

type Submission = GivenProof & {
  token: string
  data?: unknown
  language?: string | undefined
  saved?: string | undefined
}

async function submit(_nobody: Actor, input: Submission, info: CallInfo) {
  const { token, data, language, saved } = input
  const actor = await publicFormActor(token, 'submit')
  await requireProof(actor, input)
  const { runId } = await submitForm(actor, { slug: actor.id, data, language, saved }, info)
    .catch(hideReason)
    .catch(async (error: unknown) => {
      throw language ? await refusalInLanguage(actor, error, { data, language }) : error
    })
  return { reference: referenceOf(runId) }
}

/** Starts a run; its reference is what the person may quote. */
export const submitPublicForm = Object.assign(submit, { keyScope: submitForm.keyScope })

/** Saves what a visitor typed for later. */
export async function savePublicForm(_nobody: Actor, input: SaveInput): Promise<Saved> {
  const actor = await publicFormActor(input.token, 'upload')
  return await saveForm(actor, input).catch(hideReason)
}

/** What was saved under a secret. */
export async function openSavedPublicForm(
  _nobody: Actor,
  { token, secret }: { token: string; secret: string },
) {
  return await openSavedForm(await publicFormActor(token, 'submit'), { secret })
}

type Sent = { token: string; upload: Upload }

async function upload(_nobody: Actor, { token, upload: sent }: Sent, info: CallInfo) {
  const actor = await publicFormActor(token, 'upload')
  await formOf(actor, info)
  return await uploadFile(actor, sent, info)
}

/** Stores a file for a shared form; it belongs to the organization like any other. */
export const uploadPublicFormFile = Object.assign(upload, { keyScope: uploadFile.keyScope })

type BeginUpload = { token: string; fileName: string; mimeType: string; size: number }

async function begin(
  _nobody: Actor,
  { token, ...input }: BeginUpload,
  info: CallInfo,
): Promise<UploadView> {
  const actor = await publicFormActor(token, 'upload')
  await formOf(actor, info)
  return await beginUpload(actor, input, info)
}

/** Starts an upload in parts for a shared form. */
export const beginPublicUpload = Object.assign(begin, { keyScope: beginUpload.keyScope })

/** Reads how far an upload for a shared form is. Throws 404, also for one of another form. */
export async function getPublicUpload(
  _nobody: Actor,
  { token, id }: { token: string; id: string },
  info: CallInfo,
): Promise<UploadView> {
  return await getUpload(await publicFormActor(token, 'part'), { id }, info)
}

/** Receives the next part of an upload for a shared form (`receivePart`). */
export async function receivePublicPart(
  _nobody: Actor,
  { token, ...part }: Part & { token: string },
  info: CallInfo,
): Promise<UploadView> {
  return await receivePart(await publicFormActor(token, 'part'), part, info)
}
