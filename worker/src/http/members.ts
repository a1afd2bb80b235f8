import { MemberList, UpdateMember } from '@fairlead/protocol/people'
import type { MemberRole } from '../access/actor.ts'
import { authorOf } from '../access/author.ts'
import { changeMembership } from '../accounts/end-rights.ts'
import { recordChanges } from '../db/changes.ts'
import type { Database } from '../db/client.ts'
import { listMembers } from '../db/members.ts'
import { HttpProblem, notFound } from './problem.ts'
import { json, noContent, type Route, route } from './route.ts'

/** The member's current role. Throws if there is no such member, or if the project would lose its last owner. */
async function requireOwnerLeft(
	db: Database,
	{ projectId, userId }: { projectId: string; userId: string },
	role: MemberRole | null,
): Promise<MemberRole> {
	const members = await listMembers(db, projectId)
	const before = members.find((member) => member.userId === userId)?.role
	if (before === undefined) throw notFound('member')
	if (role === 'owner') return before
	if (members.some((member) => member.role === 'owner' && member.userId !== userId)) return before
	throw new HttpProblem('conflict', 'A project needs an owner.', {
		detail: 'Make someone else an owner first.',
	})
}

export const memberRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/projects/:projectId/members',
		operationId: 'listMembers',
		summary: 'List the members of a project',
		access: {
			by: ['token', 'session'],
			on: 'project',
			needs: 'members.read',
			origin: 'own-to-change',
		},
		answers: [{ status: 200, schema: MemberList, description: 'With their roles.' }],
		async handle({ db, granted }) {
			return json({ members: await listMembers(db, granted.project.id) } satisfies MemberList)
		},
	}),
	route({
		method: 'patch',
		path: '/api/projects/:projectId/members/:userId',
		operationId: 'updateMember',
		summary: 'Give a member another role',
		access: { by: ['session'], on: 'project', needs: 'members.change', origin: 'own-to-change' },
		body: UpdateMember,
		answers: [{ status: 204, description: 'Their open connections use the new role at once.' }],
		async handle({ db, env, body, granted, now, param }) {
			const member = { projectId: granted.project.id, userId: param('userId') }
			const before = await requireOwnerLeft(db, member, body.role)
			await changeMembership(env, db, member, body.role, now)
			const { projectId, userId: subject } = member
			const change = { projectId, what: 'role', subject, before, after: body.role } as const
			await recordChanges(db, [change], authorOf(granted.actor), now)
			return noContent()
		},
	}),
	route({
		method: 'delete',
		path: '/api/projects/:projectId/members/:userId',
		operationId: 'removeMember',
		summary: 'Remove a member from a project',
		access: { by: ['session'], on: 'project', needs: 'members.change', origin: 'own-to-change' },
		answers: [{ status: 204, description: 'Their open connections are closed at once.' }],
		async handle({ db, env, granted, now, param }) {
			const member = { projectId: granted.project.id, userId: param('userId') }
			const before = await requireOwnerLeft(db, member, null)
			await changeMembership(env, db, member, null, now)
			const { projectId, userId: subject } = member
			const change = { projectId, what: 'role', subject, before, after: null } as const
			await recordChanges(db, [change], authorOf(granted.actor), now)
			return noContent()
		},
	}),
]
