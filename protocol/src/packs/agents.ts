/** Coding agents in terminals of the computer: what they ask, where people of the project answer it. */
import { agentPermission } from '../tools/agent-permission.ts'
import type { Pack } from './pack.ts'

export const AGENTS = {
	title: 'Coding agents',
	tools: { agent_permission: agentPermission },
} as const satisfies Pack
