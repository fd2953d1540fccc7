import type { KnownValue } from '../deidentify/kinds.ts'
import type { OcrLanguage } from '../document/ocr-languages.ts'
import type { AskTask } from './tasks.ts'

/** A question about documents, whose policy is named by its id. */
export type AskedQuestion =
  | Exclude<AskTask, { mode: 'compare' }>
  | { mode: 'compare'; policyId: string; instructions: string }

/** What a step asks about files. */
export type AskedDocuments = {
  /** The slug of a connection of the kind `model`. */
  connection: string
  question: AskedQuestion
  fileIds: string[]
  /** Recognizes pages that are pictures. */
  recognize: boolean
  languages: OcrLanguage[]
  /** Names and numbers go out as marks, first those of these values; undefined: as they are. */
  replace: KnownValue[] | undefined
  /** Null for a case of a test set. */
  runId: string | null
  taskId: string | null
  /** The trial that asks about a case; its calls are counted for it. */
  trialId?: string | undefined
  attempt: number
  signal: AbortSignal
}
