/** From the end of a run to its receiver: told once under one id, whatever ends in between, and never with a secret. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import {
	acceptedId,
	deliver,
	github,
	type Made,
	newAutomation,
	pathOf,
	settled,
	standard,
} from '../../../test/automations/automation-kit.ts'
import {
	answers,
	arrived,
	attemptsOf,
	hurry,
	newReport,
	outgoingOf,
	useReceivers,
	verified,
} from '../../../test/automations/report-kit.ts'
import { Client, until } from '../../../test/double/harness.ts'

let owner: Client
let projectId: string

useReceivers()
beforeEach(async () => {
	owner = await Client.signIn()
	projectId = (await owner.newProject()).id
})

const some = (count: number, what = `${count} messages`): Promise<true> =>
	until(async () => (arrived.length >= count ? true : undefined), what)
const run = async (made: Made, id = 'msg_1') =>
	settled(owner, made, await acceptedId(await standard(made, id, { name: 'Ada' })))
const waitsFor = (made: Made, reportId: string, waiting: number) =>
	until(async () => {
		const list = await attemptsOf(owner, made, reportId)
		return list.waiting === waiting ? list : undefined
	}, `${waiting} messages to wait`)

describe('a webhook', () => {
	test('tells how a run ended, signed as the published library checks it', async () => {
		const made = await newAutomation(owner, projectId, { mode: 'read-only' })
		const { id, secret } = await newReport(owner, made)
		const delivery = await run(made)
		await some(1)
		const [message] = arrived
		if (!message) throw new Error('nothing arrived')
		expect(message).toMatchObject({ method: 'POST', url: 'https://receiver.example.com/hook' })
		expect(verified(secret, message)).toMatchObject({
			type: 'automation.completed',
			data: {
				project: { id: projectId },
				automation: { id: made.id, name: 'Triage' },
				delivery: { id: delivery.id },
				conversation: {
					id: delivery.conversationId,
					url: `http://localhost/p/${projectId}/c/${delivery.conversationId}`,
				},
				run: {
					id: delivery.run?.id,
					state: 'completed',
					usage: { outputTokens: expect.any(Number) },
				},
				summary: expect.stringMatching(/\S/),
				error: null,
			},
		})
		const { attempts } = await waitsFor(made, id, 0)
		expect(attempts).toMatchObject([
			{
				messageId: message.headers.get('webhook-id'),
				deliveryId: delivery.id,
				outcome: 'completed',
				status: 200,
				verdict: 'delivered',
				error: null,
				nextAt: null,
			},
		])
	})

	test('is sent again under the same id until it arrives, also by an object that was evicted', async () => {
		const made = await newAutomation(owner, projectId)
		const { id, secret } = await newReport(owner, made)
		answers.push({ status: 500 }, { error: 'no connection' })
		await run(made)
		for (const attempts of [1, 2]) {
			await some(attempts)
			await until(async () => {
				const list = await attemptsOf(owner, made, id)
				return list.attempts.length === attempts ? true : undefined
			}, 'the attempt to be noted')
			await evictDurableObject(outgoingOf(projectId))
			await hurry(projectId)
		}
		await some(3)
		const { attempts } = await waitsFor(made, id, 0)
		expect(attempts.map(({ verdict }) => verdict)).toEqual(['delivered', 'retried', 'retried'])
		expect(attempts.map(({ status }) => status)).toEqual([200, null, 500])
		expect(new Set(arrived.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1)
		for (const message of arrived)
			expect(verified(secret, message).type).toBe('automation.completed')
	})

	test('is not told twice if the delivery is logged again after a failure', async () => {
		const made = await newAutomation(owner, projectId)
		const { id } = await newReport(owner, made)
		const { id: deliveryId } = await run(made)
		await waitsFor(made, id, 0)
		await some(1)
		// The state of an object that ended before it noted that the delivery was logged.
		await runInDurableObject(env.AUTOMATIONS.getByName(projectId), async (_, { storage }) => {
			const arrival = {
				source: 'webhook',
				replayOf: null,
				askedBy: null,
				address: '',
				headers: {},
				event: null,
				payload: '{}',
				payloadBytes: 2,
				depth: 0,
				scheduledAt: null,
				missed: 0,
			}
			storage.sql.exec(
				"update delivery set step = 'decided', arrival = ?, next_at = 0",
				JSON.stringify(arrival),
			)
			await storage.setAlarm(Date.now())
		})
		await until(async () => {
			const waiting = await env.AUTOMATIONS.getByName(projectId).findWaiting(made.id, deliveryId)
			return waiting ? undefined : true
		}, 'the delivery to be logged again')
		await hurry(projectId)
		await outgoingOf(projectId).attempts(id)
		expect((await attemptsOf(owner, made, id)).attempts).toHaveLength(1)
		expect(arrived).toHaveLength(1)
	})

	test('that nobody is told of is found by itself', async () => {
		const made = await newAutomation(owner, projectId)
		const { id } = await newReport(owner, made)
		await run(made)
		await waitsFor(made, id, 0)
		// The state in which neither the first look nor the conversation has found the end.
		await runInDurableObject(outgoingOf(projectId), async (_, { storage }) => {
			const named = { id: 'x', name: 'X' }
			const told = { outcome: null, at: 0, project: named, automation: named, deliveryId: 'dlv_1' }
			storage.sql.exec(
				"update message set step = 'awaiting', outcome = null, id = 'rpm_again', told = ?",
				JSON.stringify({ ...told, conversationId: null, run: null, error: null }),
			)
		})
		arrived.length = 0
		await evictDurableObject(outgoingOf(projectId))
		await hurry(projectId)
		await some(1)
		expect(arrived[0]?.headers.get('webhook-id')).toBe('rpm_again')
	})
})

describe('outcomes', () => {
	test('are told if the report asks for them, and no others; what begins no run says why', async () => {
		const made = await newAutomation(owner, projectId, { condition: 'name == "Ada"' })
		const all = await newReport(owner, made, {
			outcomes: ['begun', 'completed', 'failed', 'cancelled', 'skipped', 'refused'],
		})
		await newReport(owner, made, {
			target: { kind: 'webhook', url: 'https://quiet.example.com/' },
			outcomes: ['failed'],
		})
		await acceptedId(await standard(made, 'msg_1', { name: 'Bob' }))
		await some(1)
		await run(made, 'msg_2')
		await some(3)
		await waitsFor(made, all.id, 0)
		const told = arrived.map((message) => verified(all.secret, message))
		expect(told.map(({ type }) => type)).toEqual([
			'automation.skipped',
			'automation.begun',
			'automation.completed',
		])
		expect(told[0]?.data).toMatchObject({
			conversation: null,
			run: null,
			error: 'Its condition was not met.',
		})
	})

	test('tell that a template became invalid and the delivery was refused', async () => {
		const made = await newAutomation(owner, projectId)
		const { secret } = await newReport(owner, made)
		await env.DB.prepare("update automations set template = '{{' where id = ?").bind(made.id).run()
		await acceptedId(await standard(made, 'msg_1', {}))
		await some(1)
		const [message] = arrived
		expect(message && verified(secret, message)).toMatchObject({
			type: 'automation.refused',
			data: { error: expect.stringMatching(/\S/) },
		})
	})
})

test('a commit status is set on the commit of the payload, and its token is in the header alone', async () => {
	const made = await newAutomation(owner, projectId, {
		trigger: { kind: 'webhook', proof: 'github' },
		template: 'Say hello.',
	})
	const token = 'ghp_not-to-be-seen'
	const { id } = await newReport(owner, made, {
		target: {
			kind: 'github',
			api: 'https://api.github.com',
			repository: 'ada/game',
			make: { as: 'status', sha: 'head_commit.id', context: 'fairlead' },
		},
		secret: token,
		outcomes: ['completed'],
	})
	const sha = 'a'.repeat(40)
	await acceptedId(await github(made, 'g1', 'push', { head_commit: { id: sha } }))
	await some(1)
	expect(arrived[0]?.url).toBe(`https://api.github.com/repos/ada/game/statuses/${sha}`)
	expect(arrived[0]?.headers.get('authorization')).toBe(`Bearer ${token}`)
	expect(JSON.parse(arrived[0]?.body ?? '')).toMatchObject({
		state: 'success',
		context: 'fairlead',
	})

	// A payload cannot lead the token elsewhere.
	await acceptedId(await github(made, 'g2', 'push', { head_commit: { id: '../../../user' } }))
	const { attempts } = await until(async () => {
		const list = await attemptsOf(owner, made, id)
		return list.attempts.length === 2 ? list : undefined
	}, 'the second to be refused')
	expect(attempts[0]).toMatchObject({
		verdict: 'refused',
		error: 'The payload has no commit at head_commit.id.',
	})
	expect(arrived).toHaveLength(1)
	expect(JSON.stringify(attempts)).not.toContain(token)
})

describe('a receiver that wants no more', () => {
	test('is switched off, which shows at the automation and in the audit log, until a person switches it on', async () => {
		const made = await newAutomation(owner, projectId)
		const { id } = await newReport(owner, made)
		answers.push({ status: 410 })
		await run(made)
		const seen = async () => (await (await owner.call('GET', pathOf(made))).json()) as Made
		await until(async () => ((await seen()).reportsOff === 1 ? true : undefined), 'it to be off')
		await waitsFor(made, id, 0)
		const audit = await owner.call('GET', `/api/projects/${projectId}/audit`)
		const { entries } = (await audit.json()) as { entries: { event: string }[] }
		expect(entries.filter(({ event }) => event === 'reportSwitchedOff')).toMatchObject([
			{
				subject: id,
				by: { kind: 'system' },
				detail: { automationId: made.id, reason: 'The receiver answered 410' },
			},
		])
		await run(made, 'msg_2')
		expect(arrived).toHaveLength(1)
		const on = await owner.call('PATCH', `${pathOf(made)}/reports/${id}`, { enabled: true })
		expect(await on.json()).toMatchObject({ enabled: true, off: null })
		await run(made, 'msg_3')
		await some(2)
		expect((await seen()).reportsOff).toBe(0)
	})
})

describe('a test', () => {
	test('is sent at once, also while the report is off, and says what came of it', async () => {
		const made = await newAutomation(owner, projectId)
		const { id, secret } = await newReport(owner, made, { enabled: false })
		const tested = async () =>
			(await owner.call('POST', `${pathOf(made)}/reports/${id}/test`)).json()
		expect(await tested()).toMatchObject({ verdict: 'delivered', status: 200, outcome: null })
		expect(arrived[0] && verified(secret, arrived[0]).type).toBe('automation.test')
		answers.push({ status: 302, headers: { location: 'https://10.0.0.1/' } })
		expect(await tested()).toMatchObject({
			verdict: 'refused',
			status: 302,
			error: expect.stringContaining('Redirects are not followed'),
		})
		expect(arrived).toHaveLength(2)
		expect((await attemptsOf(owner, made, id)).attempts).toHaveLength(2)
	})

	test('is sent ten times in ten minutes at most', async () => {
		const made = await newAutomation(owner, projectId)
		const { id } = await newReport(owner, made)
		const tested = () => owner.call('POST', `${pathOf(made)}/reports/${id}/test`)
		for (let i = 0; i < 10; i++) expect((await tested()).status).toBe(200)
		expect((await tested()).status).toBe(429)
		expect(arrived).toHaveLength(10)
	})
})

test('deleted reports and projects send nothing more', async () => {
	const made = await newAutomation(owner, projectId)
	const { id } = await newReport(owner, made)
	answers.push({ status: 500 })
	await run(made)
	await until(async () => {
		const { attempts } = await attemptsOf(owner, made, id)
		return attempts.length === 1 ? true : undefined
	}, 'the first attempt')
	expect((await owner.call('DELETE', `${pathOf(made)}/reports/${id}`)).status).toBe(204)
	expect(await outgoingOf(projectId).attempts(id)).toEqual({ attempts: [], waiting: 0 })

	const second = await newReport(owner, made)
	answers.push({ status: 500 })
	await run(made, 'msg_2')
	await waitsFor(made, second.id, 1)
	expect((await owner.call('DELETE', `/api/projects/${projectId}`)).status).toBe(204)
	const rows = await runInDurableObject(outgoingOf(projectId), (_, { storage }) =>
		storage.sql.exec('select * from message').toArray(),
	)
	expect(rows).toEqual([])
})

test('no secret is stored, listed or logged in clear', async () => {
	const made = await newAutomation(owner, projectId, {
		trigger: { kind: 'webhook', proof: 'bearer' },
		template: 'Say hello.',
	})
	const address = 'https://hooks.slack.com/services/T0/B0/not-to-be-seen'
	const { id } = await newReport(owner, made, { target: { kind: 'slack' }, secret: address })
	answers.push({ error: `could not reach ${address}` })
	await acceptedId(await deliver(made, { authorization: `Bearer ${made.secret}` }, '{}'))
	await some(1)
	const list = await waitsFor(made, id, 1)
	const stored = await runInDurableObject(outgoingOf(projectId), (_, { storage }) =>
		['message', 'attempt', 'standing'].map((table) =>
			storage.sql.exec(`select * from ${table}`).toArray(),
		),
	)
	expect(JSON.stringify([list, stored])).not.toContain('not-to-be-seen')
})
