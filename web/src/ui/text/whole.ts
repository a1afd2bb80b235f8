import { createContext } from 'react'

/**
 * True inside a question that a person answers: texts there are wrapped and never cut, and their invisible characters
 * are written out. A part that draws text from a call reads it.
 */
export const Whole = createContext(false)
