'use client'

import { useEffect, useState, type RefObject } from 'react'
import { toast } from 'sonner'
import { copyText, selectShown } from './copy-text.ts'

const copiedForMs = 2000

const refused =
  'The browser does not let this page copy. The text is selected: press Ctrl+C, or ⌘C on a Mac.'

/**
 * `copy` copies the text; `copied` is true for two seconds after that. Where the browser forbids
 * it, the text of `shown` is selected and a message says so.
 */
export function useCopy(text: string, shown: RefObject<HTMLElement | null>) {
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
