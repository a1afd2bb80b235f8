/** Slots in an answer that other features fill: the chat renders them without knowing the features. */

import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import type { RevertPart } from '@fairlead/protocol/conversations/revert'
import type { ApprovalPart } from '@fairlead/protocol/conversations/stream-parts'
import type { CallView } from '@fairlead/protocol/view/call-view'
import { type ComponentType, createContext, type ReactNode } from 'react'
import type { ChatMessage } from './messages/messages.ts'

export interface SubAgentProps {
	readonly call: CallView
	readonly conversationId: string
	/** A call in words. */
	readonly sentenceOf: (call: CallView) => ReactNode
}

export interface CommandSlotProps {
	readonly call: CallView
}

export interface ClientNoteProps {
	readonly messages: readonly ChatMessage[]
	readonly conversation: Conversation
}

export interface RevertNoteProps {
	readonly part: RevertPart
	/** The ids of the answer's steps that called tools. */
	readonly steps: readonly string[]
}

export interface AnswerSlots {
	/** The result of a call that is done. */
	readonly Result: ComponentType<{ call: CallView }>
	/** The approval that calls of one step wait for, at least one; apart: not below its own line. */
	readonly Approval: ComponentType<{ calls: readonly CallView[]; apart?: boolean }>
	/** How an approval was answered. */
	readonly ApprovalTrace: ComponentType<{ answer: NonNullable<ApprovalPart['answer']> }>
	/** The outcome of a revert, under each answer whose changes it reverted. */
	readonly RevertNote: ComponentType<RevertNoteProps>
	/** The steps of the sub-agent that a call started. */
	readonly SubAgent: ComponentType<SubAgentProps>
	/** The output of a command that a call waits for. */
	readonly LiveOutput: ComponentType<CommandSlotProps>
	/** Above the composer: commands in the background of the folder. */
	readonly BackgroundCommands: ComponentType
	/** Above the composer, where calls of an MCP client stand: who answers here. */
	readonly ClientNote: ComponentType<ClientNoteProps>
	/** After a run that changed something: a way to save what its editor has not saved, or out of play mode. */
	readonly SaveChanges: ComponentType
	/** A person's acts on an editor that a call waits for. */
	readonly EditorWait: ComponentType
}

const None = () => null

export const AnswerSlotsContext = createContext<AnswerSlots>({
	Result: None,
	Approval: None,
	ApprovalTrace: None,
	RevertNote: None,
	SubAgent: None,
	LiveOutput: None,
	BackgroundCommands: None,
	ClientNote: None,
	SaveChanges: None,
	EditorWait: None,
})
