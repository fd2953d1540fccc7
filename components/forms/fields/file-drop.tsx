'use client'

import { UploadIcon } from 'lucide-react'
import { useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { Button } from '#components/ui/input/button'
import { acceptOf, ruleInWords, type FileRule } from '#lib/domain/form/file-rules'
import { useFormTexts } from '../texts.ts'

type Props = {
  label: string
  rule: FileRule
  disabled: boolean
  onChoose(files: File[]): void
}

/** A place to drop files on, with a button that opens the browser's file dialog. */
export function FileDrop({ label, rule, disabled, onChoose }: Props) {
  const texts = useFormTexts()
  const { text } = texts
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) onChoose([...event.dataTransfer.files])
  }
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(target.files ?? [])])
    // Otherwise choosing the same file again would not be a change.
    target.value = ''
  }

  const look = over ? 'border-primary bg-accent' : 'border-input'
  return (
    <div
      className={
        'flex flex-wrap items-center gap-3 rounded-md border border-dashed p-3 text-sm ' +
        `text-muted-foreground ${look}`
      }
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Button
        type="button"
        variant="outline"
        size="sm"
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <UploadIcon aria-hidden /> {text('file.choose')}
      </Button>
      <span>{text('file.drop', { rule: ruleInWords(rule, texts) })}</span>
      <input
        ref={input}
        type="file"
        multiple
        accept={acceptOf(rule) || undefined}
        className="sr-only"
        tabIndex={-1}
        aria-label={text('file.choose for', { label })}
        disabled={disabled}
        onChange={onChange}
      />
    </div>
  )
}
