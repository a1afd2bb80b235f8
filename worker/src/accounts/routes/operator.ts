/** The operator's routes: people and projects of the installation, suspension, quotas. */
import { RELAY_PROOF_HEADER, RelayProofQuery } from '@fairlead/protocol/computers/relay-proof'
import {
	Allowance,
	OperatorListQuery,
	OperatorPeople,
	OperatorProjects,
	RemovedArenaPlayer,
	ResealedBatch,
	ResealQuery,
	SetQuota,
	Suspend,
	Suspended,
} from '@fairlead/protocol/people/operator'
import { removePlayer } from '../../arena/remove-player.ts'
import type { Database } from '../../db/client.ts'
import { ownPort } from '../../http/origin.ts'
import { HttpProblem } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { findProject } from '../../projects/store/projects.ts'
import { setQuota } from '../../usage/store/allowances.ts'
import { OPERATOR_HINT, operatorProof } from '../operator.ts'
import { resealBatch } from '../reseal-secrets.ts'
import { listAllProjects, listPeople } from '../store/operator.ts'
import { findUser, type User } from '../store/users.ts'
import { suspendPerson, suspendProject, unsuspendPerson, unsuspendProject } from '../suspension.ts'

const reading = {
	by: ['operator'],
	on: 'installation',
	needs: 'operator.read',
	origin: 'any',
} as const
const changing = { ...reading, needs: 'operator.change' } as const

async function personOf(db: Database, id: string): Promise<User> {
	const user = await findUser(db, id)
	if (user && user.deletedAt === null) return user
	throw new HttpProblem('not_found', 'This person does not exist.', {
		detail: 'GET /api/operator/people?search=… finds people by name, mail address or id.',
	})
}

async function projectOf(db: Database, id: string): Promise<string> {
	if (await findProject(db, id, null)) return id
	throw new HttpProblem('not_found', 'This project does not exist.', {
		detail: 'GET /api/operator/projects?search=… finds projects by name or id.',
	})
}

const noPlayer = (): HttpProblem =>
	new HttpProblem('not_found', 'This player does not exist.', {
		detail: 'GET /arena/api/leaderboard and GET /arena/api/recent-battles show ids of players.',
	})

function playerIdOf(text: string): number {
	if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
	throw noPlayer()
}

const flagOf = (text: 'true' | 'false' | undefined): boolean | undefined =>
	text === undefined ? undefined : text === 'true'

