/** The two reasons for a push. Neither is in it: the browser reads what is new. */
import type { Permission } from '../access/permissions.ts'

interface PushKindFacts {
	/** Members of a project with this permission get it. */
	readonly permission: Permission
	/** How long a push service keeps it for a device that is off. */
	readonly keptS: number
	/** After that, a push would come too late to be of use: the page shows what waits. */
	readonly giveUpMs: number
}

export const PUSH_KINDS = {
	/** A run waits for an answer. */
	'needs-you': { permission: 'run.answer', keptS: 24 * 3_600, giveUpMs: 3_600_000 },
	/** A coding agent began to wait for its person. */
	agents: { permission: 'room.see_agents', keptS: 300, giveUpMs: 300_000 },
} as const satisfies Record<string, PushKindFacts>
export type PushKind = keyof typeof PUSH_KINDS
