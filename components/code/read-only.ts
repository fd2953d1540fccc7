import { createContext } from 'react'

/** Whether the fields around are only read; code fields are no form controls, so they ask it. */
export const ReadOnly = createContext(false)
