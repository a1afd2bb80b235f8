/** Answers to approval requests, what they allow from then on, and the list of what waits for a person. JSON bodies of `/api`. */
import * as z from 'zod/mini'
import { Id } from '../http/id.ts'
import { ApprovalScope, Permission } from './stream-parts.ts'

/** Answer to a `tool-approval-request` of the stream. */
export const ApprovalAnswer = z
	.object({
		approved: z.boolean(),
		/** The reason of a denial; the model reads it. */
		reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000))),
		/** Wider scopes also answer the other open questions that they decide. */
		scope: z._default(ApprovalScope, 'once'),
		/**
		 * SHA-256 of the file as the question showed it, lower-case hex: of the one that a call changes, copies or moves.
		 * Zeros (`NO_FILE`): it showed that there is none. If it is another by then, the call fails.
		 */
		seen: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
		/** Gives the permissions in `wider` of the `data-approval` in place of those in `covers`. */
		wider: z.optional(z.boolean()),
	})
	.check(
		z.refine(
			({ approved, scope }) => approved || scope !== 'project',
			'A denial can apply to this run at most: use the scope "once" or "run".',
		),
		z.refine(
			({ approved, scope, wider }) => !wider || (approved && scope !== 'once'),
			'"wider" needs an approval with the scope "run" or "project".',
		),
	)

/** The answer in the form that the run's machine receives. */
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>

/** The answer in the form that is sent. */
export type ApprovalBody = z.input<typeof ApprovalAnswer>

/** "Always in this project": calls of this tool and action (on this subject) run without asking. */
export const Grant = z.extend(Permission, {
	id: Id,
	/** The commands that the subject allows, in words, if it covers several. */
	means: z.optional(z.string()),
	createdBy: z.object({ userId: z.string(), name: z.string() }),
	createdAt: z.int(),
})

export type Grant = z.infer<typeof Grant>

export const GrantList = z.object({ grants: z.array(Grant) })

/** Runs that wait for this user's answer, in all their projects. */
export const NeedsYou = z.object({
	/** Most recently started first. */
	conversations: z.array(
		z.object({
			conversationId: Id,
			title: z.string(),
			projectId: Id,
			projectName: z.string(),
			runId: Id,
		}),
	),
	/** True if there are more than listed. */
	more: z.boolean(),
})

export type NeedsYou = z.infer<typeof NeedsYou>
