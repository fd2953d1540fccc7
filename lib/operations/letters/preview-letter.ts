import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { connections } from '#db/schema/connections'
import type { Actor } from '#lib/auth/actor'
import type { LetterPreview } from '#lib/contracts/integrations/letter-preview'
import { ApiError } from '#lib/domain/api-error'
import type { Issue } from '#lib/domain/issue'
import type { LetterAddress } from '#lib/domain/provider/letter'
import type { LetterService } from '#lib/domain/provider/letter-words'
import { sheetsOf } from '#lib/domain/provider/letter-print'
import type { Letter } from '#lib/integrations/letters/port'
import { onlyConnection } from '../connections/only-connection.ts'
import { openRow } from '../connections/open-connection.ts'
import { requireRun } from '../access/access-sql.ts'
import { defineOutsideOperation } from '../define-operation.ts'
import { getFileFor } from '../files/file-for.ts'
import { getFileOrThrow } from '../files/find-file.ts'
import { checkLetterPdf } from './check-letter-pdf.ts'
import { getLetterOrThrow } from './find-letter.ts'
import { letterFile } from './letter-file.ts'
import { coveredIssue, coveredWords } from './require-printable.ts'

type File = Awaited<ReturnType<typeof getFileOrThrow>>
type Connection = typeof connections.$inferSelect

/** Stands for an address that is not known yet; it meets every provider's rules. */
const someAddress: LetterAddress = {
  company: 'Somebody',
  addressLine1: '1 Main St',
  city: 'Brooklyn',
  state: 'NY',
  postalCode: '11201',
  country: 'US',
}

const windowLines = ({ name, company, ...address }: LetterAddress): string[] => {
  const { addressLine1, addressLine2, city, state, postalCode, country } = address
  const last = `${city}, ${state} ${postalCode}`
  const abroad = country === 'US' ? undefined : country
  return [name, company, addressLine1, addressLine2, last, abroad].filter(
    (line) => line !== undefined && line !== '',
  ) as string[]
}

/** The problems of a refusal; any other error is thrown on. */
function issuesOf(error: unknown): Issue[] {
  if (error instanceof ApiError && error.code === 'invalid_request') {
    const { issues } = error.details
    if (Array.isArray(issues)) return issues as Issue[]
  }
  throw error
}

type Printed = {
  file: File
  connection: Connection
  letter: Letter
  /** Whose lines stand in the windows; undefined while no address is known. */
  shown: { to: LetterAddress | undefined; from: LetterAddress | undefined }
  signal: AbortSignal
}

/** How a provider would print a file, and what it would refuse. Calls no provider. */
async function previewOf({
  file,
  connection,
  letter,
  shown,
  signal,
}: Printed): Promise<LetterPreview> {
  const { organizationId, provider, slug } = connection
  const port = openRow<'letters'>(connection)
  const { doubleSided, extraService, color } = letter
  const template = port.rules.templateOf(letter)
  const issues = port.rules.issuesOf(letter)
  const maxSheets = port.rules.maxSheetsOf(letter)
  let pages: number | null = null
  let covered: LetterPreview['coveredWords'] = []
  try {
    const pdf = { bytes: await letterFile(file), sha256: file.sha256 }
    pages = await checkLetterPdf(pdf.bytes, { doubleSided, organizationId, maxSheets })
    covered = await coveredWords(port, { organizationId, letter, pdf, signal })
  } catch (error) {
    issues.push(...issuesOf(error))
  }
  if (covered.length > 0) issues.push(coveredIssue)
  const front = template.frontSheet === 'none' ? 0 : 1
  return {
    fileId: file.id,
    fileName: file.fileName,
    connection: slug,
    provider,
    pages,
    sheets: pages === null ? null : sheetsOf(pages, doubleSided) + front,
    color,
    doubleSided,
    extraService,
    template,
    toLines: shown.to ? windowLines(shown.to) : null,
    fromLines: shown.from ? windowLines(shown.from) : null,
    coveredWords: covered,
    issues,
    cost: pages === null ? null : (port.rules.costOf?.(letter, pages) ?? null),
  }
}

const connectionById = async (tx: Tx, id: string): Promise<Connection> => {
  const [row] = await tx
    .select()
    .from(connections)
    .where(and(eq(connections.id, id), eq(connections.kind, 'letters')))
  if (row) return row
  throw new ApiError('unknown_connection', 'The connection of this letter was deleted.', {
    kind: 'letters',
  })
}

type Wish = {
  fileId: string
  connection?: string | undefined
  to?: LetterAddress | undefined
  from?: LetterAddress | undefined
  color: boolean
  doubleSided: boolean
  extraService: LetterService
}

/**
 * How a file would be printed as a letter, and what would be refused. Nothing is sent, and no
 * provider is called. Throws 404 for an unknown file, `unknown_connection`.
 */
export const previewLetter = defineOutsideOperation<Wish, LetterPreview>({
  name: 'previewLetter',
  permission: 'letters:read',
  async run({ actor, input, signal, transaction }) {
    const { fileId, to, from, color, doubleSided, extraService } = input
    const { file, connection } = await transaction(async (tx) => {
      const { id } = await onlyConnection(
        tx,
        { kind: 'letters', called: 'letters' },
        input.connection,
      )
      return {
        file: await getFileFor(tx, actor, fileId),
        connection: await connectionById(tx, id),
      }
    })
    // Registered mail goes abroad: without an address it must not be refused for that.
    const somewhere =
      extraService === 'registered' ? { ...someAddress, country: 'CA' } : someAddress
    const letter = {
      to: to ?? somewhere,
      from: from ?? someAddress,
      metadata: {},
      color,
      doubleSided,
      extraService,
    }
    return await previewOf({ file, connection, letter, shown: { to, from }, signal })
  },
})

async function loadSent(tx: Tx, actor: Actor, trackingId: string) {
  const letter = await getLetterOrThrow(tx, trackingId)
  if (letter.runId) await requireRun(tx, actor, letter.runId, { what: 'letter', id: trackingId })
  // Who reads a letter reads its file; it may be deleted already.
  if (letter.fileId === null) throw ApiError.notFound('file of the letter', trackingId)
  return {
    letter,
    file: await getFileOrThrow(tx, letter.fileId),
    connection: await connectionById(tx, letter.connectionId),
  }
}

/**
 * How a letter was printed, by today's settings of its connection. Each look is audited: it shows
 * the addresses. Throws 404, also when its file or connection was deleted.
 */
export const getLetterPreview = defineOutsideOperation<{ trackingId: string }, LetterPreview>({
  name: 'getLetterPreview',
  permission: 'letters:read',
  audit: ({ input: { trackingId } }) => ({
    action: 'letter.view',
    objectKind: 'letter',
    objectId: trackingId,
  }),
  async run({ actor, input: { trackingId }, signal, transaction }) {
    const {
      letter: row,
      file,
      connection,
    } = await transaction((tx) => loadSent(tx, actor, trackingId))
    const { recipient: to, sender: from, metadata, color, doubleSided, extraService } = row
    const letter = { to, from, metadata, color, doubleSided, extraService }
    return await previewOf({ file, connection, letter, shown: { to, from }, signal })
  },
})
