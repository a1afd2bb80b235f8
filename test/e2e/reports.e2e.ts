/** The outcome of an automation at receivers on loopback ports, which check what they get; down at first. */

import { CreatedAutomation } from '@fairlead/protocol/automations'
import { CreatedReport, ReportAttempt, ReportAttemptList } from '@fairlead/protocol/reports'
import { sign } from '@octokit/webhooks-methods'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Stack } from '../../scripts/stack.ts'
import { GITHUB_TOKEN, ReportReceivers } from '../fakes/report-receivers.ts'
import { inProject, ownStack } from './stack-kit.ts'

const receivers = new ReportReceivers()
let base: string
let stack: Stack
beforeAll(async () => {
	base = await receivers.listen()
	const own = await ownStack({ editor: 'none' })
	stack = own.stack
	return async () => {
		await own.close()
		await receivers.close()
	}
})

const toAutomations = (method: string, path: string, body?: unknown): Promise<unknown> =>
	inProject(stack, method, `/automations${path}`, body)

/** An attempt that failed is made again after half a minute. */
const PATIENCE = { timeout: 150_000, interval: 200 }

test('a signed webhook, Slack, a commit status and a comment arrive once, though the receiver was down', async () => {
	const made = CreatedAutomation.parse(
		await toAutomations('POST', '', {
			name: 'On push',
			trigger: { kind: 'webhook', proof: 'github' },
			template: 'Say hello to {{ pusher }}.',
			mode: 'read-only',
		}),
	)
	const report = async (body: object): Promise<CreatedReport> =>
		CreatedReport.parse(await toAutomations('POST', `/${made.id}/reports`, body))
	const github = { kind: 'github', api: `${base}/api/v3`, repository: 'ada/game' }
	const hook = await report({ target: { kind: 'webhook', url: `${base}/hook` } })
	receivers.hookSecret = hook.secret ?? ''
	const all = [
		hook,
		await report({ target: { kind: 'slack' }, secret: `${base}/services/T000/B000/xyz` }),
		await report({
			target: { ...github, make: { as: 'status', sha: 'after', context: 'fairlead' } },
			secret: GITHUB_TOKEN,
		}),
		await report({
			target: { ...github, make: { as: 'comment', issue: 'number' } },
			secret: GITHUB_TOKEN,
		}),
	]
	// The token reads the repository.
	const probe = ReportAttempt.parse(
		await toAutomations('POST', `/${made.id}/reports/${all[3]?.id}/test`),
	)
	expect(probe).toMatchObject({ verdict: 'delivered', status: 200 })

	receivers.mood = 'down'
	receivers.requests.length = 0
	const sha = 'c0ffee'.padEnd(40, '0')
	const body = JSON.stringify({ pusher: 'Ada', after: sha, number: 7 })
	const delivered = await fetch(made.url ?? '', {
		...{ method: 'POST', body },
		headers: {
			...{ 'x-github-event': 'push', 'x-github-delivery': 'g-1' },
			'x-hub-signature-256': await sign(made.secret ?? '', body),
		},
	})
	expect(delivered.status).toBe(202)
	await vi.waitFor(() => expect(receivers.requests).toHaveLength(4), PATIENCE)
	receivers.mood = 'ok'

	const logs = await Promise.all(
		all.map(({ id }) =>
			vi.waitFor(async () => {
				const path = `/${made.id}/reports/${id}/attempts`
				const log = ReportAttemptList.parse(await toAutomations('GET', path))
				expect(log.attempts[0]?.verdict).toBe('delivered')
				return log
			}, PATIENCE),
		),
	)
	for (const { attempts, waiting } of logs) {
		const own = attempts.filter(({ outcome }) => outcome !== null)
		// On a slow machine, more than one was too early.
		const [last, first, ...between] = own.map(({ verdict }) => verdict)
		expect([last, first]).toEqual(['delivered', 'retried'])
		expect(new Set(between)).toEqual(new Set(between.length > 0 ? ['retried'] : []))
		expect(new Set(own.map(({ messageId }) => messageId)).size).toBe(1)
		expect(waiting).toBe(0)
	}
	const link = new RegExp(`^${stack.origin}/p/${stack.projectId}/c/cnv_\\w+$`)
	expect([...receivers.hooks]).toMatchObject([
		[
			expect.stringMatching(/^rpm_/),
			{
				type: 'automation.completed',
				data: {
					automation: { id: made.id },
					conversation: { url: expect.stringMatching(link) },
					run: { state: 'completed' },
					summary: expect.stringMatching(/\S/),
				},
			},
		],
	])
	expect(receivers.slack).toMatchObject([
		{ text: expect.stringMatching(/^\*On push: completed\*/) },
	])
	expect(receivers.statuses).toMatchObject([
		{ sha, state: 'success', context: 'fairlead', target_url: expect.stringMatching(link) },
	])
	expect(receivers.comments).toHaveLength(1)
})
