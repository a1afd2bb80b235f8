/** The local server's routes for hooks of Claude Code. */
import { normalisePath } from '../../home/project-key.ts'
import { readSettings } from '../../home/settings.ts'
import type { AgentDesk } from '../desk/agent-desk.ts'
import { answerPermission } from '../permissions/answer-permission.ts'
import type { PermissionRequests } from '../permissions/permission-requests.ts'
import { HOOK_PATH, MAX_HOOK_BYTES, MAX_PERMISSION_BYTES, PERMISSION_PATH } from './post-hook.ts'

export interface BodyTaker {
	readonly maxBytes: number
	/** @param gone aborted when nobody waits for the answer now */
	take(body: unknown, gone: AbortSignal): unknown
}

export function hookRoutes(
	home: string,
	agents: AgentDesk,
	requests: PermissionRequests,
): Readonly<Record<string, BodyTaker>> {
	const ports = {
		sessionOf: agents.sessionOf.bind(agents),
		waits: agents.waits.bind(agents),
		mayAnswer: async (folder: string) => {
			const { agentAnswers } = await readSettings(home)
			return agentAnswers.some((one) => normalisePath(one) === normalisePath(folder))
		},
		requests,
	}
	return {
		[HOOK_PATH]: { maxBytes: MAX_HOOK_BYTES, take: (body) => agents.hook(body) },
		[PERMISSION_PATH]: {
			maxBytes: MAX_PERMISSION_BYTES,
			take: async (body, gone) => ({ answer: await answerPermission(ports, body, gone) }),
		},
	}
}
