import { createContext } from 'react'

/**
 * Where addresses can be checked, and by which connection; null where nobody is signed in.
 */
export const AddressChecks = createContext<{ connection?: string | undefined } | null>(null)
