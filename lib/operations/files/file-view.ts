import type { files } from '#db/schema/documents'

/** A stored file as the API shows it: without its storage key. */
export function fileView(file: typeof files.$inferSelect) {
  return {
    id: file.id,
    fileName: file.fileName,
    mimeType: file.mimeType,
    size: file.size,
    sha256: file.sha256,
    createdBy: file.createdBy,
    createdAt: file.createdAt.toISOString(),
  }
}
