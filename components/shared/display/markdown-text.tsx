'use client'

import { marked } from 'marked'
import { useMemo } from 'react'
import { loweredHeadings } from '#lib/domain/lowered-headings'
import { markdownClass } from './markdown-class.ts'
import { SafeHtml } from './safe-html.tsx'

/** Markdown (GitHub's kind, with HTML in it) as a sanitized document. */
export function MarkdownText({ text }: { text: string }) {
  const html = useMemo(
    () => loweredHeadings(marked.parse(text, { async: false, gfm: true })),
    [text],
  )
  return <SafeHtml html={html} className={markdownClass} />
}
