import { createContext, useContext } from 'react'
import { formTexts, type FormTexts } from '#lib/domain/form/texts/form-texts'

/** What forms say by themselves; English where nothing else is given. */
export const FormTextsContext = createContext<FormTexts>(formTexts('en'))

export const useFormTexts = (): FormTexts => useContext(FormTextsContext)
