/** Questions to a relay through the room, by a person or by a run; every answer is a result or a refusal in words. */

import { CommandRequests } from '../commands/command-stop.ts'
import { ComputerRequests } from '../computers/computer-set-up.ts'
import { DialogRequests } from '../editors/dialog-answer.ts'
import { ContextRequests } from '../projects/project-context.ts'

export const RelayQuestions = {
	...ComputerRequests,
	...DialogRequests,
	...ContextRequests,
	...CommandRequests,
} as const
export type RelayQuestion = keyof typeof RelayQuestions
