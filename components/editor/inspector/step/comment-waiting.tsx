'use client'

import { useEffect, useRef, useState } from 'react'
import { nothingWritten, type Written } from '#components/case/written'
import { load, store } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'
import { Textarea } from '#components/ui/input/textarea'
import { maxCommentLength } from '#lib/contracts/runs/comments'

type Props = {
  /** Where this tab stores an unsent text. */
  memory: string
  onTyped(written: Written): void
}

/**
 * The field of a comment until its code is here: who asked for it types at once, and letters that
 * no field takes would be keys of the editor.
 */
export function CommentWaiting({ memory, onTyped }: Props) {
  const owner = useOwner()
  const field = useRef<HTMLTextAreaElement>(null)
  const [written, setWritten] = useState(
    () => load<Written>('tab', owner, memory) ?? nothingWritten,
  )
  useEffect(() => field.current?.focus(), [])
  return (
    <Textarea
      ref={field}
      aria-label="New comment"
      aria-busy
      rows={3}
      maxLength={maxCommentLength}
      value={written.text}
      onChange={({ target }) => {
        const next = { ...written, text: target.value }
        setWritten(next)
        store('tab', owner, memory, next)
        onTyped(next)
      }}
    />
  )
}
