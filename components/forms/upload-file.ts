import { createContext } from 'react'
import { uploadFileContract } from '#lib/contracts/files'
import type { FileRef } from '#lib/domain/multi-file'

/** Where the files of a form go: the organization's own store, or a shared form's address. */
export const UploadPath = createContext<string>(uploadFileContract.path)

/** Largest file, in bytes; the server holds it too. */
export const maxFileBytes = 50 * 1024 * 1024

/**
 * Sends one file with progress (0 to 1). XMLHttpRequest, because fetch does not report how much was sent.
 * Rejects with a sentence for the person; aborting rejects too.
 */
export function uploadFile(path: string, file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<FileRef> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      const body = parse(request.responseText)
      if (request.status === 201 && typeof body['id'] === 'string' && typeof body['fileName'] === 'string')
        resolve({ id: body['id'], fileName: body['fileName'] })
      else reject(new Error(typeof body['message'] === 'string' ? body['message'] : `The server answered ${request.status}.`))
    })
    request.addEventListener('error', () => reject(new Error('The connection was lost. Try again.')))
    request.addEventListener('abort', () => reject(new Error('The upload was stopped.')))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
