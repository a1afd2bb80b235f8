/** The outcome of an automation at receivers on loopback ports, which check what they get; down at first. */

import { CreatedAutomation } from '@fairlead/protocol/automations/automations'
import {
	CreatedReport,
	ReportAttempt,
	ReportAttemptList,
} from '@fairlead/protocol/automations/reports'
import { MemberList } from '@fairlead/protocol/people/people'
import { sign } from '@octokit/webhooks-methods'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { type MailSink, serveMailSink } from '../fakes/mail-sink.ts'
import { GITHUB_TOKEN, ReportReceivers } from '../fakes/report-receivers.ts'
import { asOwner, inProject, ownStack } from './stack-kit.ts'

const receivers = new ReportReceivers()
let base: string
let atMail: MailSink
let stack: Stack
beforeAll(async () => {
	base = await receivers.listen()
	atMail = await serveMailSink()
	const own = await ownStack({
		editor: 'none',
		env: {
			...process.env,
			ANTHROPIC_API_KEY: '',
			RATE_LIMITS: 'off',
			MAIL_FROM: 'fairlead@mail.example',
			MAIL_URL: atMail.url,
		},
	})
	stack = own.stack
	return async () => {
		await own.close()
		await atMail.close()
		await receivers.close()
	}
})

const toAutomations = (method: string, path: string, body?: unknown): Promise<unknown> =>
	inProject(stack, method, `/automations${path}`, body)

/** An attempt that failed is made again after half a minute. */
const PATIENCE = { timeout: 150_000, interval: 200 }

const makeAutomation = async (): Promise<CreatedAutomation> =>
	CreatedAutomation.parse(
		await toAutomations('POST', '', {
			name: 'On push',
			trigger: { kind: 'webhook', proof: 'github' },
			template: 'Say hello to {{ pusher }}.',
			mode: 'read-only',
		}),
	)

/** Sends a push in GitHub's form. */
async function push({ url, secret }: CreatedAutomation, id: string, sha: string): Promise<void> {
	const body = JSON.stringify({ pusher: 'Ada', after: sha, number: 7 })
	const delivered = await fetch(url ?? '', {
		method: 'POST',
		body,
		headers: {
			'x-github-event': 'push',
			'x-github-delivery': id,
			'x-hub-signature-256': await sign(secret ?? '', body),
		},
	})
	expect(delivered.status).toBe(202)
}

const linkPattern = (): RegExp => new RegExp(`${stack.origin}/p/${stack.projectId}/c/cnv_\\w+`)

