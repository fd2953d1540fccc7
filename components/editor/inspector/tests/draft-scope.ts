import { createContext } from 'react'

/** The workflow whose draft is edited, and how to have it saved before it is used. */
export const DraftScope = createContext<{
  workflowId: string
  isSaved: boolean
  save(): Promise<void>
}>({ workflowId: '', isSaved: false, save: async () => {} })
