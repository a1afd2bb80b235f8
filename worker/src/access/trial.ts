/** A trial: a person without an account, who may use one project within bounds. Pure. */
import type { Budget } from '@fairlead/protocol/conversations/runs'
import type { Actor, ActorOf } from './actor.ts'
import type { Permission } from './permissions.ts'

/** Permissions that need an account: nobody could be asked about it later, or it would lift the bounds. */
const NEEDS_ACCOUNT: ReadonlySet<Permission> = new Set<Permission>([
	'account.change',
	'passkeys.manage',
	'api_tokens.manage',
	'keys.manage',
	'skills.manage',
	'prompts.manage',
	'budget.change',
	'arena.play',
	'project.create',
	'project.change',
	'project.set_budget',
	'project.delete',
	'project.leave',
	'members.change',
	'shares.manage',
	'automations.manage',
	'mcp_servers.manage',
	'invitation.accept',
	'invitations.manage',
])

/** A run's limit; a smaller one of the project or the conversation applies. */
export const TRIAL_BUDGET = { steps: 20, tokens: 500_000, costUsd: 0.25 } as const satisfies Budget
/** Runs of the whole trial. */
export const TRIAL_RUNS = 20

export const isOnTrial = (actor: Actor): actor is ActorOf<'session' | 'token' | 'mcp'> =>
	'standing' in actor && actor.standing === 'trial'

/** Whether the actor may not because it has no account. */
export const lacksAccount = (actor: Actor, permission: Permission): boolean =>
	isOnTrial(actor) && NEEDS_ACCOUNT.has(permission)

export function withinTrial(budget: Budget): Budget {
	const least = (name: keyof Budget): number =>
		Math.min(budget[name] ?? TRIAL_BUDGET[name], TRIAL_BUDGET[name])
	return { steps: least('steps'), tokens: least('tokens'), costUsd: least('costUsd') }
}
