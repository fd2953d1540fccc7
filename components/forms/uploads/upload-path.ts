import { createContext } from 'react'
import { beginUploadContract } from '#lib/contracts/data/files'

/** The address that receives the files of a form: of the organization, or of a shared form. */
export const UploadPath = createContext<string>(beginUploadContract.path)

/** Whether the files are kept only when something is saved with them. */
export const TemporaryUploads = createContext(false)
