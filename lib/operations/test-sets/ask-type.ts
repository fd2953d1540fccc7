/** The step type that has test sets. */
export const askType = 'ask-documents'
