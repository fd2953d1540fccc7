import { createContext } from 'react'

/** The workflow whose draft is edited. `save` answers whether the server has the draft now. */
export const DraftScope = createContext<{
  workflowId: string
  isSaved: boolean
  save(): Promise<boolean>
}>({ workflowId: '', isSaved: false, save: async () => false })
