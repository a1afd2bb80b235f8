import { DEFAULT_BUDGET } from '@fairlead/protocol/conversations/runs'
import { expect, test } from 'vitest'
import type { SessionActor } from './actor.ts'
import { can, type Resource } from './can.ts'
import { PERMISSIONS, type Permission } from './permissions.ts'
import { TRIAL_BUDGET, withinTrial } from './trial.ts'

const session = {
	kind: 'session',
	id: 'ses_1',
	userId: 'usr_1',
	name: 'Guest',
	expiresAt: 1,
} as const
const onTrial: SessionActor = { ...session, standing: 'trial' }
const member: SessionActor = { ...session, standing: 'member' }
const place = { projectId: 'prj_1', role: 'owner' } as const
const OWN: Record<Resource['kind'], Resource> = {
	installation: { kind: 'installation' },
	account: { kind: 'account', userId: 'usr_1' },
	project: { kind: 'project', ...place },
	computer: { kind: 'computer', pairedBy: 'usr_1', ...place },
	conversation: { kind: 'conversation', conversationId: 'cnv_1', ...place },
	gone: { kind: 'gone' },
}
const verdict = can as (actor: SessionActor, permission: Permission, on: Resource) => string

test('a trial may do in its project what its owner may, but nothing that outlasts it or lifts its bounds', () => {
	const refused = (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => {
		const own = OWN[PERMISSIONS[permission].on]
		return verdict(onTrial, permission, own) !== verdict(member, permission, own)
	})
	expect(refused.sort()).toEqual([
		'account.change',
		'api_tokens.manage',
		'arena.play',
		'automations.manage',
		'budget.change',
		'invitation.accept',
		'invitations.manage',
		'keys.manage',
		'mcp_servers.manage',
		'members.change',
		'passkeys.manage',
		'project.change',
		'project.create',
		'project.delete',
		'project.leave',
		'project.set_budget',
		'prompts.manage',
		'shares.manage',
		'skills.manage',
	])
})

test('no budget of a trial’s run is above the trial’s, whatever its conversation says', () => {
	expect(withinTrial({})).toEqual(TRIAL_BUDGET)
	expect(withinTrial({ ...DEFAULT_BUDGET })).toEqual(TRIAL_BUDGET)
	expect(withinTrial({ steps: 500, costUsd: 10_000 })).toEqual(TRIAL_BUDGET)
	expect(withinTrial({ steps: 3, tokens: 1_000 })).toEqual({
		...TRIAL_BUDGET,
		steps: 3,
		tokens: 1_000,
	})
})
