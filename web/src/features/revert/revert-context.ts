import { createContext } from 'react'

/** What is to be taken back: a run, one step of it, or an earlier revert of it. */
export interface RevertSubject {
	readonly messageId: string
	readonly stepId?: string
	readonly revertId?: string
}

/** Opens the dialog that shows what would be reverted; null while a run goes on, or in a place without one. */
export const RevertContext = createContext<((subject: RevertSubject) => void) | null>(null)
