'use client'

import dynamic from 'next/dynamic'
import { loadCode } from '#components/shared/loading/load-code'

/** Markdown of customers as safe HTML; its program is loaded by the pages that show some. */
export const Markdown = dynamic(
  async () => (await loadCode(() => import('./markdown-text.tsx'))).MarkdownText,
  { loading: () => null },
)
