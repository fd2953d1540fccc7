import { createContext } from 'react'
import { uploadsPath } from '#lib/contracts/data/uploads-path'

/** The address that receives the files of a form: of the organization, or of a shared form. */
export const UploadPath = createContext<string>(uploadsPath)

/** Whether the files are kept only when something is saved with them. */
export const TemporaryUploads = createContext(false)
