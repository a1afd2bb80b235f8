import { createContext } from 'react'

/** Opens what a run changed, by the id of its answer; null where there is no editor pane. */
export const ShowChangesContext = createContext<((answerId: string) => void) | null>(null)
