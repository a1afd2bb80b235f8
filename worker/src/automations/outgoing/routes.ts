/** The reports of an automation: where its outcomes are told. */

import { NewSecret } from '@fairlead/protocol/automations/automations'
import {
	CreatedReport,
	CreateReport,
	MAX_REPORTS,
	Report,
	ReportAttempt,
	ReportAttemptList,
	ReportList,
	type ReportTarget,
	UpdateReport,
} from '@fairlead/protocol/automations/reports'
import { knownOrigin, mailSetup, NotConfigured } from '../../accounts/sign-in/configured-methods.ts'
import { isWithin } from '../../accounts/sign-in/limits.ts'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { newId } from '../../ids.ts'
import { type AddressRule, ruleOf } from '../../platform/addresses.ts'
import { checkReachable } from '../../platform/reachable.ts'
import { mintHookSecret, sealSecret } from '../kept-secret.ts'
import { parsePath } from '../payload.ts'
import { MANAGES, requireAutomation } from '../routes/automations.ts'
import {
	deleteReport,
	describeReport,
	findReport,
	insertReport,
	listReports,
	mailOfMember,
	type ReportKey,
	type ReportRow,
	updateReport,
} from './store.ts'

type Kind = ReportTarget['kind']

/** In ten minutes: a receiver, or a member's mailbox, is not ours to fill. */
const MAX_TESTS = 10

/** The secret that each kind needs from the person who makes it. */
const SECRET_OF: { readonly [K in Kind]: string | null } = {
	webhook: null,
	slack: 'Enter the address of the incoming webhook.',
	github: 'Enter a token that may write to the repository.',
	mail: null,
}

const invalid = (path: string, message: string): HttpProblem =>
	new HttpProblem('invalid_request', 'The report is not valid.', { issues: [{ path, message }] })

/** The host of an address that may be used. @throws {HttpProblem} */
async function hostOf(address: string, rule: AddressRule, path: string): Promise<string> {
	const checked = await checkReachable(address, rule)
	if (!checked.ok) throw invalid(path, checked.reason)
	return checked.url.host
}

interface Wanted {
	readonly env: Env
	readonly db: Database
	readonly projectId: string
	readonly rule: AddressRule
	readonly target: ReportTarget
	/** The secret that the person gave; null: none. */
	readonly secret: string | null
}

/** The columns of a target, once it is known to be one. @throws {HttpProblem} */
async function columnsOf({ env, db, projectId, rule, target, secret }: Wanted) {
	switch (target.kind) {
		case 'webhook': {
			const destination = await hostOf(target.url, rule, '/target/url')
			return { target, destination, userId: null }
		}
		case 'slack': {
			const host = secret === null ? {} : { destination: await hostOf(secret, rule, '/secret') }
			return { target, ...host, userId: null }
		}
		case 'github': {
			await hostOf(target.api, rule, '/target/api')
			const { make } = target
			const path = 'sha' in make ? make.sha : 'issue' in make ? make.issue : null
			if (typeof path === 'string' && !parsePath(path)) {
				const field = 'sha' in make ? 'sha' : 'issue'
				throw invalid(
					`/target/make/${field}`,
					'This is not a path into the payload. Example: pull_request.number.',
				)
			}
			return { target, destination: target.repository, userId: null }
		}
		case 'mail': {
			try {
				mailSetup(env)
			} catch (error) {
				if (!(error instanceof NotConfigured)) throw error
				throw invalid('/target/kind', 'This server sends no mail.')
			}
			const member = await mailOfMember(db, projectId, target.userId)
			if (!member) throw invalid('/target/userId', 'Choose a member of the project.')
			if (member.email === null) {
				throw invalid('/target/userId', `${member.name} has no mail address.`)
			}
			return { target: { kind: 'mail' }, destination: null, userId: target.userId } as const
		}
		default:
			return target satisfies never
	}
}

async function requireReport(db: Database, key: ReportKey) {
	const found = await findReport(db, key)
	if (!found) throw notFound('report')
	return found
}

