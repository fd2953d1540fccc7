'use client'

import { useEffect, useState, type RefObject } from 'react'
import { toast } from '#components/shared/messages/toast'
import { useFormTexts } from '#components/forms/texts'
import { copyText, selectShown } from './copy-text.ts'

const copiedForMs = 2000

/**
 * `copy` copies the text; `copied` is true for two seconds after that. Where the browser forbids
 * it, the text of `shown` is selected and a message says so.
 */
export function useCopy(text: string, shown: RefObject<HTMLElement | null>) {
  const texts = useFormTexts()
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
    toast.error(texts.text('copy.refused'))
  }
  return { copied, copy }
}
