import { createHash } from 'node:crypto'
import { and, count, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { files } from '#db/schema/documents'
import { savedForms } from '#db/schema/saved-forms'
import type { Actor } from '#lib/auth/actor'
import { requireUses } from '#lib/auth/rate-limit'
import { clientAddress, networkOf } from '#lib/client-address'
import { ApiError } from '#lib/domain/api-error'
import { formTexts } from '#lib/domain/form/texts/form-texts'
import { env } from '#lib/env'
import { newId, randomToken } from '#lib/ids'
import { defineOperation } from '../../define-operation.ts'
import { idsIn } from '../../files/claim-files.ts'
import { queueMail } from '../../mails/queue-mail.ts'
import { publicFormView } from '../public-form-view.ts'
import { openContent, sealContent, type SavedContent } from './saved-content.ts'

/** The limits of what strangers may have stored here. */
const most = { bytes: 256 * 1024, files: 50, open: 5000 }
const perHour = { seconds: 3600 }
const perDay = { seconds: 24 * 3600 }

export type SaveInput = SavedContent & {
  /** Of the form's link. */
  token: string
  /** Of an earlier saving, which this one replaces. */
  secret?: string | undefined
  email?: string | undefined
  language?: string | undefined
}
export type Saved = { secret: string; endsAt: string }

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

const ended = () =>
  new ApiError('not_found', 'This was sent, or its time is over: what was saved is deleted.', {
    reason: 'saved_form_ended',
  })

/** Which saved form a secret opens. */
const isOpenWith = (actor: Actor, secret: string) =>
  and(
    eq(savedForms.secretHash, hashOf(secret)),
    eq(savedForms.workflowId, actor.id),
    gt(savedForms.endsAt, sql`now()`),
  )

/** Throws 429 when one network saves, or has mails sent, more than people do. */
async function requireRoom(actor: Actor, { secret, email }: SaveInput): Promise<void> {
  const network = networkOf(clientAddress())
  const fresh = { of: ['saved forms', actor.id, network], most: 30, ...perHour }
  const mails = email
    ? [
        { of: ['saved form mails', email.toLowerCase()], most: 5, ...perDay },
        { of: ['saved form mails', 'network', network], most: 20, ...perHour },
        { of: ['saved form mails', 'form', actor.id], most: 500, ...perHour },
      ]
    : []
  const limits = [...(secret ? [] : [fresh]), ...mails]
  if (limits.length > 0) await requireUses(limits, 'This form was saved too often.')
}

/** The uploads of strangers that the content names. */
async function uploadsIn(tx: Tx, data: unknown): Promise<string[]> {
  const ids = idsIn(data).slice(0, most.files)
  if (ids.length === 0) return []
  const found = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, ids), eq(files.unclaimed, true)))
    .for('share')
  return found.map(({ id }) => id)
}

async function store(tx: Tx, actor: Actor, input: SaveInput, endsAt: Date) {
  const { secret: known, data, page } = input
  const fileIds = await uploadsIn(tx, data)
  if (known) {
    const [row] = await tx
      .select({ id: savedForms.id })
      .from(savedForms)
      .where(isOpenWith(actor, known))
      .for('update')
    if (!row) throw ended()
    const sealed = sealContent({ ...row, secret: known }, { data, page })
    const [{ revision } = { revision: 1 }] = await tx
      .update(savedForms)
      .set({ sealed, fileIds, endsAt, revision: sql`${savedForms.revision} + 1` })
      .where(eq(savedForms.id, row.id))
      .returning({ revision: savedForms.revision })
    return { id: row.id, revision, secret: known }
  }
  const [{ open } = { open: 0 }] = await tx
    .select({ open: count() })
    .from(savedForms)
    .where(eq(savedForms.workflowId, actor.id))
  if (open >= most.open)
    throw new ApiError('conflict', 'Nothing more can be saved here now. Send the form instead.', {
      reason: 'too_many_saved',
    })
  const id = newId()
  const secret = randomToken(16)
  await tx.insert(savedForms).values({
    id,
    organizationId: actor.organizationId,
    workflowId: actor.id,
    secretHash: hashOf(secret),
    sealed: sealContent({ id, secret }, { data, page }),
    fileIds,
    endsAt,
  })
  return { id, revision: 1, secret }
}

const addressOf = ({ token }: SaveInput, language: string, secret: string): string =>
  `${env().BASE_URL}/f/${token}?language=${encodeURIComponent(language)}#saved=${secret}`

/**
 * Saves what a visitor typed into a shared form, and mails them the link when they want it. The mail
 * has nothing of what they typed.
 */
const save = defineOperation<SaveInput, Saved>({
  name: 'savePublicForm',
  permission: 'forms:submit',
  audit: ({ actor, input }) => ({
    action: 'form.saved',
    objectKind: 'workflow',
    objectId: actor.id,
    details: { mailed: input.email !== undefined },
  }),
  async run({ actor, input, tx }) {
    const form = await publicFormView(tx, actor, { language: input.language })
    if (form.closed)
      throw new ApiError('conflict', 'This form is closed: it takes no more answers.', {
        reason: 'form_closed',
      })
    if (form.saveDays === 0)
      throw new ApiError('conflict', 'This form is not saved for later. Send it at once.', {
        reason: 'saving_off',
      })
    if (JSON.stringify(input.data).length > most.bytes)
      throw new ApiError('payload_too_large', 'This is too much to be saved for later.', {
        maxBytes: most.bytes,
      })
    const endsAt = new Date(Date.now() + form.saveDays * 24 * 3_600_000)
    const { id, revision, secret } = await store(tx, actor, input, endsAt)
    if (input.email) {
      const { text } = formTexts(form.language, form.texts)
      const until = new Intl.DateTimeFormat(form.language, { dateStyle: 'long' }).format(endsAt)
      const values = { title: form.title, organization: form.organization.name, until }
      await queueMail(tx, actor.organizationId, {
        key: `saved-form:${id}:${revision}`,
        to: [input.email],
        subject: text('save.mail.subject', values).replaceAll(/\s+/g, ' ').slice(0, 500),
        text: [
          text('save.mail.why', values),
          addressOf(input, form.language, secret),
          text('save.mail.until', values),
        ].join('\n\n'),
        private: true,
      })
    }
    return { secret, endsAt: endsAt.toISOString() }
  },
})

export async function saveForm(actor: Actor, input: SaveInput): Promise<Saved> {
  await requireRoom(actor, input)
  return await save(actor, input)
}

/** What was saved under a secret. Throws 404 when it has ended. */
export const openSavedForm = defineOperation<{ secret: string }, SavedContent & { endsAt: string }>(
  {
    name: 'openSavedForm',
    permission: 'forms:submit',
    async run({ actor, input: { secret }, tx }) {
      const [row] = await tx
        .select({ id: savedForms.id, sealed: savedForms.sealed, endsAt: savedForms.endsAt })
        .from(savedForms)
        .where(isOpenWith(actor, secret))
      if (!row) throw ended()
      const { id, sealed, endsAt } = row
      return { ...openContent({ id, secret }, sealed), endsAt: endsAt.toISOString() }
    },
  },
)

/** Deletes what was saved, because the form is sent. */
export async function endSavedForm(tx: Tx, actor: Actor, secret: string): Promise<void> {
  await tx.delete(savedForms).where(isOpenWith(actor, secret))
}
