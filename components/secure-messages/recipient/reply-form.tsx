'use client'

import { PaperclipIcon, XIcon } from 'lucide-react'
import { useId, useRef, type Dispatch, type FormEvent, type SetStateAction } from 'react'
import { formatSize } from '#components/shared/display/format-size'
import { TextAreaField } from '#components/shared/fields/text-area-field'
import { Refusal } from '#components/sign-in/refusal'
import { useAttempt } from '#components/sign-in/use-attempt'
import { Button } from '#components/ui/input/button'
import {
  putSecureReplyFileContract,
  replyToSecureMessageContract,
  type SecureFile,
} from '#lib/contracts/runs/secure-messages'
import { secureMessageLimits as limits } from '#lib/domain/secure-message-words'
import { randomId } from '#lib/domain/random-id'
import { ApiFailure, call, pathOf, request } from '#lib/http/client'

/** A reply that is being written. The id stays until it is sent, so that it is sent once. */
export type Draft = { id: string; text: string; files: SecureFile[] }
export const emptyDraft = (): Draft => ({ id: randomId(), text: '', files: [] })

/** Sends one file of the reply; the server encrypts it before it stores it. */
async function sendFile(id: string, file: File): Promise<SecureFile> {
  if (file.size > limits.fileBytes)
    throw new ApiFailure(
      413,
      'payload_too_large',
      `"${file.name}" is larger than ${formatSize(limits.fileBytes)}.`,
      {},
    )
  const form = new FormData()
  form.append('file', file)
  const path = pathOf(putSecureReplyFileContract, { id, fileId: randomId() })
  return await request<SecureFile>('PUT', path, { form })
}

type FilesProps = {
  files: readonly SecureFile[]
  busy: boolean
  onAdd(chosen: File[]): void
  onRemove(fileId: string): void
}

/** The files of the reply, and the button to add some. */
function Files({ files, busy, onAdd, onRemove }: FilesProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="space-y-2">
      <ul aria-label="Files of your reply" className="space-y-1 text-sm empty:hidden">
        {files.map((file) => (
          <li key={file.id} className="flex items-center gap-2">
            <PaperclipIcon className="size-4 shrink-0 text-muted-foreground" aria-hidden />
            <span className="min-w-0 break-words">{file.fileName}</span>
            <span className="shrink-0 text-muted-foreground">{formatSize(file.size)}</span>
            <Button
              type="button"
              variant="ghost"
              size="icon"
              aria-label={`Remove ${file.fileName}`}
              onClick={() => onRemove(file.id)}
            >
              <XIcon aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-label="Files to attach"
        onChange={(event) => {
          onAdd([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button
        type="button"
        variant="outline"
        className="w-full sm:w-auto"
        aria-disabled={busy || files.length >= limits.files}
        onClick={() => input.current?.click()}
      >
        <PaperclipIcon aria-hidden /> {busy ? 'Please wait…' : 'Add a photo or a document'}
      </Button>
      <p className="text-sm text-muted-foreground">
        Photos or documents, up to {limits.files}, each no larger than{' '}
        {limits.fileBytes / 1024 / 1024} MB.
      </p>
    </div>
  )
}

type Props = {
  id: string
  draft: Draft
  onDraft: Dispatch<SetStateAction<Draft>>
  onSent(): void
  onLocked(): void
}

/** Uploads and sends the reply; `guarded` notes refusals. */
function useReply({ id, draft, onDraft, onSent, onLocked }: Props) {
  const { refusal, busy, attempt } = useAttempt()
  const guarded = (work: () => Promise<void>) =>
    attempt(async () => {
      try {
        await work()
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 403) onLocked()
        throw error
      }
    })
  const add = (chosen: File[]) =>
    guarded(async () => {
      for (const file of chosen.slice(0, limits.files - draft.files.length)) {
        const stored = await sendFile(id, file)
        // What was typed meanwhile stays.
        onDraft((now) => ({ ...now, files: [...now.files, stored] }))
      }
    })
  const send = () =>
    guarded(async () => {
      const body = { text: draft.text, fileIds: draft.files.map((file) => file.id) }
      await call(replyToSecureMessageContract, { params: { id, replyId: draft.id }, body })
      onDraft(emptyDraft())
      onSent()
    })
  return { refusal, busy, add, send }
}

/** Writes a reply to the sender, with files. */
export function ReplyForm(props: Props) {
  const { draft, onDraft } = props
  const { refusal, busy, add, send } = useReply(props)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send()
  }
  return (
    <form className="space-y-4" method="post" onSubmit={submit}>
      <div className="space-y-1">
        <h2 className="text-lg font-semibold">Do you want to answer?</h2>
        <p className="text-muted-foreground">
          It may be read only on the next working day. In an emergency, call 911.
        </p>
      </div>
      <TextAreaField
        label="Your reply"
        help="Only the sender can read it."
        rows={5}
        maxLength={limits.textLength}
        value={draft.text}
        onChange={(event) => {
          const { value } = event.target
          onDraft((now) => ({ ...now, text: value }))
        }}
      />
      <Files
        files={draft.files}
        busy={busy}
        onAdd={(chosen) => void add(chosen)}
        onRemove={(fileId) =>
          onDraft((now) => ({ ...now, files: now.files.filter((file) => file.id !== fileId) }))
        }
      />
      <Refusal text={refusal} />
      <Button type="submit" className="w-full sm:w-auto" disabled={busy}>
        Send the reply
      </Button>
    </form>
  )
}
