import { env } from 'cloudflare:workers'
import { Conversation } from '@fairlead/protocol/conversations/conversation'
import { SignedIn } from '@fairlead/protocol/people/sign-in'
import { ProjectList } from '@fairlead/protocol/projects/project'
import { eq, inArray } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { describe, expect, test } from 'vitest'
import { problemOf } from '../../../test/api-kit.ts'
import { Client, watch } from '../../../test/double/harness.ts'
import {
	Browser,
	CONFIGURED,
	problemIn,
	provider,
	useInternet,
} from '../../../test/people/sign-in-kit.ts'
import { TRIAL_BUDGET, TRIAL_RUNS } from '../../access/trial.ts'
import { evolutions } from '../../arena/store/schema.ts'
import { database } from '../../db/client.ts'
import { conversations, usage } from '../../db/schema.ts'
import { newId } from '../../ids.ts'
import { recordUsage } from '../../usage/store/usage.ts'
import { sessions, users } from '../store/schema.ts'

useInternet()
const db = database(env.DB)

async function onTrial(): Promise<Browser> {
	const browser = new Browser()
	const answer = await browser.post('/api/auth/anonymous', { to: '/' })
	expect(SignedIn.parse(await answer.json())).toEqual({ to: '/' })
	return browser
}

const projectsOf = async (browser: Browser) =>
	ProjectList.parse(await (await browser.fetch('/api/projects')).json()).projects
const onlyProject = async (browser: Browser): Promise<string> => {
	const projects = await projectsOf(browser)
	expect(projects).toHaveLength(1)
	return projects[0]?.id ?? ''
}
async function conversationOf(browser: Browser, body: object = {}): Promise<string> {
	const path = `/api/projects/${await onlyProject(browser)}/conversations`
	return Conversation.parse(await (await browser.post(path, body)).json()).id
}
const say = (browser: Browser, conversationId: string) =>
	browser.post(`/api/conversations/${conversationId}/messages`, {
		message: { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text: 'hello' }] },
	})
const cookieOf = (browser: Browser) => new Client(`fairlead=${browser.cookies.get('fairlead')}`)

describe('a trial', () => {
	test('is off until the owner of the server wants it', async () => {
		const browser = new Browser()
		browser.env = { ...CONFIGURED, ANONYMOUS_TRIAL: '' }
		const answer = await browser.post('/api/auth/anonymous')
		expect((await problemOf(answer)).code).toBe('sign_in_disabled')
		expect(await browser.me()).toBeNull()
	})

	test('has one project, and is told what needs an account', async () => {
		const browser = await onTrial()
		expect(await browser.me()).toMatchObject({ name: 'Guest', role: 'trial' })
		await onlyProject(browser)
		const refused = await problemOf(await browser.post('/api/projects', { name: 'Second' }))
		expect(refused).toMatchObject({ code: 'forbidden', title: 'This needs an account.' })
		expect(refused.detail).toContain('Sign in')
	})

	test('has small runs, whatever budget its conversation asks for', async () => {
		const browser = await onTrial()
		const id = await conversationOf(browser, { budget: { steps: 500, costUsd: 10_000 } })
		await say(browser, id)
		const stub = env.CONVERSATION.getByName(id) as unknown as { posted(): Promise<unknown> }
		expect(await stub.posted()).toMatchObject({ budget: TRIAL_BUDGET })
	})

	test('is used up after its runs, however many are asked for at once; as an account, it goes on', async () => {
		const browser = await onTrial()
		const id = await conversationOf(browser)
		const answers = await Promise.all(
			Array.from({ length: TRIAL_RUNS + 5 }, () => say(browser, id)),
		)
		expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
		expect(await problemOf(await say(browser, id))).toMatchObject({
			code: 'quota_full',
			title: 'The trial is used up.',
			quota: { limit: 'runs', used: TRIAL_RUNS, max: TRIAL_RUNS, resetsAt: null, of: 'person' },
		})
		await browser.signIn()
		expect((await say(browser, id)).status).toBe(200)
	})

	test('is not begun twice in one browser, nor more than three times by one client', async () => {
		const browser = await onTrial()
		const { userId } = (await browser.me()) ?? {}
		await browser.post('/api/auth/anonymous')
		expect((await browser.me())?.userId).toBe(userId)
		const headers = { 'cf-connecting-ip': '203.0.113.50' }
		const begin = () => new Browser().post('/api/auth/anonymous', {}, headers)
		for (let i = 0; i < 3; i++) expect((await begin()).status).toBe(200)
		expect((await begin()).status).toBe(429)
	})
})

test('a trial that nobody has used for two weeks is removed when another begins; one in use is not', async () => {
	const [idle, used] = [await onTrial(), await onTrial()]
	await conversationOf(idle)
	await conversationOf(used)
	const idOf = async (browser: Browser) => (await browser.me())?.userId ?? ''
	const [idleId, usedId] = [await idOf(idle), await idOf(used)]
	const old = Date.now() - 15 * 86_400_000
	await db
		.update(users)
		.set({ createdAt: old })
		.where(inArray(users.id, [idleId, usedId]))
	const idleProject = await onlyProject(idle)
	await db
		.update(conversations)
		.set({ updatedAt: old })
		.where(eq(conversations.projectId, idleProject))
	await onTrial()
	expect(await idle.me()).toBeNull()
	expect(await used.me()).toMatchObject({ role: 'trial' })
})

