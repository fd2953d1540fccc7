'use client'

import { useState } from 'react'
import { CodeField } from '#components/code/code-field'
import { isWholeAnswer } from '#components/shared/answer/answer-shape'
import { AnswerValue } from '#components/shared/answer/answer-value'
import { Button } from '#components/ui/input/button'
import { Segmented } from '#components/ui/input/segmented'
import { DialogFooter } from '#components/ui/overlay/dialog'
import { parseTypedJson } from '#lib/domain/exact-json'

type Props = {
  /** What the step may give. */
  schema: Record<string, unknown>
  first: unknown
  onDone(value: unknown): void
}

const ways = { fields: 'Fields', json: 'JSON' }

/** A typed value; a sentence for what is none. */
function read(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: parseTypedJson(text) }
  } catch {
    return { problem: 'This is no JSON. Texts stand in quotes.' }
  }
}

/** What a step gives in tries, as fields by what it may give, or as JSON. */
export function EditAnswer({ schema, first, onDone }: Props) {
  const [value, setValue] = useState(first)
  const [text, setText] = useState<string>()
  const typed = text === undefined ? { value } : read(text)
  const problem = 'problem' in typed ? typed.problem : ''
  const isComplete = 'value' in typed && isWholeAnswer(typed.value)
  const choose = (way: keyof typeof ways) => {
    if (way === 'json') return setText(JSON.stringify(value ?? null, null, 2))
    // What is no JSON yet can only be mended there.
    if (!('value' in typed)) return
    setValue(typed.value)
    setText(undefined)
  }
  return (
    <>
      <Segmented
        label="How the answer is edited"
        options={ways}
        value={text === undefined ? 'fields' : 'json'}
        onChange={choose}
      />
      {text === undefined ? (
        <AnswerValue label="Answer" schema={schema} value={value} onChange={setValue} />
      ) : (
        <AnswerJson text={text} onChange={setText} problem={problem} />
      )}
      <DialogFooter>
        <Button
          type="button"
          disabled={!isComplete}
          onClick={() => ('value' in typed ? onDone(typed.value) : undefined)}
        >
          Pin it
        </Button>
      </DialogFooter>
    </>
  )
}

type JsonProps = { text: string; problem: string; onChange(text: string): void }

const AnswerJson = ({ text, problem, onChange }: JsonProps) => (
  <>
    <CodeField
      id="pinned-answer"
      label="Answer, as JSON"
      language="json"
      value={text}
      onChange={onChange}
      invalid={problem !== ''}
      minLines={6}
      maxLines={20}
      describedBy="pinned-answer-problem"
    />
    <p id="pinned-answer-problem" role="status" className="min-h-5 text-sm text-destructive">
      {problem}
    </p>
  </>
)
