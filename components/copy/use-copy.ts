'use client'

import { useEffect, useState, type RefObject } from 'react'
import { toast } from '#components/shared/messages/toast'
import { copyRefused } from '#lib/domain/form/texts/copy-refused'
import { copyText, selectShown } from './copy-text.ts'

const copiedForMs = 2000

/**
 * `copy` copies the text; `copied` is true for two seconds after that. Where the browser forbids
 * it, the text of `shown` is selected and a message says so, in the words of `refused`.
 */
export function useCopy(
  text: string,
  shown: RefObject<HTMLElement | null>,
  refused: string = copyRefused,
) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedForMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    const done = await copyText(text)
    setCopied(done)
    if (done || !shown.current) return
    selectShown(shown.current)
    toast.error(refused)
  }
  return { copied, copy }
}