/** A page, and where the next one begins. */
function paged<T extends { readonly id: string }>(rows: readonly T[], limit: number) {
	const shown = rows.slice(0, limit)
	return { shown, nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

const PERSON = '/api/operator/people/:userId'
const PROJECT = '/api/operator/projects/:projectId'

export const operatorRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/operator/proof',
		operationId: 'proveToOperator',
		summary: "Prove to the operator's command that this server knows the hash of its token",
		access: {
			by: ['nobody'],
			on: 'installation',
			needs: 'service.read',
			origin: 'any',
			counted: 'if-refused',
		},
		query: RelayProofQuery,
		answers: [
			{ status: 204, description: `The proof is in the header \`${RELAY_PROOF_HEADER}\`.` },
		],
		async handle({ c, env, query }) {
			const proof = await operatorProof(env, query, ownPort(env, c.req.url))
			if (proof === null) {
				throw new HttpProblem('unauthenticated', 'This server has no such operator’s token.', {
					detail: OPERATOR_HINT,
				})
			}
			return noContent({ [RELAY_PROOF_HEADER]: proof, 'cache-control': 'no-store' })
		},
	}),
	route({
		method: 'get',
		path: '/api/operator/people',
		operationId: 'listPeople',
		summary: 'List the people of this server, with what they use',
		access: reading,
		query: OperatorListQuery,
		answers: [{ status: 200, schema: OperatorPeople, description: 'Newest first.' }],
		async handle({ db, query, now }) {
			const filter = { ...query, suspended: flagOf(query.suspended), limit: query.limit + 1 }
			const { shown, nextCursor } = paged(await listPeople(db, filter, now), query.limit)
			return json({ people: shown, nextCursor } satisfies OperatorPeople)
		},
	}),
	route({
		method: 'get',
		path: '/api/operator/projects',
		operationId: 'listAllProjects',
		summary: 'List the projects of this server, with what they use',
		access: reading,
		query: OperatorListQuery,
		answers: [{ status: 200, schema: OperatorProjects, description: 'Newest first.' }],
		async handle({ db, query, now }) {
			const filter = { ...query, suspended: flagOf(query.suspended), limit: query.limit + 1 }
			const { shown, nextCursor } = paged(await listAllProjects(db, filter, now), query.limit)
			return json({ projects: shown, nextCursor } satisfies OperatorProjects)
		},
	}),
	route({
		method: 'post',
		path: `${PERSON}/suspension`,
		operationId: 'suspendPerson',
		summary: 'Suspend a person: close what they have open, stop their runs',
		access: changing,
		body: Suspend,
		answers: [{ status: 200, schema: Suspended, description: 'Everything is closed and stopped.' }],
		async handle({ db, env, body, now, param, note }) {
			const user = await personOf(db, param('userId'))
			if (user.role === 'owner') {
				throw new HttpProblem('conflict', 'The owner of this server cannot be suspended.', {
					detail: 'The setup token signs them in. Change SETUP_TOKEN instead.',
				})
			}
			note({ person: user.id, detail: { reason: body.reason } })
			const stoppedRuns = await suspendPerson(env, db, user.id, body.reason, now)
			return json({ stoppedRuns } satisfies Suspended)
		},
	}),
	route({
		method: 'delete',
		path: `${PERSON}/suspension`,
		operationId: 'unsuspendPerson',
		summary: 'End the suspension of a person',
		access: changing,
		answers: [{ status: 204, description: 'They may work again.' }],
		async handle({ db, now, param, note }) {
			const { id } = await personOf(db, param('userId'))
			note({ person: id })
			await unsuspendPerson(db, id, now)
			return noContent()
		},
	}),
	route({
		method: 'patch',
		path: `${PERSON}/quota`,
		operationId: 'setQuotaOfPerson',
		summary: 'Set the plan or single limits of a person',
		access: changing,
		body: SetQuota,
		answers: [
			{ status: 200, schema: Allowance, description: 'The plan and limits that are set now.' },
		],
		async handle({ db, body, param, note }) {
			const { id } = await personOf(db, param('userId'))
			note({ person: id, detail: { ...body.limits, ...('plan' in body && { plan: body.plan }) } })
			const { plan, limits } = await setQuota(db, id, body)
			return json({ plan, limits: limits ?? {} } satisfies Allowance)
		},
	}),
	route({
		method: 'post',
		path: `${PROJECT}/suspension`,
		operationId: 'suspendProject',
		summary: 'Suspend a project: close what is open there, stop its runs',
		access: changing,
		body: Suspend,
		answers: [{ status: 200, schema: Suspended, description: 'Everything is closed and stopped.' }],
		async handle({ db, env, body, now, param, note }) {
			const projectId = await projectOf(db, param('projectId'))
			note({ projectId, subject: projectId, detail: { reason: body.reason } })
			const stoppedRuns = await suspendProject(env, db, projectId, body.reason, now)
			return json({ stoppedRuns } satisfies Suspended)
		},
	}),
	route({
		method: 'delete',
		path: `${PROJECT}/suspension`,
		operationId: 'unsuspendProject',
		summary: 'End the suspension of a project',
		access: changing,
		answers: [{ status: 204, description: 'Its members may work again.' }],
		async handle({ db, env, now, param, note }) {
			const projectId = await projectOf(db, param('projectId'))
			note({ projectId, subject: projectId })
			await unsuspendProject(env, db, projectId, now)
			return noContent()
		},
	}),
	route({
		method: 'patch',
		path: `${PROJECT}/quota`,
		operationId: 'setQuotaOfProject',
		summary: 'Set the plan or single limits of a project',
		access: changing,
		body: SetQuota,
		answers: [
			{ status: 200, schema: Allowance, description: 'The plan and limits that are set now.' },
		],
		async handle({ db, body, param, note }) {
			const projectId = await projectOf(db, param('projectId'))
			const detail = { ...body.limits, ...('plan' in body && { plan: body.plan }) }
			note({ projectId, subject: projectId, detail })
			const { plan, limits } = await setQuota(db, projectId, body)
			return json({ plan, limits: limits ?? {} } satisfies Allowance)
		},
	}),
	route({
		method: 'delete',
		path: '/api/operator/arena-players/:playerId',
		operationId: 'removeArenaPlayer',
		summary: 'Remove a player of the Core War arena who has no account here',
		access: changing,
		answers: [
			{
				status: 200,
				schema: RemovedArenaPlayer,
				description:
					'The key no longer works, and nothing of the player is shown. Repeat it until `isCleared`.',
			},
		],
		async handle({ db, now, param, note }) {
			const id = playerIdOf(param('playerId'))
			note({ subject: String(id) })
			const removal = await removePlayer(db, id, now)
			switch (removal.kind) {
				case 'not_found':
					throw noPlayer()
				case 'has_account':
					throw new HttpProblem('conflict', 'This player belongs to an account here.', {
						detail: `Nothing was changed. Suspend the person (${removal.userId}) instead; their player ends with the account.`,
					})
				case 'removed':
					return json({ id, isCleared: removal.isCleared } satisfies RemovedArenaPlayer)
				default:
					return removal satisfies never
			}
		},
	}),
	route({
		method: 'post',
		path: '/api/operator/secrets/reseal',
		operationId: 'resealSecrets',
		summary: 'Encrypt a batch of stored secrets anew under the current SECRETS_KEY',
		access: changing,
		query: ResealQuery,
		answers: [
			{
				status: 200,
				schema: ResealedBatch,
				description:
					'Repeat it with `nextCursor` until that is null. It may begin again at any time.',
			},
		],
		async handle({ db, env, query, note }) {
			const { SECRETS_KEY } = env
			if (!SECRETS_KEY) {
				throw new HttpProblem('conflict', 'This server has no SECRETS_KEY to encrypt under.', {
					detail:
						'Set the secret SECRETS_KEY ("openssl rand -base64 32"), then repeat the command.',
				})
			}
			const batch = await resealBatch({ ...env, SECRETS_KEY }, db, query.cursor)
			note({ detail: { resealed: batch.resealed, locked: batch.locked.length } })
			return json(batch satisfies ResealedBatch)
		},
	}),
]