async function readBack(db: Database, { automationId, id }: ReportRow): Promise<Report> {
	const { row, member } = await requireReport(db, { automationId, id })
	return describeReport(row, member)
}

export const reportRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/projects/:projectId/automations/:automationId/reports',
		operationId: 'listReports',
		summary: 'List the reports of an automation',
		access: MANAGES,
		answers: [{ status: 200, schema: ReportList, description: 'Without their secrets.' }],
		async handle({ db, granted, param }) {
			const key = { projectId: granted.project.id, id: param('automationId') }
			const { id } = await requireAutomation(db, key)
			return json({ reports: await listReports(db, id) } satisfies ReportList)
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/automations/:automationId/reports',
		operationId: 'createReport',
		summary: 'Report the outcomes of an automation',
		access: MANAGES,
		body: CreateReport,
		answers: [
			{
				status: 201,
				schema: CreatedReport,
				description: 'The report. The secret of a webhook is shown only once.',
			},
		],
		async handle({ c, env, db, body, granted, now, param }) {
			const projectId = granted.project.id
			const { id: automationId } = await requireAutomation(db, {
				projectId,
				id: param('automationId'),
			})
			const { target, outcomes, enabled } = body
			const wantsSecret = SECRET_OF[target.kind]
			if (wantsSecret !== null && body.secret === null) throw invalid('/secret', wantsSecret)
			const id = newId('rpt', now)
			const origin = knownOrigin(env, c.req.raw)
			const minted = target.kind === 'webhook' ? mintHookSecret() : null
			const secret = minted ?? (wantsSecret === null ? null : body.secret)
			const rule = ruleOf(env, origin)
			const columns = await columnsOf({ env, db, projectId, rule, target, secret: body.secret })
			const row: ReportRow = {
				id,
				automationId,
				destination: null,
				outcomes,
				enabled,
				off: null,
				origin,
				...columns,
				secret: secret === null ? null : await sealSecret(secret, id, env),
				createdAt: now,
				updatedAt: now,
			}
			if (!(await insertReport(db, row, MAX_REPORTS))) {
				throw new HttpProblem(
					'conflict',
					`An automation can have at most ${MAX_REPORTS} reports.`,
					{
						detail: 'Delete those that are no longer needed.',
					},
				)
			}
			return json({ ...(await readBack(db, row)), secret: minted } satisfies CreatedReport, 201)
		},
	}),
	route({
		method: 'patch',
		path: '/api/projects/:projectId/automations/:automationId/reports/:reportId',
		operationId: 'updateReport',
		summary: 'Change a report, or switch it on or off',
		access: MANAGES,
		body: UpdateReport,
		answers: [{ status: 200, schema: Report, description: 'The changed report.' }],
		async handle({ c, env, db, body, granted, now, param }) {
			const projectId = granted.project.id
			const { id: automationId } = await requireAutomation(db, {
				projectId,
				id: param('automationId'),
			})
			const { row: before } = await requireReport(db, { automationId, id: param('reportId') })
			const { id } = before
			const { kind } = before.target
			const { outcomes, enabled, target } = body
			const secret = body.secret ?? null
			if (target !== undefined && target.kind !== kind) {
				throw invalid('/target/kind', 'A report keeps its kind. Make a new one.')
			}
			if (secret !== null && SECRET_OF[kind] === null) {
				throw invalid('/secret', 'This kind of report takes no secret.')
			}
			// Otherwise whoever may change it could have the token sent to a server of their own.
			if (target?.kind === 'github' && before.target.kind === 'github') {
				if (target.api !== before.target.api && secret === null) {
					throw invalid('/secret', 'Enter the token again: it goes to another server.')
				}
			}
			const origin = knownOrigin(env, c.req.raw)
			const rule = ruleOf(env, origin)
			const after = target ?? describeReport(before, null).target
			const columns =
				target === undefined && secret === null
					? {}
					: await columnsOf({ env, db, projectId, rule, target: after, secret })
			const row = await updateReport(
				db,
				{ automationId, id },
				{
					...columns,
					...(secret === null ? {} : { secret: await sealSecret(secret, id, env) }),
					...(outcomes === undefined ? {} : { outcomes }),
					...(enabled === undefined ? {} : { enabled }),
					...(enabled === true ? { off: null } : {}),
					origin,
					updatedAt: now,
				},
			)
			if (!row) throw notFound('report')
			await env.OUTGOING.getByName(projectId).resume(id)
			return json(await readBack(db, row))
		},
	}),
	route({
		method: 'delete',
		path: '/api/projects/:projectId/automations/:automationId/reports/:reportId',
		operationId: 'deleteReport',
		summary: 'Delete a report',
		access: MANAGES,
		answers: [{ status: 204, description: 'Messages that wait are not sent.' }],
		async handle({ db, env, granted, param }) {
			const projectId = granted.project.id
			const key = { projectId, id: param('automationId') }
			const { id: automationId } = await requireAutomation(db, key)
			const deleted = await deleteReport(db, { automationId, id: param('reportId') })
			if (!deleted) throw notFound('report')
			await env.OUTGOING.getByName(projectId).forget(deleted.id)
			return noContent()
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/automations/:automationId/reports/:reportId/secret',
		operationId: 'replaceReportSecret',
		summary: "Replace what a report's webhook is signed with",
		access: MANAGES,
		answers: [
			{
				status: 200,
				schema: NewSecret,
				description: 'The new secret, shown only once. Messages are signed with it at once.',
			},
		],
		async handle({ env, db, granted, now, param }) {
			const key = { projectId: granted.project.id, id: param('automationId') }
			const { id: automationId } = await requireAutomation(db, key)
			const { row } = await requireReport(db, { automationId, id: param('reportId') })
			if (row.target.kind !== 'webhook') {
				throw new HttpProblem('conflict', 'This report is not a webhook.', {
					detail: 'Change the report to enter another secret.',
				})
			}
			const secret = mintHookSecret()
			const kept = await sealSecret(secret, row.id, env)
			const change = { secret: kept, updatedAt: now }
			if (!(await updateReport(db, { automationId, id: row.id }, change))) throw notFound('report')
			return json({ secret } satisfies NewSecret)
		},
	}),
	route({
		method: 'get',
		path: '/api/projects/:projectId/automations/:automationId/reports/:reportId/attempts',
		operationId: 'listReportAttempts',
		summary: 'List the last attempts to send a report',
		access: MANAGES,
		answers: [{ status: 200, schema: ReportAttemptList, description: 'Newest first.' }],
		async handle({ db, env, granted, param }) {
			const key = { projectId: granted.project.id, id: param('automationId') }
			const { id: automationId } = await requireAutomation(db, key)
			const { row } = await requireReport(db, { automationId, id: param('reportId') })
			return json(await env.OUTGOING.getByName(key.projectId).attempts(row.id))
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/automations/:automationId/reports/:reportId/test',
		operationId: 'testReport',
		summary: 'Send a test now',
		access: MANAGES,
		answers: [
			{
				status: 200,
				schema: ReportAttempt,
				description:
					'Whether it was delivered; it is not sent again. On GitHub, a test reads the repository and makes nothing.',
			},
		],
		async handle({ db, env, granted, now, param }) {
			const key = { projectId: granted.project.id, id: param('automationId') }
			const { id: automationId } = await requireAutomation(db, key)
			const { row } = await requireReport(db, { automationId, id: param('reportId') })
			const limits = { [`report-test:${row.id}`]: MAX_TESTS }
			if (!(await isWithin(db, limits, now))) {
				throw new HttpProblem('rate_limited', 'Too many tests of this report.', {
					detail: `It can be tested ${MAX_TESTS} times in ten minutes. Try again later.`,
				})
			}
			const attempt = await env.OUTGOING.getByName(key.projectId).sendTest(automationId, row.id)
			if (!attempt) throw notFound('report')
			return json(attempt satisfies ReportAttempt)
		},
	}),
]
