/** One message and a real receiver on a loopback port: what it gets, and what each of its answers means. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GITHUB_TOKEN, ReportReceivers } from '../../../../test/fakes/report-receivers.ts'
import type { Resolve } from '../../platform/addresses.ts'
import { judge } from '../../platform/http-delivery.ts'
import { mintHookSecret } from '../kept-secret.ts'
import type { ReportContent } from './report-content.ts'
import { type Parcel, type Receiver, sendReport } from './send-report.ts'

const SHA = 'ab'.repeat(20)
const usage = { inputTokens: 12_000, outputTokens: 345, cacheReadTokens: 0, cacheWriteTokens: 0 }
const TOLD: ReportContent = {
	outcome: 'completed',
	at: Date.UTC(2026, 0, 5),
	error: null,
	deliveryId: 'dlv_1',
	project: { id: 'prj_1', name: 'Game' },
	automation: { id: 'aut_1', name: 'Nightly <playtest>' },
	conversationId: 'cnv_1',
	run: {
		id: 'run_1',
		state: 'completed',
		verdict: null,
		usage: { ...usage, costUsd: 0.1234 },
		answer: 'Level2 falls. <!channel> @here @ada <https://evil.example|click> & more',
	},
}
const PARCEL: Parcel = {
	id: 'rpm_1',
	told: TOLD,
	ref: null,
	triedSince: null,
	also: [],
	link: 'https://fairlead.example/p/prj_1/c/cnv_1',
}

let receivers: ReportReceivers
let base: string

beforeEach(async () => {
	receivers = new ReportReceivers()
	base = await receivers.listen()
	receivers.hookSecret = mintHookSecret()
})
afterEach(() => receivers.close())

const rule = { local: true, hosts: undefined }
const hook = (): Receiver => ({
	target: { kind: 'webhook', url: `${base}/hook` },
	secret: receivers.hookSecret,
	mail: null,
	rule,
})
const slack = (): Receiver => ({
	target: { kind: 'slack' },
	secret: `${base}/services/T000/B000/xyz`,
	mail: null,
	rule,
})
type GitHub = Extract<Receiver['target'], { kind: 'github' }>
const github = (make: GitHub['make'], token = GITHUB_TOKEN): Receiver => ({
	target: { kind: 'github', api: `${base}/api/v3`, repository: 'ada/game', make },
	secret: token,
	mail: null,
	rule,
})
const give = (receiver: Receiver, parcel: Partial<Parcel> = {}, answerMs = 30_000) =>
	sendReport(
		receiver,
		{ ...PARCEL, ...parcel },
		{ fetch, clock: () => Date.now(), mailer: null, answerMs },
	)
const comes = async (...given: Parameters<typeof give>) => judge(await give(...given))
const DELIVERED = { kind: 'delivered' }

describe('a webhook', () => {
	test('is verified by the published library; a second one has the same id', async () => {
		expect(await comes(hook())).toEqual(DELIVERED)
		expect(await comes(hook())).toEqual(DELIVERED)
		expect([...receivers.hooks]).toMatchObject([
			['rpm_1', { type: 'automation.completed', data: { run: { id: 'run_1', usage } } }],
		])
		receivers.hookSecret = mintHookSecret()
		const other = { ...hook(), secret: mintHookSecret() }
		expect(await comes(other)).toMatchObject({ kind: 'refused' })
	})

	test('is bounded, whatever a model wrote', async () => {
		const run = TOLD.run && { ...TOLD.run, answer: '𝒳'.repeat(10_000) }
		expect(await comes(hook(), { told: { ...TOLD, run } })).toEqual(DELIVERED)
		const [payload] = receivers.hooks.values()
		expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(10_000)
		expect(JSON.stringify(payload)).toContain('𝒳…')
	})
})

describe('a receiver whose name', () => {
	const named = (resolve: Resolve): Receiver => ({
		target: { kind: 'webhook', url: 'https://hooks.example/x' },
		secret: receivers.hookSecret,
		mail: null,
		rule: { local: false, hosts: undefined, resolve },
	})

	test('leads inside gets nothing, now and later', async () => {
		expect(await give(named(async () => ['169.254.169.254']))).toEqual({
			kind: 'unsendable',
			error: expect.stringContaining('leads to a private network'),
		})
	})

	test('cannot be looked up gets the message later', async () => {
		const silent = named(() => Promise.reject(new Error('EBADQUERY')))
		expect(await give(silent)).toMatchObject({ kind: 'none' })
		expect(await comes(silent)).toMatchObject({ kind: 'retry' })
	})
})

describe('Slack', () => {
	test('gets text in which nothing of the model is markup, a mention or a preview', async () => {
		expect(await comes(slack())).toEqual(DELIVERED)
		expect(receivers.slack).toEqual([
			{
				text: [
					'*Nightly &lt;playtest&gt;: completed*',
					'Level2 falls. &lt;!channel&gt; @\u200Bhere @\u200Bada &lt;https://evil.example|click&gt; &amp; more',
					'12,345 tokens, $0.12 · <https://fairlead.example/p/prj_1/c/cnv_1|Open the conversation>',
				].join('\n'),
				unfurl_links: false,
				unfurl_media: false,
			},
		])
	})

	test('says by a word why it takes nothing; other text is not shown', async () => {
		const wrong = { ...slack(), secret: `${base}/services/T000/B000/other` }
		expect(await comes(wrong)).toEqual({ kind: 'refused', error: 'The receiver answered 404' })
	})
})

describe('GitHub', () => {
	test("gets a commit status with the answer's first line, and a link to the conversation", async () => {
		const make = { as: 'status', sha: 'after', context: 'fairlead/nightly' } as const
		const run = TOLD.run && { ...TOLD.run, answer: '## **1 of 2** tests failed, @ada\n\nIn detail' }
		expect(await comes(github(make), { ref: SHA, told: { ...TOLD, run } })).toEqual(DELIVERED)
		const begun: ReportContent = { ...TOLD, outcome: 'begun', run: null }
		expect(await comes(github(make), { ref: SHA, told: begun })).toEqual(DELIVERED)
		expect(receivers.statuses).toEqual([
			{
				sha: SHA,
				state: 'success',
				context: 'fairlead/nightly',
				description: 'completed: 1 of 2 tests failed, @\u200Bada',
				target_url: PARCEL.link,
			},
			expect.objectContaining({ state: 'pending', description: 'a run has begun' }),
		])
		// GitHub takes 140 characters.
		const long = TOLD.run && { ...TOLD.run, answer: 'x'.repeat(1_000) }
		expect(await comes(github(make), { ref: SHA, told: { ...TOLD, run: long } })).toEqual(DELIVERED)
	})

	test('a run that completed with compile errors is reported as a failure', async () => {
		const run = TOLD.run && { ...TOLD.run, verdict: 'compile_errors' as const }
		const make = { as: 'status', sha: 'after', context: 'fairlead' } as const
		await give(github(make), { ref: SHA, told: { ...TOLD, run } })
		expect(receivers.statuses[0]).toMatchObject({ state: 'failure' })
	})

	test('gets a check run', async () => {
		const make = { as: 'check', sha: 'after', name: 'Fairlead' } as const
		expect(await comes(github(make), { ref: SHA })).toEqual(DELIVERED)
		expect(receivers.checks).toMatchObject([
			{ head_sha: SHA, status: 'completed', conclusion: 'success', external_id: 'rpm_1' },
		])
	})

	test.each([
		['tests_failed', 'failure'],
		['compile_errors', 'failure'],
		['denied', 'action_required'],
		['partly_denied', 'action_required'],
		['effect_unknown', 'action_required'],
		['reverted', 'cancelled'],
		['partly_reverted', 'action_required'],
	] as const)(
		'a check that a branch requires does not pass with %s',
		async (verdict, conclusion) => {
			const make = { as: 'check', sha: 'after', name: 'Fairlead' } as const
			const run = TOLD.run && { ...TOLD.run, verdict }
			expect(await comes(github(make), { ref: SHA, told: { ...TOLD, run } })).toEqual(DELIVERED)
			expect(receivers.checks).toMatchObject([{ status: 'completed', conclusion }])
		},
	)

	test.each([
		['comment', { as: 'comment', issue: 'issue.number' }],
		['issue', { as: 'issue', title: 'Console error' }],
	] as const)('a %s is made once, also if its answer was lost', async (as, make) => {
		receivers.mood = 'mute'
		expect(await comes(github(make), { ref: '7' }, 200)).toMatchObject({ kind: 'retry' })
		receivers.mood = 'ok'
		const triedSince = Date.now()
		expect(await comes(github(make), { ref: '7', triedSince })).toEqual(DELIVERED)
		const made = as === 'comment' ? receivers.comments : receivers.issues
		expect(made).toHaveLength(1)
		expect(made[0]?.body).toContain('@\u200Bada')
		// A message with another id is a message of its own.
		expect(await comes(github(make), { id: 'rpm_2', ref: '7', triedSince })).toEqual(DELIVERED)
		expect(made).toHaveLength(2)
	})

	test.each([
		...['../../../user', '7/../8', '0', '-1', '7?a', '', '7'.repeat(30)].map(
			(ref) => [ref, { as: 'comment', issue: 'n' }] as const,
		),
		...['main', 'a'.repeat(39), `${SHA}/..`, '%2e%2e'].map(
			(ref) => [ref, { as: 'status', sha: 's', context: 'c' }] as const,
		),
	])('a payload that says %s leads nowhere', async (ref, make) => {
		expect(await comes(github(make), { ref })).toMatchObject({
			kind: 'refused',
			error: expect.stringMatching(/^The payload has no /),
		})
		expect(receivers.requests).toEqual([])
	})

	test('says why it takes nothing', async () => {
		const make = { as: 'issue', title: 'T' } as const
		expect(await comes(github(make, 'wrong'))).toEqual({
			kind: 'refused',
			error: 'The receiver answered 401: Bad credentials',
		})
	})

	test('a test reads the repository, and makes nothing', async () => {
		const told: ReportContent = { ...TOLD, outcome: null }
		expect(await comes(github({ as: 'issue', title: 'T' }), { told })).toEqual(DELIVERED)
		expect(receivers.requests).toEqual(['GET /api/v3/repos/ada/game'])
		expect(receivers.issues).toEqual([])
	})
})

describe('a receiver', () => {
	test('that does not answer is given up after its time', async () => {
		receivers.mood = 'mute'
		expect(await comes(hook(), {}, 200)).toEqual({
			kind: 'retry',
			error: 'There was no answer within 0.2 seconds.',
			afterMs: 0,
		})
	})

	test('that nobody reaches is tried again', async () => {
		const receiver = hook()
		await receivers.close()
		expect(await comes(receiver)).toEqual({
			kind: 'retry',
			error: 'The receiver could not be reached.',
			afterMs: 0,
		})
		await receivers.listen()
	})

	test('that redirects is not followed', async () => {
		receivers.mood = 'redirects'
		expect(await comes(hook())).toMatchObject({ kind: 'refused' })
		expect(receivers.requests).toEqual(['POST /hook'])
	})

	test.each(['webhook', 'slack', 'github'] as const)(
		'whose answer has no end is not read to it (%s)',
		async (kind) => {
			receivers.mood = 'huge'
			const all = { webhook: hook(), slack: slack(), github: github({ as: 'issue', title: 'T' }) }
			const judged = await comes(all[kind])
			expect(judged).toEqual({ kind: 'retry', error: 'The receiver answered 500', afterMs: 0 })
			// Only buffers on the way are filled: the endless answer is not read.
			expect(receivers.hugeBytes).toBeLessThan(50_000_000)
		},
	)

	test('that wants no more is gone', async () => {
		receivers.mood = 'gone'
		expect(await comes(hook())).toMatchObject({ kind: 'gone' })
	})

	test('that the operator allows no longer gets nothing', async () => {
		const receiver = { ...hook(), rule: { local: false, hosts: undefined } }
		expect(await comes(receiver)).toMatchObject({ kind: 'refused' })
		expect(receivers.requests).toEqual([])
	})
})

describe('a mail', () => {
	const mail: Receiver = {
		target: { kind: 'mail', userId: 'usr_1' },
		secret: '',
		mail: 'ada@example.com',
		rule,
	}

	test('tells what happened, and what else since the last one', async () => {
		const mails: unknown[] = []
		const failed: ReportContent = { ...TOLD, outcome: 'failed' }
		const answer = await sendReport(
			mail,
			{ ...PARCEL, also: [failed] },
			{ fetch, clock: () => 0, mailer: async (one) => void mails.push(one) },
		)
		expect(answer).toEqual({ kind: 'arrived' })
		expect(mails).toEqual([
			{
				id: 'rpm_1',
				to: 'ada@example.com',
				subject: 'Nightly <playtest>: completed',
				text: expect.stringMatching(
					/Level2 falls[\s\S]*0\.12[\s\S]*cnv_1[\s\S]*2026-01-05T00:00:00.000Z Nightly <playtest>: failed/,
				),
			},
		])
	})

	test('has no line that a name has made', async () => {
		const mails: { readonly text: string }[] = []
		const project = { id: 'prj_1', name: 'Game\n\nSign in at https://evil.example' }
		const told: ReportContent = { ...TOLD, project }
		const mailer = async (one: { readonly text: string }) => void mails.push(one)
		await sendReport(mail, { ...PARCEL, told }, { fetch, clock: () => 0, mailer })
		expect(mails[0]?.text.split('\n').filter((line) => line.startsWith('Sign in'))).toEqual([])
	})

	test('to somebody who has left the project is not sent', async () => {
		const ports = { fetch, clock: () => 0, mailer: async () => Promise.reject(new Error('sent')) }
		expect(judge(await sendReport({ ...mail, mail: null }, PARCEL, ports))).toMatchObject({
			kind: 'refused',
		})
	})
})
