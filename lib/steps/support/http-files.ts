import { nameInDisposition } from '#lib/domain/provider/name-in-disposition'
import { PermanentStepError, type StepExecution, type StepServices } from '../define-step.ts'

type Fetch = Parameters<StepServices['fetchPublic']>[0]
type Outgoing = { headers: Record<string, string>; body?: NonNullable<Fetch['body']> }
export type SavedFile = {
  id: string
  fileName: string
  mimeType: string
  size: number
  sha256: string
}

const wrong = (message: string) => new PermanentStepError('invalid_file', message)

/** The id of a file, as forms, steps and people write it. */
export function fileIdOf(file: unknown): string {
  const files: unknown[] = Array.isArray(file) ? file : [file]
  const one = files.length === 1 ? files[0] : undefined
  const id = typeof one === 'object' && one !== null ? (one as { id?: unknown }).id : one
  if (typeof id !== 'string' || !/^[0-9a-f-]{36}$/i.test(id))
    throw wrong(
      '"File" must be one file: its id, or what a file field of a form or another step gave.',
    )
  return id
}

const fieldText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/**
 * A stored file as the body of a request, or as one field of multipart/form-data beside the fields
 * of `body`. Its bytes are read from the disk as they are sent.
 */
export async function fileBody(
  services: StepServices,
  organizationId: string,
  { file, fileField, body }: { file?: unknown; fileField?: string | undefined; body?: unknown },
): Promise<Outgoing> {
  if (fileField === undefined && body !== undefined && body !== null)
    throw wrong(
      'A file is the whole body. Name the field it goes into to send other fields beside it.',
    )
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw wrong('Beside a file the body is an object: its fields are sent as fields of the form.')
  const content = await services.fileContent(organizationId, fileIdOf(file))
  if (fileField === undefined) return { headers: {}, body: content }
  const fields = Object.fromEntries(
    Object.entries(body ?? {})
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, fieldText(value)]),
  )
  return { headers: {}, body: { fields, field: fileField, file: content } }
}

function nameOf(url: string, headers: Record<string, string>): string {
  const [last = ''] = new URL(url).pathname.split('/').slice(-1)
  const inAddress = () => {
    try {
      return decodeURIComponent(last)
    } catch {
      return last
    }
  }
  return (
    nameInDisposition(headers['content-disposition']) ?? (last === '' ? 'download' : inAddress())
  )
}

/**
 * A taker that stores an answer's content as a file of the run as it arrives; `saved` gives that
 * file, or undefined when no content arrived.
 */
export function intoFile(
  {
    services,
    run,
    idempotencyKey,
  }: Pick<StepExecution<unknown, undefined>, 'services' | 'run' | 'idempotencyKey'>,
  url: string,
  fileName: string | undefined,
) {
  let saved: SavedFile | undefined
  return {
    saved: () => saved,
    taker: (headers: Record<string, string>) => async (content: AsyncIterable<Uint8Array>) => {
      const mimeType = headers['content-type'] ?? 'application/octet-stream'
      saved = await services.storeFile(run.organizationId, {
        key: idempotencyKey,
        runId: run.id,
        fileName: fileName ?? nameOf(url, headers),
        mimeType,
        content,
        createdBy: 'HTTP request',
      })
    },
  }
}
