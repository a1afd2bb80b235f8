/** Invitations into a project. The token travels in the link's fragment and in bodies: addresses are logged. */
import {
	AcceptedInvitation,
	CreatedInvitation,
	CreateInvitation,
	InvitationList,
	InvitationToken,
	ShownInvitation,
} from '@fairlead/protocol/people/people'
import { authorOf } from '../../access/author.ts'
import { linkOrigin } from '../../accounts/sign-in/configured-methods.ts'
import type { Database } from '../../db/client.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { clientAddress } from '../../http/recording.ts'
import { type AppContext, json, noContent, type Route, route } from '../../http/route.ts'
import {
	createInvitation,
	MAX_OPEN_INVITATIONS,
	mailInvitation,
	openInvitation,
	WRONG_TOKENS_WINDOW_MS,
} from '../invitations.ts'
import { join } from '../membership.ts'
import { type FoundInvitation, listInvitations, revokeInvitation } from '../store/invitations.ts'

/** Ended in any way, or never made: these look the same. */
const gone = (): HttpProblem =>
	new HttpProblem('not_found', 'This invitation is not valid.', {
		detail: 'It may have expired, been revoked or been used. Ask for a new one.',
	})

async function requireInvitation(
	c: AppContext,
	db: Database,
	token: string,
	now: number,
): Promise<FoundInvitation> {
	const found = await openInvitation(db, token, clientAddress(c.req.raw), now)
	if (found === 'unknown') throw gone()
	if (found !== 'too_many_tries') return found
	throw new HttpProblem('rate_limited', 'Too many invalid invitations were opened from here.', {
		detail: 'Wait ten minutes, then open the link again.',
		headers: { 'retry-after': String(WRONG_TOKENS_WINDOW_MS / 1_000) },
	})
}

export const invitationRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/projects/:projectId/invitations',
		operationId: 'listInvitations',
		summary: 'List the open invitations of a project',
		access: {
			by: ['session'],
			on: 'project',
			needs: 'invitations.manage',
			origin: 'own-to-change',
		},
		answers: [
			{ status: 200, schema: InvitationList, description: 'Newest first, without their links.' },
		],
		async handle({ db, granted, now }) {
			return json({ invitations: await listInvitations(db, granted.project.id, now) })
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/invitations',
		operationId: 'createInvitation',
		summary: 'Invite people by a link',
		access: {
			by: ['session'],
			on: 'project',
			needs: 'invitations.manage',
			origin: 'own-to-change',
		},
		body: CreateInvitation,
		answers: [
			{ status: 201, schema: CreatedInvitation, description: 'The link. It is shown only once.' },
		],
		async handle({ c, db, env, body, granted, now, note }) {
			// Not the address, which is personal: the entry outlives the invitation.
			note({ detail: { role: body.role, maxUses: body.maxUses } })
			const { actor, project } = granted
			const made = await createInvitation(db, project.id, body, actor, now)
			if (!made) {
				throw new HttpProblem(
					'conflict',
					`A project can have at most ${MAX_OPEN_INVITATIONS} open invitations.`,
					{ detail: 'Revoke those you no longer need.' },
				)
			}
			const { token, ...invitation } = made
			const url = new URL('/invite', linkOrigin(env, c.req.raw))
			url.hash = token
			const mail = { projectName: project.name, token }
			const mailed = await mailInvitation(env, db, c.req.raw, invitation, mail, now)
			return json({ ...invitation, url: url.href, mailed } satisfies CreatedInvitation, 201)
		},
	}),
	route({
		method: 'delete',
		path: '/api/projects/:projectId/invitations/:invitationId',
		operationId: 'revokeInvitation',
		summary: 'Revoke an invitation',
		access: {
			by: ['session'],
			on: 'project',
			needs: 'invitations.manage',
			origin: 'own-to-change',
		},
		answers: [{ status: 204, description: 'The invitation can no longer be accepted.' }],
		async handle({ db, granted, now, param }) {
			if (!(await revokeInvitation(db, granted.project.id, param('invitationId'), now)))
				throw notFound('invitation')
			return noContent()
		},
	}),
	route({
		method: 'post',
		path: '/api/invitations/look',
		operationId: 'lookAtInvitation',
		summary: 'Read what an invitation is for',
		audit: { none: 'It changes nothing.' },
		access: {
			by: ['nobody'],
			on: 'installation',
			needs: 'invitation.read',
			origin: 'not-foreign',
		},
		body: InvitationToken,
		answers: [{ status: 200, schema: ShownInvitation, description: 'Project, role and inviter.' }],
		async handle({ c, db, body, now }) {
			const found = await requireInvitation(c, db, body.token, now)
			const { projectName, role, invitedBy } = found
			return json({ projectName, role, invitedBy } satisfies ShownInvitation)
		},
	}),
	route({
		method: 'post',
		path: '/api/invitations/accept',
		operationId: 'acceptInvitation',
		summary: 'Accept an invitation',
		access: {
			by: ['session'],
			on: 'account',
			needs: 'invitation.accept',
			origin: 'own-to-change',
		},
		body: InvitationToken,
		answers: [
			{ status: 200, schema: AcceptedInvitation, description: 'You are a member of the project.' },
		],
		async handle({ c, db, env, body, granted, now, note }) {
			const found = await requireInvitation(c, db, body.token, now)
			note({ projectId: found.projectId, subject: found.id })
			const { userId } = granted.actor
			const accepted = await join(env, db, found, { ...authorOf(granted.actor), userId }, now)
			switch (accepted.outcome) {
				case 'joined':
				case 'raised':
				case 'kept':
					return json({ projectId: found.projectId, ...accepted } satisfies AcceptedInvitation)
				case 'other_address':
					throw new HttpProblem('forbidden', 'This invitation is for another mail address.', {
						detail:
							'Sign in with the account that has this address, or ask for another invitation.',
					})
				case 'gone':
					throw gone()
				default:
					return accepted satisfies never
			}
		},
	}),
]
