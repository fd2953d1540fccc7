import { CodeTypes } from '#lib/code-types/code-types'
import { callAt, completionsAt, infoAt, infoOf } from '#lib/code-types/editor-help'
import type { Answers, TypeAnswer, TypeQuestion } from './protocol.ts'

/**
 * Checks the types of code beside the page. It is large, so it is loaded when somebody goes to a
 * field of code; types can take hours, so the page ends it when it does not answer.
 */
const types = new CodeTypes()

const answers: { [What in keyof Answers]: (question: TypeQuestion) => Answers[What] } = {
  problems: () => types.problems(),
  completions: ({ at = 0 }) => completionsAt(types, at),
  more: ({ at = 0, name = '' }) => infoOf(types, at, name),
  info: ({ at = 0 }) => infoAt(types, at),
  call: ({ at = 0 }) => callAt(types, at),
  format: () => types.formatting(),
}

addEventListener('message', ({ data }: MessageEvent<TypeQuestion>) => {
  types.open(data.code, data.scope)
  const answer: TypeAnswer = { id: data.id, answer: answers[data.what](data) }
  postMessage(answer)
})
