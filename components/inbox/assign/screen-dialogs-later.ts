import { dialogLater } from '#components/shared/loading/dialog-later'

/** The dialogs about one screen; their code is loaded with the first question. */
export const ScreenDialogs = dialogLater(
  async () => (await import('./screen-dialogs.tsx')).ScreenDialogs,
  ({ asked }) => asked !== undefined,
)
