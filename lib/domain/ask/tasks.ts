/** What may be asked about documents. */
export const askModes = ['answer', 'extract', 'classify', 'summarise', 'compare'] as const
export type AskMode = (typeof askModes)[number]

type Json = Record<string, unknown>

/** A question about documents. */
export type AskTask =
  | { mode: 'answer'; question: string }
  /** Each property of the schema is a field to fill. */
  | { mode: 'extract'; schema: Json; instructions: string }
  | { mode: 'classify'; classes: { name: string; description: string }[]; instructions: string }
  | { mode: 'summarise'; instructions: string }
  /** Which criteria of the policy are met? */
  | { mode: 'compare'; policy: { title: string; text: string }; instructions: string }

/** A field that the answer has, and the schema of its value. */
export type AskField = { name: string; title: string; schema: Json; required?: boolean }

/** Whether a criterion of a policy is met by what stands in the documents. */
export const criterionStates = ['met', 'not_met', 'not_known'] as const

/** The fields of an answer. Those of a comparison are known only when the model has named them. */
export function fieldsOf(task: AskTask): AskField[] {
  if (task.mode === 'answer')
    return [{ name: 'answer', title: 'Answer', schema: { type: 'string' } }]
  if (task.mode === 'summarise')
    return [{ name: 'summary', title: 'Summary', schema: { type: 'string' } }]
  if (task.mode === 'classify') {
    const names = task.classes.map(({ name }) => name)
    return [{ name: 'class', title: 'Class', schema: { type: 'string', enum: names } }]
  }
  if (task.mode === 'compare') return []
  const required = task.schema['required']
  return Object.entries((task.schema['properties'] ?? {}) as Record<string, Json>).map(
    ([name, schema]) => ({
      name,
      title: typeof schema['title'] === 'string' ? schema['title'] : name,
      schema,
      ...(Array.isArray(required) && required.includes(name) ? { required: true } : {}),
    }),
  )
}
