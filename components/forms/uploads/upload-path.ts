import { createContext } from 'react'
import { beginUploadContract } from '#lib/contracts/files'

/** Where the files of a form go: the organization's own uploads, or those of a shared form. */
export const UploadPath = createContext<string>(beginUploadContract.path)
