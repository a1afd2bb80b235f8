import { expect, test } from 'vitest'
import type { Actor, Allowance } from './actor.ts'
import { can } from './can.ts'
import { PERMISSIONS, type Permission } from './permissions.ts'

const HELD: Allowance = { plan: null, limits: null, suspendedAt: 1, suspendedFor: 'Spam.' }
const person = {
	id: 'x_1',
	userId: 'usr_me',
	name: 'Me',
	standing: 'member',
	expiresAt: 9,
} as const
const free: Actor = { kind: 'session', ...person }
const suspended: Actor = { ...free, allowance: HELD }
const script: Actor = {
	kind: 'token',
	...person,
	allowance: HELD,
	scopes: Object.keys(PERMISSIONS),
}

/** The actor's permissions as the owner of everything; also in a suspended project. */
function left(actor: Actor, project: Allowance | null): Permission[] {
	const place = { projectId: 'prj_1', role: 'owner', allowance: project } as const
	const on = {
		installation: { kind: 'installation' },
		account: { kind: 'account', userId: 'usr_me' },
		project: { kind: 'project', ...place },
		computer: { kind: 'computer', pairedBy: 'usr_me', ...place },
		conversation: { kind: 'conversation', conversationId: 'cnv_1', ...place },
	} as const
	return (Object.keys(PERMISSIONS) as Permission[]).filter(
		(permission) =>
			(can as (actor: Actor, permission: Permission, on: object) => string)(
				actor,
				permission,
				on[PERMISSIONS[permission].on],
			) === 'allowed',
	)
}

test('a suspended person sees why, takes their data along and leaves: nothing else, new permissions too', () => {
	expect(left(suspended, null)).toEqual([
		'service.read',
		'session.begin',
		'account.read',
		'account.audit',
		'account.export',
		'account.delete',
		'sessions.list',
		'sessions.end',
	])
	expect(left(script, null)).toEqual(['service.read', 'account.read'])
})

test('members of a suspended project see that it is, and leave or delete it; the rest of their account works', () => {
	const lost = left(free, null).filter((permission) => !left(free, HELD).includes(permission))
	expect(lost.filter((permission) => PERMISSIONS[permission].on === 'account')).toEqual([])
	const kept = left(free, HELD).filter((permission) =>
		['project', 'conversation'].includes(PERMISSIONS[permission].on),
	)
	expect(kept).toEqual(['project.read', 'project.delete', 'project.leave', 'audit.read'])
})
