import { and, eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { checkedFields, valuesOf } from '#lib/documents/answers/check-answer'
import { ApiError } from '#lib/domain/api-error'
import type { AskedDocuments, AskedQuestion } from '#lib/domain/ask/asked-documents'
import type { DocumentAnswer } from '#lib/domain/ask/answer'
import { microsOf } from '#lib/domain/ask/model-request'
import { promptVersion, requestOf } from '#lib/domain/ask/prompts'
import { describedFields } from '#lib/domain/ask/review'
import type { AskTask } from '#lib/domain/ask/tasks'
import { Deidentifier } from '#lib/domain/deidentify/deidentify'
import { UnknownMark, type Marks } from '#lib/domain/deidentify/marks'
import { patientDataRefused } from '#lib/integrations/model/model-port'
import type { ModelPort } from '#lib/integrations/model/port'
import { openConnection } from '../connections/open-connection.ts'
import { countedAsk } from '../models/counted-ask.ts'
import { getPolicyOrThrow } from '../policies/find-policy.ts'
import { answerWithoutModel } from './answer-without-model.ts'
import { choosePages, type ChosenPages } from './choose-pages.ts'
import type { FileReading } from '../documents/read-file-pages.ts'
import { readFiles, storedPages } from './read-files.ts'

async function taskOf(organizationId: string, question: AskedQuestion): Promise<AskTask> {
  if (question.mode !== 'compare') return question
  const { policyId, instructions } = question
  const policy = await inOrganization(organizationId, (tx) => getPolicyOrThrow(tx, policyId))
  return { mode: 'compare', policy: { title: policy.title, text: policy.text }, instructions }
}

/** What a call is counted for, also after the connection is renamed. */
async function connectionIdOf(organizationId: string, slug: string): Promise<string> {
  const [row] = await inOrganization(organizationId, (tx) =>
    tx
      .select({ id: connections.id })
      .from(connections)
      .where(and(eq(connections.kind, 'model'), eq(connections.slug, slug))),
  )
  if (!row) throw new ApiError('unknown_connection', `There is no model connection "${slug}".`)
  return row.id
}

const wrongAnswer = (provider: string, code: string, message: string): ApiError =>
  new ApiError('provider_error', message, { provider, code, retryable: true })

/** Puts the originals in the place of marks. A mark that was never given refuses the answer. */
function restored(value: unknown, marks: Marks | undefined, provider: string): unknown {
  try {
    return marks ? marks.restoreIn(value) : value
  } catch (error) {
    if (!(error instanceof UnknownMark)) throw error
    throw wrongAnswer(
      provider,
      'unknown_mark',
      'The model wrote a mark for a name or number that it did not get. Its answer is refused.',
    )
  }
}

const filesIn = (files: readonly FileReading[], { pages: sent }: ChosenPages) =>
  files.map(({ fileId, fileName, pageCount }) => ({
    id: fileId,
    fileName,
    pages: pageCount,
    readPages: sent.filter((page) => page.fileId === fileId).length,
  }))

async function askModel(
  organizationId: string,
  asked: AskedDocuments,
  port: ModelPort,
  task: AskTask,
  files: FileReading[],
): Promise<DocumentAnswer> {
  const { about } = port
  const prompt = promptVersion(task.mode)
  const stored = storedPages(organizationId, files, asked.signal)
  const chosen = await choosePages(task, stored, about.maxInputTokens)
  const deidentifier = asked.replace && new Deidentifier(asked.replace)
  const numbered = chosen.pages.map(({ fileId, page, text }) => ({
    document: files.findIndex((file) => file.fileId === fileId) + 1,
    page,
    text,
  }))
  const request = requestOf(
    task,
    numbered,
    deidentifier && ((content) => deidentifier.replace(content)),
  )
  if (deidentifier?.holdsKnown(JSON.stringify(request.schema)))
    throw new ApiError(
      'unprocessable',
      'The fields or classes themselves name a value that must not go out. Describe them without.',
    )
  const connectionId = await connectionIdOf(organizationId, asked.connection)
  const { runId, taskId, trialId, attempt, signal } = asked
  const caller = { connectionId, runId, taskId, trialId, attempt, prompt }
  const answer = await countedAsk(organizationId, port, request, caller, signal)
  const value = restored(answer.value, deidentifier?.marks, about.provider)
  const fields = checkedFields(task, value, { files, pages: chosen.pages })
  if (!fields)
    throw wrongAnswer(
      about.provider,
      'invalid_answer',
      'The model’s answer has not the form that was asked for.',
    )
  return {
    values: valuesOf(fields),
    fields: describedFields(task, fields),
    note: chosen.note,
    files: filesIn(files, chosen),
    model: answer.model,
    prompt,
    usage: answer.usage,
    dollars: about.prices ? microsOf(answer.usage, about.prices) / 1_000_000 : null,
    replaced: deidentifier !== undefined,
  }
}

/**
 * Reads files, asks a model about them and checks what it quotes. Errors: those of reading a file
 * (`unprocessable`), of the model's port, `model_budget`, 404 for a file or policy.
 */
export async function askDocuments(
  organizationId: string,
  asked: AskedDocuments,
): Promise<DocumentAnswer> {
  const { connection, runId, taskId, signal } = asked
  signal.throwIfAborted()
  const waiting = runId !== null && taskId !== null ? { runId, taskId } : undefined
  const port = await openConnection(organizationId, 'model', connection, waiting ?? {})
  const { model, patientData, provider } = port.about
  // The port refuses it as well; here nothing was read yet.
  if (!asked.replace && !patientData.may) throw patientDataRefused(provider)
  const task = await taskOf(organizationId, asked.question)
  const files = await readFiles(organizationId, asked.fileIds, { ...asked, task: waiting })
  return model === undefined
    ? await answerWithoutModel(task, files, storedPages(organizationId, files, signal))
    : await askModel(organizationId, asked, port, task, files)
}
