import { valuesOf } from '#lib/documents/answers/check-answer'
import { fieldsWithoutModel, withoutModelNote } from '#lib/documents/answers/without-model'
import type { PageStream } from '#lib/documents/pages/page-stream'
import type { DocumentAnswer } from '#lib/domain/ask/answer'
import { describedFields } from '#lib/domain/ask/review'
import type { AskTask } from '#lib/domain/ask/tasks'
import { noModel } from '#lib/integrations/model/sandbox'
import type { FileReading } from '../documents/read-file-pages.ts'

/** Names how the fields were found, in the place of a prompt. */
const rulesVersion = 'rules/1'

/** The answer of words and rules. Throws for what only a model can do. */
export async function answerWithoutModel(
  task: AskTask,
  files: readonly FileReading[],
  pages: PageStream,
): Promise<DocumentAnswer> {
  const fields = await fieldsWithoutModel(task, { files, pages })
  if (!fields) throw noModel()
  return {
    values: valuesOf(fields),
    fields: describedFields(task, fields),
    note: withoutModelNote,
    files: files.map(({ fileId, fileName, pageCount }) => ({
      id: fileId,
      fileName,
      pages: pageCount,
      readPages: pageCount,
    })),
    model: null,
    prompt: rulesVersion,
    usage: { inputTokens: 0, outputTokens: 0 },
    dollars: 0,
    replaced: false,
  }
}
