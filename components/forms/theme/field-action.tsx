'use client'

import { createContext, type ReactNode } from 'react'

/**
 * The element at the right of a field's label, such as the switch between a value and an
 * expression.
 */
export const FieldAction = createContext<ReactNode>(null)
