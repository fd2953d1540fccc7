'use client'

import dynamic from 'next/dynamic'

/** Markdown of customers as safe HTML; its program is loaded by the pages that show some. */
export const Markdown = dynamic(async () => (await import('./markdown-text.tsx')).MarkdownText)
