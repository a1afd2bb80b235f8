/** What a person asks a relay, or has it do, through the room; every answer is a result or a refusal in words. */
import { ComputerRequests } from './computer-set-up.ts'
import { DialogRequests } from './dialog-answer.ts'

/** Ids of such requests begin with this. */
export const ASK_PREFIX = 'ask.'

export const RelayQuestions = { ...ComputerRequests, ...DialogRequests } as const
export type RelayQuestion = keyof typeof RelayQuestions
