import { MemberList, TransferOwnership, UpdateMember } from '@fairlead/protocol/people/people'
import { authorOf } from '../../access/author.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { changeMembership, type MembershipResult, transferOwnership } from '../membership.ts'
import { listMembers } from '../store/members.ts'

function done(result: MembershipResult): Response {
	switch (result) {
		case 'changed':
		case 'unchanged':
			return noContent()
		case 'not_member':
			throw notFound('member')
		case 'last_owner':
			throw new HttpProblem('conflict', 'A project needs an owner.', {
				detail: 'Make someone else an owner first, or delete the project.',
			})
		default:
			return result satisfies never
	}
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
		async handle({ db, env, body, granted, now, param, note }) {
			note({ detail: body })
			const member = { projectId: granted.project.id, userId: param('userId') }
			const author = authorOf(granted.actor)
			return done(await changeMembership(env, db, member, body.role, author, now))
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
			return done(await changeMembership(env, db, member, null, authorOf(granted.actor), now))
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/members/:userId/transfer',
		operationId: 'transferOwnership',
		summary: 'Make a member an owner, and step down',
		access: { by: ['session'], on: 'project', needs: 'members.change', origin: 'own-to-change' },
		body: TransferOwnership,
		answers: [{ status: 204, description: 'Both roles have changed.' }],
		async handle({ db, env, body, granted, now, param }) {
			const { actor, project } = granted
			const people = { projectId: project.id, from: actor.userId, to: param('userId') }
			if (people.from === people.to) {
				throw new HttpProblem('invalid_request', 'You already own this project.', {
					detail: 'Name the member who becomes its owner.',
				})
			}
			const author = authorOf(actor)
			return done(await transferOwnership(env, db, people, body.ownRole, author, now))
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/leave',
		operationId: 'leaveProject',
		summary: 'Leave a project',
		access: { by: ['session'], on: 'project', needs: 'project.leave', origin: 'own-to-change' },
		answers: [{ status: 204, description: 'Your open pages of it are closed at once.' }],
		async handle({ db, env, granted, now }) {
			const { actor, project } = granted
			const member = { projectId: project.id, userId: actor.userId }
			return done(await changeMembership(env, db, member, null, authorOf(actor), now))
		},
	}),
]
