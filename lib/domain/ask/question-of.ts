import { schemaProblems } from '../json-schema/problems.ts'
import type { AskedQuestion } from './asked-documents.ts'
import type { AskMode } from './tasks.ts'

/** What a step “Ask documents” is set to ask. */
export type AskSettings = {
  mode: AskMode
  question: string
  schema: Record<string, unknown>
  classes: { name: string; description: string }[]
  policyId: string
}

/** A setting with which nothing can be asked. */
export class NoQuestion extends Error {
  readonly field: keyof AskSettings
  constructor(field: keyof AskSettings, message: string) {
    super(message)
    this.field = field
  }
}

const questions: Record<AskMode, (settings: AskSettings) => AskedQuestion> = {
  answer({ question }) {
    if (question === '') throw new NoQuestion('question', 'Write the question.')
    return { mode: 'answer', question }
  },
  extract({ schema, question: instructions }) {
    if (Object.keys((schema['properties'] ?? {}) as object).length === 0)
      throw new NoQuestion('schema', 'Name the fields to extract.')
    const [problem] = schemaProblems(schema)
    if (problem) throw new NoQuestion('schema', `The fields cannot be used: ${problem.message}`)
    return { mode: 'extract', schema, instructions }
  },
  classify({ classes, question: instructions }) {
    if (classes.length < 2) throw new NoQuestion('classes', 'Name two classes or more.')
    return { mode: 'classify', classes, instructions }
  },
  summarise: ({ question: instructions }) => ({ mode: 'summarise', instructions }),
  compare({ policyId, question: instructions }) {
    if (policyId === '') throw new NoQuestion('policyId', 'Choose the policy.')
    return { mode: 'compare', policyId, instructions }
  },
}

/** The question that these settings ask. Throws `NoQuestion`. */
export const questionOf = (settings: AskSettings): AskedQuestion =>
  questions[settings.mode](settings)
