import { dialogLater } from '../loading/dialog-later.tsx'

/** Asks before an act that cannot be undone; its code is loaded when it first asks. */
export const ConfirmDialog = dialogLater(
  async () => (await import('./confirm-question.tsx')).ConfirmQuestion,
)
