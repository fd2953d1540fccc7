/**
 * Every column with keys of the file store, with the one that has the SHA-256 of its bytes, where
 * there is one. A file that none of them names is deleted after a day, and only what they name comes
 * along when an organization moves. `uploads` is not among them: its files are not whole yet.
 */
export const keyColumns: readonly { table: string; column: string; sha256?: string }[] = [
  { table: 'files', column: 'storage_key', sha256: 'sha256' },
  { table: 'async_results', column: 'result_key' },
  { table: 'received_mails', column: 'raw_key' },
  { table: 'secure_message_files', column: 'storage_key' },
]
