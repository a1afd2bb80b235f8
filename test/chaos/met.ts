/** Counts events of the conversation itself: an invariant about events that never occur would prove nothing. */
import type { StoredUi } from './transcript.ts'
import type { TriggerWorld } from './triggers.ts'
import type { World } from './world.ts'

export const MET = [
	'questions',
	'questions answered by two',
	'calls that a remembered answer of the run decided',
	'calls that a permission of the project decided',
	'permissions given',
	'permissions revoked',
	'messages during a run',
	'of them with another mode',
	'limits reached',
	'steps and runs reverted',
	'of them reverts',
	'conflicts shown',
	'conflicts overwritten',
	'files put back',
	"changes that waited for another agent's turn",
	'deliveries of webhooks',
	'deliveries of schedules',
	'deliveries of failed runs',
	'runs of automations',
] as const
export type Met = (typeof MET)[number]

export function metIn(world: World, answers: readonly StoredUi[]): ReadonlyMap<Met, number> {
	const { user, d1, script } = world
	const parts = answers.flatMap((answer) => answer.parts)
	const data = (type: string) =>
		parts.filter((part) => part.type === type).map((part) => part['data'] as Data)
	const approvals = data('data-approval')
	const decided = (scope: string): number =>
		approvals.filter(({ answer }) => answer?.by === 'memory' && answer.scope === scope).length
	const taken = user.back.taken
	const items = taken.flatMap(({ part, choices }) =>
		part.items.map((item) => ({ ...item, chosen: choices.some(({ key }) => key === item.key) })),
	)
	const asked = new Map<string, number>()
	for (const { approvalId } of user.given) asked.set(approvalId, (asked.get(approvalId) ?? 0) + 1)
	const entered = parts.filter((part) => part.type === 'steering-message').map((part) => part['id'])
	const moved = script.turns.flatMap((turn) =>
		turn.steers.filter(({ id, mode }) => mode !== turn.mode && entered.includes(id)),
	)
	return new Map<Met, number>([
		['questions', asked.size],
		['questions answered by two', [...asked.values()].filter((times) => times > 1).length],
		['calls that a remembered answer of the run decided', decided('run')],
		['calls that a permission of the project decided', decided('project')],
		['permissions given', d1.rows('SELECT 1 FROM grants').length],
		['permissions revoked', user.permissions.revokedAt.size],
		['messages during a run', entered.length],
		['of them with another mode', moved.length],
		['limits reached', data('data-notice').filter(({ code }) => code?.endsWith('_limit')).length],
		['steps and runs reverted', taken.length],
		['of them reverts', taken.filter(({ part }) => part.revertOf !== undefined).length],
		[
			'conflicts shown',
			items.filter((i) => i.state === 'skipped' && i.reason !== 'not_chosen').length,
		],
		['conflicts overwritten', items.filter((i) => i.state === 'reverted' && i.chosen).length],
		['files put back', items.filter((i) => i.state === 'reverted' && i.kind === 'file').length],
		["changes that waited for another agent's turn", world.neighbour.waited],
	])
}

export function metInTriggers({ counts }: TriggerWorld): ReadonlyMap<Met, number> {
	return new Map<Met, number>([
		['deliveries of webhooks', counts.deliveries],
		['deliveries of schedules', counts.scheduled],
		['deliveries of failed runs', counts.events],
		['runs of automations', counts.runs],
	])
}

interface Data {
	readonly code?: string
	readonly answer?: { readonly by: string; readonly scope: string }
}
