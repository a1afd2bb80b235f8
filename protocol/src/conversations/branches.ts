/**
 * Branches: a conversation that begins as another one of its project was at a message. Nothing of the other one
 * changes, and no files and scenes are set back.
 */
import * as z from 'zod/mini'
import { Id } from '../http/id.ts'

export const BranchConversation = z.object({
	/** A question: the branch has everything before it. An answer: everything up to it, and the answer. */
	messageId: z.string().check(z.minLength(1), z.maxLength(128)),
	/** Chosen by the client: the same request again makes no second branch. */
	requestId: z.string().check(z.minLength(8), z.maxLength(64)),
})
export type BranchConversation = z.infer<typeof BranchConversation>

export const Branch = z.object({
	id: Id,
	title: z.string(),
	/** The message of the original that it was made at. */
	messageId: z.string(),
	createdAt: z.int(),
})
export type Branch = z.infer<typeof Branch>

export const BranchList = z.object({ branches: z.array(Branch) })
export type BranchList = z.infer<typeof BranchList>
