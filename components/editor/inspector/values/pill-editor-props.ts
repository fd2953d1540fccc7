import type { InsertedValue } from '#lib/domain/expressions/written/template'
import type { Pill } from './pill-document.ts'
import type { PillSource } from './pill-extensions.ts'

/** What the field around an editor can do with it. */
export type PillHandle = {
  /** Puts a value at the cursor. */
  insert(value: InsertedValue): void
  replace(pill: Pill, value: InsertedValue): void
}

export type PillEditorProps = PillSource & {
  id: string
  label: string
  /** The document: text with values between characters of private use. */
  text: string
  onChange(text: string): void
  /** The names of the values; other names draw them anew. */
  names: string
  /** Lines at first; without it, the field has one line. */
  rows?: number | undefined
  readOnly?: boolean
  invalid?: boolean
  describedBy?: string
  hint?: string | undefined
  /** The value at the cursor. */
  onCurrent(pill: Pill | undefined): void
  onReady(handle: PillHandle): void
}