test('a signed webhook, Slack, a commit status and a comment arrive once, though the receiver was down', async () => {
	const made = await makeAutomation()
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
	await push(made, 'g-1', sha)
	await vi.waitFor(() => expect(receivers.requests).toHaveLength(4), PATIENCE)
	receivers.mood = 'ok'

	const logs = await Promise.all(
		all.map(({ id }) =>
			vi.waitFor(async () => {
				const path = `/${made.id}/reports/${id}/attempts`
				const log = ReportAttemptList.parse(await toAutomations('GET', path))
				// The probe has no outcome.
				const own = log.attempts.filter(({ outcome }) => outcome !== null)
				expect(own[0]?.verdict).toBe('delivered')
				return { own, waiting: log.waiting }
			}, PATIENCE),
		),
	)
	for (const { own, waiting } of logs) {
		// The first attempt failed; on a slow machine, more than one was too early.
		const [last, first, ...between] = own.map(({ verdict }) => verdict)
		expect([last, first]).toEqual(['delivered', 'retried'])
		expect(new Set(between)).toEqual(new Set(between.length > 0 ? ['retried'] : []))
		expect(new Set(own.map(({ messageId }) => messageId)).size).toBe(1)
		expect(waiting).toBe(0)
	}
	expect([...receivers.hooks]).toMatchObject([
		[
			expect.stringMatching(/^rpm_/),
			{
				type: 'automation.completed',
				data: {
					automation: { id: made.id },
					conversation: { url: expect.stringMatching(linkPattern()) },
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
		{
			sha,
			state: 'success',
			context: 'fairlead',
			target_url: expect.stringMatching(linkPattern()),
		},
	])
	expect(receivers.comments).toHaveLength(1)
})

/** Posts as a visitor of the site. */
const post = (path: string, body: unknown, cookie = ''): Promise<Response> =>
	fetch(stack.origin + path, {
		method: 'POST',
		headers: { 'content-type': 'application/json', origin: stack.origin, cookie },
		body: JSON.stringify(body),
	})

/** The token in the newest mail to this address. */
async function tokenMailedTo(email: string, link: RegExp): Promise<string> {
	const find = () =>
		atMail.mails.findLast(({ to, text }) => to === email && link.test(text))?.text ?? ''
	await expect.poll(find, PATIENCE).toMatch(link)
	return link.exec(find())?.[1] ?? ''
}

/** Joins a person as a viewer: invited by mail, they sign in with a mailed link, which proves the address. */
async function joinByMail(email: string): Promise<void> {
	await inProject(stack, 'POST', '/invitations', { role: 'viewer', email })
	const invitation = await tokenMailedTo(email, /\/invite#(\S+)/)
	expect((await post('/api/auth/magic-link', { email, invitation })).status).toBe(204)
	const token = await tokenMailedTo(email, /\/sign-in\/link#token=(\S+)/)
	const signedIn = await post('/api/auth/magic-link/verify', { token })
	const cookie = signedIn.headers.get('set-cookie')?.split(';')[0]
	expect((await post('/api/invitations/accept', { token: invitation }, cookie)).status).toBe(200)
}

test('a mail to a member and a check on GitHub say how the run ended, and where to read on', async () => {
	await joinByMail('grace@mail.example')
	const { members } = MemberList.parse(await inProject(stack, 'GET', '/members'))
	const grace = members.find(({ role }) => role === 'viewer')
	const owner = members.find(({ role }) => role === 'owner')
	const made = await makeAutomation()
	const reports = `/automations/${made.id}/reports`

	// The owner came with the setup token, and has proven no address.
	const refused = await asOwner(stack, 'POST', `/api/projects/${stack.projectId}${reports}`, {
		target: { kind: 'mail', userId: owner?.userId },
	})
	expect(refused.status).toBe(400)
	expect(await refused.json()).toMatchObject({
		issues: [{ path: '/target/userId', message: 'Owner has no mail address.' }],
	})

	await inProject(stack, 'POST', reports, { target: { kind: 'mail', userId: grace?.userId } })
	await inProject(stack, 'POST', reports, {
		target: {
			kind: 'github',
			api: `${base}/api/v3`,
			repository: 'ada/game',
			make: { as: 'check', sha: 'after', name: 'Fairlead' },
		},
		secret: GITHUB_TOKEN,
	})
	const before = atMail.mails.length
	const sha = 'decade'.padEnd(40, '0')
	await push(made, 'g-2', sha)
	await expect
		.poll(() => [atMail.mails.length - before, receivers.checks.length], PATIENCE)
		.toEqual([1, 1])

	const mail = atMail.mails[before]
	expect(mail).toMatchObject({
		from: 'fairlead@mail.example',
		to: 'grace@mail.example',
		subject: 'On push: completed',
		text: expect.stringMatching(linkPattern()),
		id: expect.stringMatching(/^rpm_/),
	})
	expect(receivers.checks).toMatchObject([
		{
			name: 'Fairlead',
			head_sha: sha,
			status: 'completed',
			conclusion: 'success',
			details_url: expect.stringMatching(linkPattern()),
			output: {
				title: expect.stringMatching(/^completed: \S/),
				summary: expect.stringContaining('**On push: completed**'),
			},
		},
	])
	// Both lead to the conversation of this push.
	const [link] = linkPattern().exec(mail?.text ?? '') ?? []
	expect(receivers.checks[0]?.['details_url']).toBe(link)
})
