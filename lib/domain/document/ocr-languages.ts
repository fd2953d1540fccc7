/** The languages whose data for recognition is installed. */
export const ocrLanguages = ['eng', 'spa'] as const
export type OcrLanguage = (typeof ocrLanguages)[number]
