import type { ReactNode } from 'react'

/** In place of `markdown-to-jsx`: rjsf's own descriptions in Markdown, which our templates replace. */
export const Markdown = ({ children }: { children: ReactNode }) => children
