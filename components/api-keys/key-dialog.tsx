'use client'

import type { ApiKeyView } from '#lib/contracts/organization/api-keys'
import { ChangeKey } from './change-key.tsx'
import { DeleteKey } from './delete-key.tsx'
import { RotateKey } from './rotate-key.tsx'

const acts = { rotate: RotateKey, change: ChangeKey, delete: DeleteKey }
export type KeyAct = keyof typeof acts

/** The dialog of an act on a key. */
export function KeyDialog({ act, ...props }: { act: KeyAct; apiKey: ApiKeyView; onDone(): void }) {
  const Dialog = acts[act]
  return <Dialog {...props} />
}
