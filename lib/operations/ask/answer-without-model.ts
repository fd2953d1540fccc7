import { valuesOf } from '#lib/documents/answers/check-answer'
import { fieldsWithoutModel, withoutModelNote } from '#lib/documents/answers/without-model'
import type { DocumentAnswer } from '#lib/domain/ask/answer'
import { describedFields } from '#lib/domain/ask/review'
import type { AskTask } from '#lib/domain/ask/tasks'
import { noModel } from '#lib/integrations/model/sandbox'
import type { FilePages } from '../documents/read-file-pages.ts'

/** Names how the fields were found, in the place of a prompt. */
const rulesVersion = 'rules/1'

/** The answer of words and rules. Throws for what only a model can do. */
export function answerWithoutModel(task: AskTask, files: readonly FilePages[]): DocumentAnswer {
  const pages = files.flatMap((file) => file.pages)
  const fields = fieldsWithoutModel(task, { files, pages })
  if (!fields) throw noModel()
  return {
    values: valuesOf(fields),
    fields: describedFields(task, fields),
    note: withoutModelNote,
    files: files.map(({ fileId, fileName, pages: own }) => ({
      id: fileId,
      fileName,
      pages: own.length,
      readPages: own.length,
    })),
    model: null,
    prompt: rulesVersion,
    usage: { inputTokens: 0, outputTokens: 0 },
    dollars: 0,
    replaced: false,
  }
}
