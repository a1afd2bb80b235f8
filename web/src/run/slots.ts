/** Places in an answer that other features fill: the chat draws them and does not know who does. */

import type { CallView } from '@fairlead/protocol/call-view'
import type { RevertPart } from '@fairlead/protocol/revert'
import type { ApprovalPart } from '@fairlead/protocol/stream-parts'
import { type ComponentType, createContext } from 'react'

export interface AnswerSlots {
	/** The question that a call waits for. */
	readonly Approval: ComponentType<{ call: CallView; approvalId: string }>
	/** How a question was answered. */
	readonly ApprovalTrace: ComponentType<{ answer: NonNullable<ApprovalPart['answer']> }>
	/** What came of a revert, under the answer whose changes it took back. */
	readonly RevertNote: ComponentType<{ part: RevertPart }>
}

const None = () => null

export const AnswerSlotsContext = createContext<AnswerSlots>({
	Approval: None,
	ApprovalTrace: None,
	RevertNote: None,
})
