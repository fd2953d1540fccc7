import { createContext, useContext } from 'react'
import { textsOfWords, type FormTexts } from '#lib/domain/form/texts/texts-of-words'

/** What forms say by themselves; English where nothing else is given. */
export const FormTextsContext = createContext<FormTexts>(textsOfWords('en'))

export const useFormTexts = (): FormTexts => useContext(FormTextsContext)
