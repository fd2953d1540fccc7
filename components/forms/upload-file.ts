import { createContext } from 'react'
import { uploadFileContract } from '#lib/contracts/files'
import type { FileRef } from '#lib/domain/multi-file'
import { sendForm } from './send-form.ts'

/** Where the files of a form go: the organization's own store, or a shared form's address. */
export const UploadPath = createContext<string>(uploadFileContract.path)

/** Sends one file with progress (0 to 1). Rejects with a sentence for the person; aborting rejects too. */
export async function uploadFile(path: string, file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<FileRef> {
  const form = new FormData()
  form.append('file', file)
  const body = await sendForm('POST', path, form, onProgress, signal)
  if (typeof body['id'] !== 'string' || typeof body['fileName'] !== 'string') throw new Error('The server did not say how it kept the file. Try again.')
  return { id: body['id'], fileName: body['fileName'] }
}