describe('a trial that signs in', () => {
	test.each([
		['at a provider', (browser: Browser) => browser.signIn('github', { to: '/settings' })],
		['by mail', (browser: Browser) => browser.signInByMail(provider.person.email, '/settings')],
	])('%s becomes the account: same person, same project, a new session', async (_, signIn) => {
		const browser = await onTrial()
		const before = await browser.me()
		const projectId = await onlyProject(browser)
		const old = cookieOf(browser)
		expect(await signIn(browser)).toBe('/settings')
		expect(await browser.me()).toMatchObject({ userId: before?.userId, role: 'member' })
		expect(await onlyProject(browser)).toBe(projectId)
		expect((await old.call('GET', '/api/me')).status).toBe(401)
		expect((await browser.post('/api/projects', { name: 'Second' })).status).toBe(201)
		// It is found again without the trial.
		const other = new Browser()
		await signIn(other)
		expect((await other.me())?.userId).toBe(before?.userId)
	})

	test('to an account brings its project and usage along; its sockets are closed, and it is gone', async () => {
		const account = new Browser()
		await account.signIn()
		const userId = (await account.me())?.userId ?? ''
		const browser = await onTrial()
		const trialId = (await browser.me())?.userId ?? ''
		const projectId = await onlyProject(browser)
		const counts = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }
		const run = { runId: `run_${projectId}`, projectId, userId: trialId, model: 'demo/demo' }
		await db.insert(usage).values({ ...run, ...counts, createdAt: 1 })
		const old = cookieOf(browser)
		const { viewer } = await watch(old, projectId)

		await browser.signIn()
		expect((await browser.me())?.userId).toBe(userId)
		expect((await projectsOf(browser)).map(({ id }) => id)).toContain(projectId)
		expect((await projectsOf(account)).map(({ id }) => id)).toContain(projectId)
		await viewer.waitClosed()
		expect((await old.call('GET', '/api/me')).status).toBe(401)
		const spent = await db.select().from(usage).where(eq(usage.projectId, projectId))
		expect(spent).toMatchObject([{ userId }])
		// A run that ends only now was begun by the trial.
		await db.batch(
			recordUsage(drizzle(env.DB), {
				...run,
				...counts,
				runId: `${run.runId}_2`,
				authorKind: 'session',
				authorId: trialId,
				costUsd: null,
				createdAt: 2,
			}),
		)
		const later = await db.select().from(usage).where(eq(usage.projectId, projectId))
		expect(later.map((row) => row.userId)).toEqual([userId, userId])
		expect(await db.select().from(users).where(eq(users.id, trialId))).toEqual([])
		expect(await db.select().from(sessions).where(eq(sessions.userId, trialId))).toEqual([])
		// The account owns it: it may rename it.
		const init = { method: 'PATCH', body: JSON.stringify({ name: 'Kept' }) }
		const headers = { 'content-type': 'application/json' }
		const renamed = await browser.fetch(`/api/projects/${projectId}`, { ...init, headers })
		expect(renamed.status).toBe(200)
	})

	test('to an account brings its evolution along, unless the account has one in that project', async () => {
		const account = new Browser()
		await account.signIn()
		const userId = (await account.me())?.userId ?? ''
		const [one, other] = [await onTrial(), await onTrial()]
		const started = async (browser: Browser, by: string, startedAt: number) => {
			const row = { id: newId('evo'), projectId: await onlyProject(browser), userId: by, startedAt }
			await db.insert(evolutions).values(row)
			return row
		}
		const idOf = async (browser: Browser) => (await browser.me())?.userId ?? ''
		const brought = await started(one, await idOf(one), 1)
		const trial = await started(other, await idOf(other), 2)
		const own = await started(other, userId, 3)
		await one.signIn()
		await other.signIn()
		const rows = await db.select().from(evolutions).orderBy(evolutions.startedAt)
		expect(rows).toMatchObject([{ ...brought, userId, endedAt: null }, own])
		expect(rows.map(({ id }) => id)).not.toContain(trial.id)
	})

	test('stays a trial, with its work, where nobody may make an account', async () => {
		const browser = await onTrial()
		browser.env = { ...CONFIGURED, SIGN_UP: 'closed' }
		const projectId = await onlyProject(browser)
		expect(problemIn(await browser.signIn())).toBe('sign_up_closed')
		expect(await browser.me()).toMatchObject({ role: 'trial' })
		expect(await onlyProject(browser)).toBe(projectId)
	})

	test('with the setup token gives its work to the owner', async () => {
		const browser = await onTrial()
		const projectId = await onlyProject(browser)
		await browser.post('/api/auth/setup', { token: env.SETUP_TOKEN })
		expect(await browser.me()).toMatchObject({ role: 'owner' })
		expect((await projectsOf(browser)).map(({ id }) => id)).toContain(projectId)
	})
})
