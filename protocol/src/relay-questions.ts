/** What a relay is asked through the room, by a person or by a run; every answer is a result or a refusal in words. */

import { CommandRequests } from './command-stop.ts'
import { ComputerRequests } from './computer-set-up.ts'
import { DialogRequests } from './dialog-answer.ts'
import { ContextRequests } from './project-context.ts'

/** Ids of such requests begin with this. */
export const ASK_PREFIX = 'ask.'

export const RelayQuestions = {
	...ComputerRequests,
	...DialogRequests,
	...ContextRequests,
	...CommandRequests,
} as const
export type RelayQuestion = keyof typeof RelayQuestions
