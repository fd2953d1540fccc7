import { createContext } from 'react'

type OpenDocuments = { has(fileId: string): boolean; open(fileId: string): void }

/** The documents that stand beside this part of the page; undefined: none do. */
export const DocumentsBeside = createContext<OpenDocuments | undefined>(undefined)
